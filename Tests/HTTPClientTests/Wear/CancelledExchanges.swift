import Foundation
import HTTPClient
import Reactor
import Synchronization

/// Exchanges cancelled where they stand, many at once, spread over every phase.
struct CancelledExchanges: WornExchanges {
    enum Place: String, CaseIterable, Sendable {
        case queued, resolving, connecting, handshake, sending, beforeHead, insideHead, insideBody
        case paused, finishing

        /// Exchanges of one round; large bodies cost most.
        var count: Int {
            switch self {
            case .sending: 4
            case .paused: 10
            default: 25
            }
        }

        /// Whether the server or the reader sees each of them come.
        var isSeen: Bool { ![.queued, .resolving, .connecting].contains(self) }

        /// Where the fault must say it was.
        var phase: ClientPhase {
            switch self {
            case .queued, .resolving, .connecting: .connect
            case .handshake: .tls
            case .sending: .send
            case .beforeHead, .insideHead: .headers
            case .insideBody, .paused, .finishing: .body
            }
        }
    }

    /// How servers, readers and the round wait for one another.
    struct Signals: Sendable {
        let seen = Turnstile()
        /// Given once for each large body whose sender was cancelled.
        let cancelled = DispatchSemaphore(value: 0)
        /// Given once for each answer that may become whole.
        let finish = DispatchSemaphore(value: 0)
    }

    static var size: Int { Place.allCases.map(\.count).reduce(0, +) }
    static let large = [UInt8](repeating: UInt8(ascii: "x"), count: 8 << 20)

    var clients: [HTTPClient] { [client, narrow] }
    var servers: [ScriptedServer] { [server, busy, silent] }
    private(set) var ends: [String: Int] = [:]
    private let client: HTTPClient
    /// With one connection a host, so that others queue.
    private let narrow: HTTPClient
    private let server: ScriptedServer
    private let busy: ScriptedServer
    private let silent: ScriptedServer
    private let full: FullListener
    private let signals = Signals()
    private var seenTotal = 0

    init() throws {
        let loop = try EventLoop()
        var limits = ClientLimits()
        limits.connectionsPerHost = Self.size
        limits.connectTimeout = .seconds(60)
        client = HTTPClient(loop: loop, limits: limits)
        limits.connectionsPerHost = 1
        narrow = HTTPClient(loop: loop, limits: limits)
        full = try FullListener()
        server = try ScriptedServer { [signals] in Self.play($0, signals) }
        busy = try ScriptedServer { [signals] in Self.play($0, signals) }
        silent = try ScriptedServer { [signals] connection in
            signals.seen.pass()
            connection.waitForEnd()
        }
    }

    private static func play(_ connection: ServerConnection, _ signals: Signals) {
        connection.readSome()
        let place = connection.firstPath.flatMap { Place(rawValue: $0) }
        let ok = "HTTP/1.1 200 OK\r\n"
        switch place {
        case .insideHead: connection.send(ok + "A: b\r\n")
        case .insideBody: connection.send(ok + "Content-Length: 9\r\n\r\nabc")
        case .paused:
            connection.send(ok + "Content-Length: 400000\r\n\r\n")
            connection.send([UInt8](repeating: 1, count: 300_000))
        default: break
        }
        // The reader itself tells that it has come into the body.
        if place != .insideBody, place != .paused { signals.seen.pass() }
        guard place == .finishing else {
            // Nothing more is read of a large body until its sender is gone: the end of the stream
            // waits behind what was sent.
            if place == .sending { signals.cancelled.wait() }
            connection.waitForEnd()
            return
        }
        signals.finish.wait()
        connection.answer([1], fields: ["Connection: close"])
    }

    func prepare() async throws {
        for client in clients { _ = try? await client.fetch(get("http://127.0.0.1:1/")) }
    }

    mutating func round() async throws {
        let holder = start(.beforeHead, narrow, busy.url("/beforeHead"))
        seenTotal += 1
        await signals.seen.wait(for: seenTotal)
        var running: [(place: Place, task: Task<ClientReport, any Error>)] = []
        for place in Place.allCases {
            for _ in 0..<place.count { running.append((place, start(place))) }
            if place.isSeen { seenTotal += place.count }
        }
        await signals.seen.wait(for: seenTotal)
        // Those that no server sees are asked of the clients; each answer is a turn of the loop.
        while await narrow.exchangesUnderWay <= Place.queued.count { await Task.yield() }
        let connecting = Place.allCases.filter { $0 != .queued && $0 != .resolving }
        let sockets = connecting.map(\.count).reduce(0, +) - Place.finishing.count
        while await client.openConnections < sockets { await Task.yield() }
        // The answers that are whole now, and the cancellations, run for the loop side by side.
        for (place, _) in running where place == .finishing { signals.finish.signal() }
        // In an order that mixes the places: 101 has no factor in common with the size.
        for step in running.indices {
            let (place, task) = running[step * 101 % running.count]
            task.cancel()
            if place == .sending { signals.cancelled.signal() }
        }
        for (place, task) in running { try await judge(place, task.result) }
        holder.cancel()
        try await judge(.beforeHead, holder.result)
        try await expectRoom()
    }

    /// The one connection that others queued for is free again.
    private mutating func expectRoom() async throws {
        seenTotal += 1
        signals.finish.signal()
        let answer = try await narrow.fetch(get(busy.url("/finishing")))
        guard answer.body == [1] else { throw Wear.Leak("no room after a cancel") }
    }

    private mutating func judge(
        _ place: Place, _ result: Result<ClientReport, any Error>
    ) throws {
        switch result {
        case .success:
            guard place == .finishing else { throw Wear.Leak("\(place) ended whole") }
            ends["finishing whole", default: 0] += 1
        case .failure(let error):
            guard let fault = error as? ClientFault, fault.reason == .cancelled else {
                throw Wear.Leak("\(place) ended with \(error)")
            }
            guard fault.phase == place.phase || place == .finishing else {
                throw Wear.Leak("\(place) ended in \(fault.phase)")
            }
            guard place != .sending || fault.report.sentBytes < Self.large.count else {
                throw Wear.Leak("nothing was left to send")
            }
            ends[place.rawValue, default: 0] += 1
        }
    }

    private func start(_ place: Place) -> Task<ClientReport, any Error> {
        let path = "/\(place.rawValue)"
        return switch place {
        case .queued: start(place, narrow, busy.url(path))
        case .resolving: start(place, client, "http://localhost:\(full.port)\(path)")
        case .connecting: start(place, client, full.url)
        case .handshake: start(place, client, silent.url(path).replacing("http:", with: "https:"))
        default: start(place, client, server.url(path))
        }
    }

    private func start(
        _ place: Place, _ client: HTTPClient, _ url: String
    ) -> Task<ClientReport, any Error> {
        // Held by the round, which awaits it.
        Task { [signals] in
            var request = get(url, idempotent: place != .sending)
            if place == .sending {
                request.method = .post
                request.body = Self.large
            }
            return try await client.exchange(
                request, deadline: .now().advanced(by: .seconds(60))
            ) { event in
                guard case .body = event, place == .paused || place == .insideBody else { return }
                signals.seen.pass()
                guard place == .paused else { return }
                // A reader that comes back only when it is cancelled.
                let (stream, end) = AsyncStream.makeStream(of: Void.self)
                for await _ in stream {}
                end.finish()
            }
        }
    }
}

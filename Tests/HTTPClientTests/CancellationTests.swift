import Foundation
import HTTPClient
import Reactor
import Synchronization
import Testing

@Suite struct CancellationTests {
    /// Where an exchange stands when its task is cancelled.
    enum Moment: String, CaseIterable, Sendable {
        case handshake, beforeHead, insideHead, insideBody, inReader

        var isSecure: Bool { self == .handshake }

        func play(_ connection: ServerConnection) {
            if self == .handshake { return }
            _ = connection.readRequest()
            switch self {
            case .handshake, .beforeHead: break
            case .insideHead: connection.send("HTTP/1.1 200 OK\r\nA: b\r\n")
            case .insideBody: connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            case .inReader: connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            }
        }
    }

    @Test(arguments: Moment.allCases)
    func cancelledAtOnceAndNothingLeft(moment: Moment) async throws {
        let count = 150
        var limits = ClientLimits()
        limits.connectionsPerHost = count
        limits.connectTimeout = .seconds(30)
        let ended = Mutex(0)
        let allStand = Countdown(count)
        let allEnded = Countdown(count)
        try await withServer(
            { connection in
                moment.play(connection)
                allStand.strike()
                if connection.waitForEnd() { ended.withLock { $0 += 1 } }
                allEnded.strike()
            }, limits: limits
        ) { client, server in
            let url =
                moment.isSecure ? server.url().replacing("http:", with: "https:") : server.url()
            let tasks = (0..<count).map { _ in
                Task {
                    // Held by the test: each is awaited below.
                    try await client.exchange(
                        get(url), deadline: .now().advanced(by: .seconds(60))
                    ) { event in
                        guard moment == .inReader, case .body = event else { return }
                        // A reader that never comes back by itself.
                        let (stream, end) = AsyncStream.makeStream(of: Void.self)
                        for await _ in stream {}
                        end.finish()
                    }
                }
            }
            await allStand.wait()
            for task in tasks { task.cancel() }
            for task in tasks {
                let fault = await #expect(throws: ClientFault.self) { try await task.value }
                // A reader that returns at its cancellation sees the end in the same way.
                #expect(fault?.reason == .cancelled)
                // Far from the deadline, by the loop's own measure.
                #expect((fault?.report.total ?? .seconds(60)) < .seconds(30))
            }
            await allEnded.wait()
            #expect(ended.withLock { $0 } == count)
            #expect(await client.openConnections == 0)
            let left = try Sockets.connected(to: server.port)
            #expect(left == 0)
        }
    }

    @Test func cancelledBeforeItStarts() async throws {
        try await withServer({ _ in }) { client, server in
            for _ in 0..<200 {
                let gate = Signal()
                let task = Task { [client] in
                    await gate.wait()
                    return try await client.fetch(get(server.url()))
                }
                task.cancel()
                gate.give()
                let fault = await #expect(throws: ClientFault.self) { try await task.value }
                #expect(fault?.reason == .cancelled)
            }
            #expect(server.connectionCount == 0)
        }
    }

    /// The cancellation races every step of the start; wherever it falls it must not get lost.
    @Test func cancelledWhileItStarts() async throws {
        try await withServer({ $0.waitForEnd() }) { client, server in
            for round in 0..<400 {
                let task = Task { [client] in try await client.fetch(get(server.url())) }
                for _ in 0..<(round % 40) { await Task.yield() }
                task.cancel()
                let fault = await #expect(throws: ClientFault.self) { try await task.value }
                #expect(fault?.reason == .cancelled)
            }
            let left = try Sockets.connected(to: server.port)
            #expect(left == 0)
            #expect(await client.openConnections == 0)
        }
    }

    @Test func cancelledWhileWaitingForAConnection() async throws {
        var limits = ClientLimits()
        limits.connectionsPerHost = 1
        let arrived = Signal()
        let release = Signal()
        try await withServer(
            { connection in
                while connection.readRequest() != nil {
                    arrived.give()
                    if connection.number == 1 { connection.pause(milliseconds: 300) }
                    connection.answer([1])
                }
            }, limits: limits
        ) { client, server in
            async let first = client.fetch(get(server.url()))
            await arrived.wait()
            let waiting = (0..<100).map { _ in
                Task { [client] in
                    defer { release.give() }
                    return try await client.fetch(get(server.url()))
                }
            }
            for task in waiting { task.cancel() }
            for task in waiting {
                let fault = await #expect(throws: ClientFault.self) { try await task.value }
                #expect(fault?.reason == .cancelled)
                #expect(fault?.phase == .connect)
            }
            let answer = try await first
            #expect(answer.body == [1])
            // The connection is free again for the next in line.
            let next = try await client.fetch(get(server.url()))
            #expect(next.body == [1])
        }
    }

    @Test func aReaderThatThrowsEndsTheExchange() async throws {
        struct Enough: Error {}
        let ended = Signal()
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            connection.waitForEnd()
            ended.give()
        }) { client, server in
            let fault = await #expect(throws: ClientFault.self) {
                try await client.exchange(
                    get(server.url()), deadline: .now().advanced(by: .seconds(10))
                ) { _ in throw Enough() }
            }
            #expect(fault?.reason == .stoppedByReader)
            await ended.wait()
        }
    }

    @Test func descriptorsStayFlat() async throws {
        try await withServer({ connection in
            while connection.readRequest() != nil {
                switch connection.number % 4 {
                case 0: connection.answer([1])
                case 1: connection.reset()
                case 2: connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
                default: connection.waitForEnd()
                }
                if connection.number % 4 != 0 { return }
            }
        }) { client, server in
            for _ in 0..<10 {
                await withTaskGroup { group in
                    for _ in 0..<30 {
                        group.addTask {
                            _ = try? await client.fetch(
                                get(server.url()), within: .milliseconds(60))
                        }
                    }
                }
                // What is left are kept connections of whole answers, never more than ran at once.
                let kept = await client.openConnections
                #expect(kept <= 30)
                let connected = try Sockets.connected(to: server.port)
                #expect(connected == kept)
            }
        }
    }
}

/// Lets a test wait until something has happened a number of times.
final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let signal = Signal()

    init(_ count: Int) { left = Mutex(count) }

    func strike() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { signal.give() }
    }

    func wait() async { await signal.wait() }
}

/// The kernel's list of this machine's TCP sockets.
enum Sockets {
    /// How many sockets that some process still holds open are connected to a local port.
    static func connected(to port: UInt16) throws -> Int {
        let remote = ":" + String(port, radix: 16, uppercase: true).leftPadded(to: 4)
        // Read to its end: files of this kind have no size.
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/net/tcp"))
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            .split(separator: "\n").dropFirst()
            .filter { line in
                let columns = line.split(separator: " ")
                return columns.count > 9 && columns[2].hasSuffix(remote) && columns[9] != "0"
            }.count
    }
}

extension String {
    func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - count)) + self
    }
}

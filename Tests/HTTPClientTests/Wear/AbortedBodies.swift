import Compression
import Foundation
import HTTPClient
import Reactor
import Synchronization

/// Answers that break off in their bodies, each for another reason.
struct AbortedBodies: WornExchanges {
    enum Kind: String, CaseIterable, Sendable {
        case short, reset, chunks, garbledGzip, bomb, overCap, readerThrows, deadline

        var end: ClientFault.Reason {
            switch self {
            case .short, .reset, .chunks: .closedEarly
            case .garbledGzip: .badCompression
            case .bomb: .ratioExceeded
            case .overCap: .tooLarge
            case .readerThrows: .stoppedByReader
            case .deadline: .timeout
            }
        }
    }

    static let each = 12
    static var size: Int { each * Kind.allCases.count }
    let clients: [HTTPClient]
    let servers: [ScriptedServer]
    private(set) var ends: [String: Int] = [:]

    init() throws {
        var limits = ClientLimits()
        limits.bodyBytes = 200_000
        limits.connectionsPerHost = Self.size
        clients = [HTTPClient(loop: try EventLoop(), limits: limits)]
        let bomb = try GzipWriter.compress([UInt8](repeating: 0, count: 4 << 20), level: 9)
        servers = [try ScriptedServer { Self.play($0, bomb: bomb) }]
    }

    private static func play(_ connection: ServerConnection, bomb: [UInt8]) {
        guard let line = connection.readRequest()?.split(separator: " "), line.count > 1,
            let kind = Kind(rawValue: String(line[1].dropFirst()))
        else { return }
        let ok = "HTTP/1.1 200 OK\r\n"
        let close = "Connection: close"
        switch kind {
        case .short: connection.send(ok + "Content-Length: 9000\r\n\r\nabc")
        case .reset:
            connection.send(ok + "Content-Length: 9000\r\n\r\nabc")
            connection.reset()
        case .chunks: connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n")
        case .garbledGzip:
            connection.answer(Array("garbled".utf8), fields: ["Content-Encoding: gzip", close])
        case .bomb: connection.answer(bomb, fields: ["Content-Encoding: gzip", close])
        case .overCap:
            connection.send(ok + "\r\n")
            while connection.send([UInt8](repeating: 1, count: 10_000)) {}
        case .readerThrows, .deadline:
            connection.send(ok + "Content-Length: 9000\r\n\r\nabc")
            connection.waitForEnd()
        }
    }

    func prepare() async throws {
        // Makes libcurl's handle, which has descriptors of its own.
        _ = try? await clients[0].fetch(get("http://127.0.0.1:1/"))
    }

    mutating func round() async throws {
        let client = clients[0]
        let server = servers[0]
        let ended = await withTaskGroup { group in
            for kind in Kind.allCases {
                for _ in 0..<Self.each {
                    group.addTask { (kind, await Self.end(of: kind, client, server)) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (kind, end) in ended {
            // A reset may overtake the head.
            guard end == kind.end.rawValue else { throw Wear.Leak("\(kind) ended \(end)") }
            ends[end, default: 0] += 1
        }
    }

    private static func end(
        of kind: Kind, _ client: HTTPClient, _ server: ScriptedServer
    ) async -> String {
        struct Enough: Error {}
        let time = Duration.milliseconds(kind == .deadline ? 150 : 60_000)
        do {
            try await client.exchange(
                get(server.url("/\(kind.rawValue)")), deadline: .now().advanced(by: time)
            ) { event in
                if kind == .readerThrows, case .body = event { throw Enough() }
            }
            return "whole"
        } catch {
            return error.reason.rawValue
        }
    }
}

import Foundation
import GatewayTesting
import MutationTesting
import Reactor
import Testing
import WireFormat

@testable import HTTPServer
@testable import Web

/// Requests of clients, damaged, through the reader of connections and the whole application.
///
/// `Requests/*.http` are requests as they stand on the wire; `QUOTE` is the id of a quote, `HOLD` of a
/// hold, and `LENGTH` the body's length. Each is damaged as a whole, and its target and its body alone, so that damage also
/// comes behind what the reader of connections lets through.
@Suite struct DamagedRequestTests {
    @Test func damagedRequestsTrapNothing() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
            try await MutationDrill(Self.subjects(), usually: 200).run(log: path)
        }
    }

    private static func subjects() throws -> [MutationSubject] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Requests").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try #require(names.count >= 10)
        return try names.flatMap { name in
            let bytes = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            return try subjects(name, String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func subjects(_ name: String, _ text: String) throws -> [MutationSubject] {
        let scene = try WebScene { _, step, _ in
            switch step {
            case "search", "revalidate": .answer(HoldRoutesTests.offer)
            case "hold": .answer("held H1")
            case "retrieve": .answer("none")
            default: .answer("released")
            }
        }
        let (quote, hold) = try scene.run { scene in
            let quote = try await scene.quote()
            let held = try await scene.hold("{\"quoteId\":\"\(quote)\"}")
            return (try await scene.quote(), try #require(try held.json["holdId"]?.string))
        }
        let filled = text.replacingOccurrences(of: "QUOTE", with: quote)
            .replacingOccurrences(of: "HOLD", with: hold)
        let whole = filled.components(separatedBy: "\r\n\r\n")
        let (head, body) = (whole[0], whole.dropFirst().joined(separator: "\r\n\r\n"))
        let words = head.split(separator: " ", maxSplits: 2).map(String.init)
        let request = { @Sendable (target: String, body: [UInt8]) in
            let line = "\(words[0]) \(target) \(words[2])"
                .replacingOccurrences(of: "LENGTH", with: "\(body.count)")
            return Array((line + "\r\n\r\n").utf8) + body
        }
        let original = Array(body.utf8)
        var subjects = [
            MutationSubject("\(name) whole", input: request(words[1], original)) { bytes, seed in
                try answer(bytes, scene, seed: seed)
            },
            MutationSubject("\(name) target", input: Array(words[1].utf8)) { bytes, seed in
                try answer(request(legal(bytes), original), scene, seed: seed)
            },
        ]
        if !head.contains("chunked"), !body.isEmpty {
            subjects.append(
                MutationSubject("\(name) body", input: original) { bytes, seed in
                    try answer(request(words[1], bytes), scene, seed: seed)
                })
        }
        return subjects
    }

    /// A target that any reader lets through: what may not stand in one is percent-encoded.
    private static func legal(_ bytes: [UInt8]) -> String {
        let plain = Set("-._~/?&=:,%+!$'()*;@".utf8)
        let text = bytes.map { byte in
            let isWord = (48...57).contains(byte) || (65...90).contains(byte & 0xDF)
            return isWord || plain.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(256 + Int(byte), radix: 16).dropFirst()
        }.joined()
        return text.hasPrefix("/") ? text : "/" + text
    }

    /// Reads the connection's bytes in pieces and answers each request in them; what came of the
    /// last one, or of the connection.
    private static func answer(
        _ bytes: [UInt8], _ scene: WebScene, seed: UInt64
    ) throws -> String {
        var reader = RequestReader(limits: HTTPLimits())
        var unread: [UInt8] = []
        var outcome = "no request"
        let size = [7, 100, 1000, 100_000][Int(seed % 4)]
        for start in stride(from: 0, to: bytes.count, by: size) {
            unread += bytes[start..<min(start + size, bytes.count)]
            while !unread.isEmpty {
                let (event, used) = reader.read(unread.span)
                unread.removeFirst(used)
                switch event {
                case .request(let head, let body):
                    let request = HTTPRequest(
                        head: head, body: body, peer: .loopback,
                        arrival: MonotonicInstant(nanoseconds: 0), drain: DrainSignal())
                    outcome = try scene.run { scene in
                        let response = await scene.application.answer(request)
                        _ = try await response.collectedBody()
                        return "\(response.status.rawValue)"
                    }
                case .refused(let refusal): return "refused \(refusal.status.rawValue)"
                case .needsMore, .wantsContinue: break
                }
                if case .needsMore = event, used == 0 { break }
            }
        }
        return outcome
    }
}

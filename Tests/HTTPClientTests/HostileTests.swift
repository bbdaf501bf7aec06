import Compression
import Foundation
import HTTPClient
import Reactor
import Testing

/// What a supplier does wrong, and how an exchange must end.
struct Misdeed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let phase: ClientPhase
    let reason: ClientFault.Reason
    /// Body bytes that must be delivered before the fault.
    var delivered = 0
    /// Whether libcurl takes the answer for well framed, and so keeps the connection.
    let keepsConnection: Bool
    let script: ScriptedServer.Script

    init(
        _ name: String, _ phase: ClientPhase, _ reason: ClientFault.Reason, delivered: Int = 0,
        keepsConnection: Bool = false, _ script: @escaping ScriptedServer.Script
    ) {
        testDescription = name
        self.phase = phase
        self.reason = reason
        self.delivered = delivered
        self.keepsConnection = keepsConnection
        self.script = { connection in
            _ = connection.readRequest()
            script(connection)
        }
    }

    static func head(
        _ name: String, _ phase: ClientPhase, _ reason: ClientFault.Reason, _ text: String
    ) -> Misdeed {
        Misdeed(name, phase, reason) { connection in
            connection.send(text)
            connection.waitForEnd()
        }
    }

    static let ok = "HTTP/1.1 200 OK\r\n"
    static let gzip = "Content-Encoding: gzip"
    static let zeros = [UInt8](repeating: 0, count: 1_000)

    static let breaks: [Misdeed] = [
        Misdeed("closed before the head", .headers, .closedEarly) { _ in },
        Misdeed("reset before the head", .headers, .closedEarly) { $0.reset() },
        Misdeed("closed inside the head", .headers, .closedEarly, keepsConnection: true) {
            $0.send(ok + "A: b\r\n")
        },
        Misdeed("reset inside the body", .body, .closedEarly, delivered: 1_000) { connection in
            connection.send(ok + "Content-Length: 5000\r\n\r\n")
            connection.send(zeros)
            // The reset must not overtake the bytes: it goes out once they are on their way.
            connection.pause(milliseconds: 200)
            connection.reset()
        },
        Misdeed("closed short of its length", .body, .closedEarly, delivered: 1_000) { connection in
            connection.send(ok + "Content-Length: 1001\r\n\r\n")
            connection.send(zeros)
        },
        Misdeed("closed before the last chunk", .body, .closedEarly, delivered: 3) { connection in
            connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        },
        Misdeed("closed inside a chunk", .body, .closedEarly, delivered: 2) { connection in
            connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nab")
        },
    ]

    static let chunks: [Misdeed] =
        [
            ("a chunk size that is no number", "zz\r\nabc\r\n"),
            ("a negative chunk size", "-5\r\nabcde\r\n"),
            ("no chunk size", "\r\nabc\r\n"),
            ("a chunk size beyond 64 bits", "fffffffffffffffff\r\nabc\r\n"),
            ("a chunk longer than its size", "3\r\nabcdef\r\n0\r\n\r\n"),
        ].map { name, body in
            Misdeed(name, .body, .closedEarly) { connection in
                connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n" + body)
                connection.waitForEnd()
            }
        } + [
            // To libcurl a chunk of size 0 with an extension, then a trailer without a colon.
            Misdeed("a chunk size in C", .body, .badHeader) { connection in
                connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n0x5\r\nabcde\r\n")
                connection.waitForEnd()
            },
            Misdeed("one endless trailer", .body, .closedEarly) { connection in
                connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n0\r\nX-Filler: ")
                while connection.send([UInt8](repeating: UInt8(ascii: "y"), count: 8_192)) {}
            },
        ]

    static let heads: [Misdeed] = [
        .head("length is no number", .headers, .badLength, ok + "Content-Length: 1x\r\n\r\n"),
        .head("length has a sign", .headers, .badLength, ok + "Content-Length: +5\r\n\r\n"),
        .head(
            "two lengths", .headers, .badLength,
            ok + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
        .head(
            "length and chunks", .headers, .badLength,
            ok + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        .head("a negative length", .headers, .badProtocol, ok + "Content-Length: -5\r\n\r\n"),
        .head("a list of lengths", .headers, .badLength, ok + "Content-Length: 5, 5\r\n\r\nhello"),
        .head(
            "a length beyond 64 bits", .headers, .badLength,
            ok + "Content-Length: 99999999999999999999\r\n\r\n"),
        .head(
            "packed in transfer", .headers, .badProtocol,
            ok + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        .head(
            "chunked twice", .headers, .badProtocol,
            ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        .head(
            "unknown in transfer", .headers, .badProtocol,
            ok + "Transfer-Encoding: cow\r\n\r\nhello"),
        .head("no colon", .headers, .badProtocol, ok + "Nonsense\r\n\r\n"),
        .head("folded field", .headers, .badHeader, ok + "A: b\r\n c\r\n\r\n"),
        .head("space before the colon", .headers, .badHeader, ok + "A : b\r\n\r\n"),
        .head("CR in a value", .headers, .badHeader, ok + "A: b\rSet-Cookie: c\r\n\r\n"),
        .head("NUL in a value", .headers, .badProtocol, ok + "A: b\0c\r\n\r\n"),
        .head("NUL in a name", .headers, .badProtocol, ok + "A\0: b\r\n\r\n"),
        .head("escape in a value", .headers, .badHeader, ok + "A: \u{1B}[2J\r\n\r\n"),
        .head("not HTTP", .headers, .badProtocol, "SSH-2.0-OpenSSH\r\n\r\n"),
        .head("HTTP/0.9", .headers, .badProtocol, "<html>hello</html>"),
        .head("a negative status", .headers, .badProtocol, "HTTP/1.1 -200 OK\r\n\r\n"),
        .head("a status of four digits", .headers, .badProtocol, "HTTP/1.1 2000 OK\r\n\r\n"),
        .head("another version", .headers, .badProtocol, "HTTP/7.3 200 OK\r\n\r\n"),
        .head("status 99", .headers, .badProtocol, "HTTP/1.1 099 Odd\r\n\r\n"),
        .head("status 600", .headers, .badProtocol, "HTTP/1.1 600 Odd\r\n\r\n"),
        .head("brotli", .headers, .badProtocol, ok + "Content-Encoding: br\r\n\r\n"),
        .head("deflate", .headers, .badProtocol, ok + "Content-Encoding: deflate\r\n\r\n"),
        .head("zstd", .headers, .badProtocol, ok + "Content-Encoding: zstd\r\n\r\n"),
        .head("unknown coding", .headers, .badProtocol, ok + "Content-Encoding: cow\r\n\r\n"),
        .head("two codings", .headers, .badProtocol, ok + "Content-Encoding: gzip, gzip\r\n\r\n"),
        .head("encoding twice", .headers, .badProtocol, ok + "\(gzip)\r\n\(gzip)\r\n\r\n"),
    ]

    static let floods: [Misdeed] = [
        Misdeed("endless fields", .headers, .tooLarge) { connection in
            connection.send(ok)
            while connection.send("X-Filler: y\r\n") {}
        },
        Misdeed("2,000 fields", .headers, .tooLarge) { connection in
            connection.send(ok)
            for number in 0..<2_000 { connection.send("X-\(number): y\r\n") }
            connection.send("\r\n")
        },
        Misdeed("endless long fields", .headers, .tooLarge) { connection in
            connection.send(ok)
            let field = "X-Filler: " + String(repeating: "y", count: 8_000) + "\r\n"
            while connection.send(field) {}
        },
        Misdeed("one endless field", .headers, .tooLarge) { connection in
            connection.send(ok + "X-Filler: ")
            while connection.send([UInt8](repeating: UInt8(ascii: "y"), count: 8_192)) {}
        },
        Misdeed("endless interim answers", .headers, .tooLarge) { connection in
            while connection.send("HTTP/1.1 103 Early Hints\r\n\r\n") {}
        },
        Misdeed("body over the cap", .body, .tooLarge) { connection in
            connection.answer([UInt8](repeating: 1, count: 1_000_001))
        },
        Misdeed("announces more than the cap", .body, .tooLarge) { connection in
            connection.send(ok + "Content-Length: 1000001\r\n\r\n")
            connection.waitForEnd()
        },
        Misdeed("chunks over the cap", .body, .tooLarge) { connection in
            connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n")
            while connection.send("400\r\n" + String(repeating: "x", count: 1_024) + "\r\n") {}
        },
        Misdeed("endless body", .body, .tooLarge) { connection in
            connection.send(ok + "\r\n")
            while connection.send([UInt8](repeating: 1, count: 10_000)) {}
        },
        Misdeed("endless trailers", .body, .tooLarge) { connection in
            connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n")
            while connection.send("X-Filler: y\r\n") {}
        },
    ]

    static func gzip(
        _ name: String, _ reason: ClientFault.Reason,
        _ body: @escaping @Sendable () throws -> [UInt8]
    ) -> Misdeed {
        Misdeed(name, .body, reason, keepsConnection: true) { connection in
            connection.answer((try? body()) ?? [], fields: [gzip])
        }
    }

    static let packed: [Misdeed] = [
        gzip("gzip cut short", .badCompression) { try GzipWriter.compress(zeros).dropLast(9) },
        gzip("gzip without its last byte", .badCompression) {
            try GzipWriter.compress(zeros).dropLast()
        },
        gzip("gzip with a wrong checksum", .badCompression) {
            var bytes = try GzipWriter.compress(zeros)
            bytes[bytes.count - 8] ^= 1
            return bytes
        },
        gzip("gzip with a wrong length", .badCompression) {
            var bytes = try GzipWriter.compress(zeros)
            bytes[bytes.count - 1] ^= 1
            return bytes
        },
        gzip("gzip with a damaged middle", .badCompression) {
            var bytes = try GzipWriter.compress(Array((0..<4_000).map { UInt8($0 * $0 % 251) }))
            for index in 20..<40 { bytes[index] ^= 0xFF }
            return bytes
        },
        gzip("a second member cut short", .badCompression) {
            try GzipWriter.compress(zeros) + GzipWriter.compress(zeros).dropLast(4)
        },
        gzip("gzip and half a magic number", .badCompression) {
            try GzipWriter.compress(zeros) + [0x1F]
        },
        gzip("gzip and garbage", .badCompression) { try GzipWriter.compress(zeros) + [1, 2, 3] },
        gzip("plain text called gzip", .badCompression) { Array("hello".utf8) },
        Misdeed("nothing called gzip", .body, .badCompression, keepsConnection: true) {
            connection in
            connection.send(ok + "Transfer-Encoding: chunked\r\n\(gzip)\r\n\r\n0\r\n\r\n")
            connection.waitForEnd()
        },
        gzip("bomb", .ratioExceeded) {
            try GzipWriter.compress([UInt8](repeating: 0, count: 32 << 20), level: 9)
        },
        gzip("inflates over the cap", .tooLarge) {
            var state: UInt32 = 1
            let noise = (0..<1_000_001).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 28)
            }
            return try GzipWriter.compress(noise)
        },
    ]

    static let redirects = [301, 302, 303, 307, 308].flatMap { status in
        [
            "http://169.254.169.254/", "http://127.0.0.1/", "file:///etc/passwd", "/elsewhere",
            "gopher://127.0.0.1:25/", "",
        ].map { place in
            Misdeed.head(
                "redirect \(status) to \(place)", .headers, .redirectRefused,
                "HTTP/1.1 \(status) Moved\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n")
        }
    }
}

@Suite struct HostileTests {
    @Test(
        arguments: Misdeed.breaks + Misdeed.chunks + Misdeed.heads + Misdeed.floods
            + Misdeed.packed + Misdeed.redirects)
    func misdeedsAreNamed(misdeed: Misdeed) async throws {
        var limits = ClientLimits()
        limits.bodyBytes = 1_000_000
        try await withServer(misdeed.script, limits: limits) { client, server in
            var delivered = Answer()
            let fault = try await client.fault(get(server.url())) { delivered = $0 }
            #expect(fault.reason == misdeed.reason, "\(fault)")
            #expect(fault.phase == misdeed.phase, "\(fault)")
            #expect(delivered.body.count >= misdeed.delivered)
            #expect(delivered.body.count <= limits.bodyBytes)
            #expect(fault.report.bodyBytes == delivered.body.count)
            // Nothing made the client call again, or call elsewhere.
            #expect(server.connectionCount == 1)
            let kept = await client.openConnections
            #expect(kept == 0 || misdeed.keepsConnection)
        }
    }

    @Test func aBodyLongerThanItsLengthIsCutAndTheConnectionDropped() async throws {
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.send(Misdeed.ok + "Content-Length: 5\r\n\r\nhelloHTTP/1.1 200 OK\r\n\r\n")
            connection.waitForEnd()
        }) { client, server in
            #expect(try await client.fetch(get(server.url())).text == "hello")
            let second = try await client.fetch(get(server.url()))
            #expect(second.text == "hello")
            #expect(second.newConnection)
        }
    }

    @Test func nobodyListens() async throws {
        try await withServer({ _ in }) { client, server in
            server.stop()
            // The port stays the listener's until its thread has closed it; every answer is a no.
            let fault = try await client.fault(get("http://127.0.0.1:1/"))
            #expect(fault.phase == .connect)
            #expect(fault.reason == .refused)
            #expect(fault.report.attempts == 0)
        }
    }

    @Test func anUnknownName() async throws {
        try await withServer({ _ in }) { client, _ in
            let fault = try await client.fault(
                ClientRequest(.get, "http://no-such-name.invalid/", idempotent: true),
                within: .seconds(5))
            #expect(fault.phase == .connect)
            // A machine without any resolver answers with silence.
            #expect([.nameNotFound, .timeout].contains(fault.reason))
        }
    }

    @Test(arguments: [
        ("silent before the head", ClientPhase.headers, ""),
        ("silent inside the head", .headers, "HTTP/1.1 200 OK\r\nA: b\r\n"),
        ("silent inside the body", .body, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"),
        (
            "silent inside a chunk", .body,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
        ),
    ])
    func silenceEndsAtTheDeadline(name: String, phase: ClientPhase, sent: String) async throws {
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.send(sent)
            connection.waitForEnd()
        }) { client, server in
            let started = MonotonicInstant.now()
            let fault = try await client.fault(get(server.url()), within: .milliseconds(250))
            let took = started.duration(to: .now())
            #expect(fault.reason == .timeout)
            #expect(fault.phase == phase)
            #expect(took >= .milliseconds(250))
            // The loop's own measure: the test's task may wait long for a thread.
            #expect(fault.report.total < .seconds(5))
            #expect(await client.openConnections == 0)
        }
    }

    @Test func aDrippingBodyEndsAtTheDeadline() async throws {
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while connection.send("x") { connection.pause(milliseconds: 5) }
        }) { client, server in
            var delivered = Answer()
            let fault = try await client.fault(get(server.url()), within: .milliseconds(300)) {
                delivered = $0
            }
            #expect(fault.reason == .timeout)
            #expect(fault.phase == .body)
            #expect(delivered.body.count > 1)
        }
    }

    @Test func aSilentHandshakeEndsAtTheConnectTimeout() async throws {
        var limits = ClientLimits()
        limits.connectTimeout = .seconds(1)
        try await withServer({ $0.waitForEnd() }, limits: limits) { client, server in
            let url = server.url().replacing("http:", with: "https:")
            let fault = try await client.fault(get(url))
            #expect(fault.phase == .tls)
            #expect(fault.reason == .timeout)
            #expect(fault.report.attempts == 0)
        }
    }

    @Test func plainTextWhereTLSShouldBe() async throws {
        try await withServer({ $0.answer() }) { client, server in
            let url = server.url().replacing("http:", with: "https:")
            let fault = try await client.fault(get(url))
            #expect(fault.phase == .tls)
            #expect(fault.reason == .tlsFailed)
        }
    }

    @Test func noTimeLeft() async throws {
        try await withServer({ _ in }) { client, server in
            let fault = try await client.fault(get(server.url()), within: .zero)
            #expect(fault.reason == .timeout)
            #expect(fault.phase == .connect)
            #expect(server.connectionCount == 0)
        }
    }
}

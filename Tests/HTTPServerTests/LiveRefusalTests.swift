import HTTPServer
import Testing

/// The refusals of `RequestReaderTests` again, where they count: on a socket, with a second
/// request behind each that must never be answered.
@Suite(.timeLimit(.minutes(1))) struct LiveRefusalTests {
    private static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)"
    }

    private static let long = String(repeating: "a", count: 65_536)

    static let refused: [(text: String, status: Int)] = [
        (post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
        (post("Content-Length: 0\r\nContent-Length: 0"), 400),
        (post("Content-Length: 0\r\nContent-Length: 40"), 400),
        (post("Content-Length: +5"), 400),
        (post("Content-Length: -1"), 400),
        (post("Content-Length: 0x5"), 400),
        (post("Content-Length: "), 400),
        (post("Content-Length: 99999999999999999999"), 400),
        (post("Transfer-Encoding: chunked", "zz\r\n"), 400),
        (post("Transfer-Encoding: chunked", "0x5\r\n"), 400),
        (post("Transfer-Encoding: chunked", "-5\r\n"), 400),
        (post("Transfer-Encoding: chunked", "+5\r\n"), 400),
        (post("Transfer-Encoding: chunked", "fffffffffffffffff\r\n"), 400),
        (post("Transfer-Encoding: chunked", "3\r\nabcd\r\n0\r\n\r\n"), 400),
        (post("Transfer-Encoding: chunked", "3\nabc\r\n0\r\n\r\n"), 400),
        (post("Transfer-Encoding: gzip, chunked"), 501),
        (post("Transfer-Encoding: unheard-of"), 501),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (post("A: b\r\n folded"), 400),
        (post("Content-Length : 0"), 400),
        ("GET / HTTP/1.1\nHost: x\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\u{0}\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: \(long)\r\n\r\n", 431),
        (
            "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A: b\r\n", count: 2000) + "\r\n",
            431
        ),
        ("GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (post("Content-Length: 1048577", long), 413),
        (post("Expect: the-unexpected\r\nContent-Length: 0"), 417),
        ("get / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
        ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
        ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
        ("GET / HTTP/1.1x\r\nHost: x\r\n\r\n", 400),
    ]

    @Test(arguments: refused)
    func refusedOnceAndClosed(text: String, status: Int) async throws {
        try await withServer(handler: echo) { _, address in
            let answer = try await exchange(text + Self.smuggled, with: address)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.ranges(of: "HTTP/1.1 ").count == 1)
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test(arguments: [
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
        "\r\nPOST http://y/a HTTP/1.9\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "1;x=y\r\na\r\n2\r\nbc\r\n0\r\nT: u\r\n\r\n",
    ])
    func requestsInSingleBytesAreAnsweredTheSame(text: String) async throws {
        try await withServer(handler: echo) { _, address in
            let answers = try await blocking {
                let client = try RawClient(address)
                for byte in (text + text).utf8 { try client.send([byte]) }
                client.halfClose()
                return try client.readToEnd().text
            }
            #expect(bodies(of: answers) == ["POST /a abc", "POST /a abc"])
        }
    }

    @Test func largeBodyWithinItsRoutesLimitIsReadWhole() async throws {
        try await withServer(
            configure: { $0.limits.bodyBytesByRoute = { _, _ in 4_000_000 } },
            handler: { request in
                HTTPResponse(body: .bytes(Array("\(request.body.count)".utf8)))
            }
        ) { _, address in
            let body = String(repeating: "a", count: 3_000_000)
            let answer = try await exchange(
                "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3000000\r\n"
                    + "\r\n\(body)", with: address)
            #expect(bodies(of: answer) == ["3000000"])
        }
    }
}

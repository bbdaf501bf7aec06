import Testing

@testable import HTTPServer

/// What a reader said about some bytes: each request in short, then the refusal, if any.
private func read(_ bytes: [UInt8], pieces: [Int], limits: HTTPLimits = HTTPLimits()) -> [String] {
    var reader = RequestReader(limits: limits)
    var unread: [UInt8] = []
    var said: [String] = []
    var next = 0
    for piece in pieces + [bytes.count] where next < bytes.count {
        let end = min(bytes.count, max(next, piece))
        unread += bytes[next..<end]
        next = end
        while !unread.isEmpty {
            let (event, used) = reader.read(unread.span)
            unread.removeFirst(used)
            switch event {
            case .request(let head, let method, let body):
                let path = String(decoding: head.bytes[head.path], as: UTF8.self)
                let text = String(decoding: body, as: UTF8.self)
                said.append("\(method.rawValue) \(path) \(head.version.rawValue) '\(text)'")
            case .wantsContinue: said.append("continue?")
            case .refused(let refusal): return said + ["\(refusal) \(refusal.status.rawValue)"]
            case .needsMore: break
            }
            if case .needsMore = event, used == 0 { break }
        }
    }
    return said
}

/// Reads whole, cut once at every place, and byte by byte; all must agree.
private func readEveryWay(
    _ text: String, limits: HTTPLimits = HTTPLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
    let bytes = Array(text.utf8)
    let whole = read(bytes, pieces: [], limits: limits)
    for cut in 1..<max(2, bytes.count) {
        // Whether a body has already begun decides about `100 Continue`, nothing else.
        let cutRead = read(bytes, pieces: [cut], limits: limits).filter { $0 != "continue?" }
        #expect(
            cutRead == whole.filter { $0 != "continue?" }, "cut at \(cut)",
            sourceLocation: sourceLocation)
    }
    let single = read(bytes, pieces: Array(1...max(1, bytes.count)), limits: limits)
    #expect(
        single.filter { $0 != "continue?" } == whole.filter { $0 != "continue?" },
        sourceLocation: sourceLocation)
    return whole
}

private let host = "Host: x\r\n"

@Suite struct RequestReaderTests {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        ("\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        ("GET / HTTP/1.0\r\n\r\n", ["GET / HTTP/1.0 ''"]),
        ("GET / HTTP/1.9\r\nHost: x\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        ("GET /?a=/&b HTTP/1.1\r\nHost:x\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        ("GET http://x:80/p?q HTTP/1.1\r\nHost: y\r\n\r\n", ["GET /p HTTP/1.1 ''"]),
        ("GET HTTP://x HTTP/1.1\r\nHost: y\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        ("GET http://x?q HTTP/1.1\r\nHost: y\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        ("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", ["OPTIONS * HTTP/1.1 ''"]),
        ("GET / HTTP/1.1\r\nHost: x\r\nX:\r\nY: \t a b \t\r\n\r\n", ["GET / HTTP/1.1 ''"]),
        (
            "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /c HTTP/1.1\r\n"
                + "Host: x\r\n\r\n",
            ["POST /b HTTP/1.1 'abc'", "GET /c HTTP/1.1 ''"]
        ),
        (
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "3\r\nabc\r\n0a;x=\"y\" ; z\r\n0123456789\r\n000\r\nTrailer: x\r\n\r\n"
                + "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            ["POST / HTTP/1.1 'abc0123456789'", "GET / HTTP/1.1 ''"]
        ),
        (
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\nab",
            ["POST / HTTP/1.1 'ab'"]
        ),
        ("POST / HTTP/1.0\r\nExpect: tea\r\nContent-Length: 1\r\n\r\na", ["POST / HTTP/1.0 'a'"]),
    ])
    func reads(text: String, requests: [String]) {
        #expect(readEveryWay(text) == requests)
    }

    @Test func asksToContinueOnlyWhenTheBodyIsNotThere() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
        let bytes = Array((head + "a").utf8)
        #expect(
            read(bytes, pieces: [head.utf8.count]) == ["continue?", "POST / HTTP/1.1 'a'"])
        #expect(read(bytes, pieces: []) == ["POST / HTTP/1.1 'a'"])
    }

    @Test(arguments: [
        // Request line.
        ("\r\n\r\nGET / HTTP/1.1\r\n", "malformedRequestLine 400"),
        ("\nGET / HTTP/1.1\r\n", "malformedRequestLine 400"),
        (" GET / HTTP/1.1\r\n", "malformedRequestLine 400"),
        ("GET  / HTTP/1.1\r\n", "malformedRequestLine 400"),
        ("GET / HTTP/1.1 \r\n", "malformedRequestLine 400"),
        ("GET /\r\n", "malformedRequestLine 400"),
        ("GET / HTTP/1.1x\r\n", "malformedRequestLine 400"),
        ("GET / HTTP/1.1\n", "malformedRequestLine 400"),
        ("GET / HTTP/1.1\r\r\n", "malformedRequestLine 400"),
        ("GET / http/1.1\r\n", "malformedRequestLine 400"),
        ("GET / HTTP/11\r\n", "malformedRequestLine 400"),
        ("GET /\u{0} HTTP/1.1\r\n", "malformedRequestLine 400"),
        ("GET /é HTTP/1.1\r\n", "malformedRequestLine 400"),
        ("GET /#a HTTP/1.1\r\n", "malformedRequestLine 400"),
        ("\u{16}\u{3}\u{1}\u{2}", "malformedRequestLine 400"),
        ("GET / HTTP/2.0\r\n", "unsupportedVersion 505"),
        ("PRI * HTTP/2.0\r\n\r\n", "unsupportedVersion 505"),
        ("GET / HTTP/0.9\r\n", "unsupportedVersion 505"),
        ("get / HTTP/1.1\r\n\(host)\r\n", "unknownMethod 501"),
        ("BREW / HTTP/1.1\r\n\(host)\r\n", "unknownMethod 501"),
        ("CONNECT x:1 HTTP/1.1\r\n\(host)\r\n", "malformedTarget 400"),
        ("GET * HTTP/1.1\r\n\(host)\r\n", "malformedTarget 400"),
        ("GET a HTTP/1.1\r\n\(host)\r\n", "malformedTarget 400"),
        ("GET http:///a HTTP/1.1\r\n\(host)\r\n", "malformedTarget 400"),
        ("GET http://u@x/ HTTP/1.1\r\n\(host)\r\n", "malformedTarget 400"),
        ("GET ftp://x/ HTTP/1.1\r\n\(host)\r\n", "malformedTarget 400"),
        // Fields.
        ("GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n: x\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\(host)A: b\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\(host)A: b\rc\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\(host)A: b\u{0}\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\(host)A: b\u{7f}\r\n\r\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\(host)\rx", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\(host)\n", "malformedField 400"),
        ("GET / HTTP/1.1\r\n\r\n", "malformedHost 400"),
        ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", "malformedHost 400"),
        ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "malformedHost 400"),
        ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "malformedHost 400"),
        ("POST / HTTP/1.1\r\n\(host)Expect: tea\r\n\r\n", "unknownExpectation 417"),
    ])
    func refusesHead(text: String, refusal: String) {
        #expect(readEveryWay(text) == [refusal])
    }

    @Test(arguments: [
        ("Content-Length: 1\r\nTransfer-Encoding: chunked", "malformedLength 400"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 1", "malformedLength 400"),
        ("Content-Length: 1\r\nContent-Length: 1", "malformedLength 400"),
        ("Content-Length: 1\r\nContent-Length: 2", "malformedLength 400"),
        ("Content-Length: 1, 1", "malformedLength 400"),
        ("Content-Length: +5", "malformedLength 400"),
        ("Content-Length: -1", "malformedLength 400"),
        ("Content-Length: 0x5", "malformedLength 400"),
        ("Content-Length: a", "malformedLength 400"),
        ("Content-Length: 1 1", "malformedLength 400"),
        ("Content-Length:", "malformedLength 400"),
        ("Content-Length: 99999999999999999999", "malformedLength 400"),
        ("Transfer-Encoding: gzip, chunked", "unknownTransferCoding 501"),
        ("Transfer-Encoding: xchunked", "unknownTransferCoding 501"),
        ("Transfer-Encoding: identity", "unknownTransferCoding 501"),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "malformedTransferCoding 400"),
        ("Transfer-Encoding:", "malformedTransferCoding 400"),
        ("Content-Length: 2000000", "bodyTooLarge 413"),
        ("Content-Length: 999999999999999999", "bodyTooLarge 413"),
    ])
    func refusesFraming(fields: String, refusal: String) {
        #expect(readEveryWay("POST / HTTP/1.1\r\n\(host)\(fields)\r\n\r\nabc") == [refusal])
    }

    @Test func refusesChunksIn10() {
        #expect(
            readEveryWay("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                == ["malformedTransferCoding 400"])
    }

    @Test(arguments: [
        "zz\r\n", "0x5\r\nabcde\r\n", "-5\r\n", "+5\r\nabcde\r\n", "\r\n", " 5\r\nabcde\r\n",
        "ffffffffffffffff\r\n", "00000000000000000005\r\n", "5 x\r\n", "5\nabcde\r\n",
        "5;a\nabcde\r\n", "5;a\u{0}\r\n", "5\r\nabcdefg\r\n", "5\r\nabcde0\r\n\r\n",
        "5\r\nabcde\n0\r\n\r\n", "0\r\n\n", "0\r\n: x\r\n\r\n", "0\r\nA : x\r\n\r\n",
        "0\r\nA: x\n\r\n", "0\r\n folded\r\n\r\n",
    ])
    func refusesChunk(text: String) {
        let head = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
        #expect(readEveryWay(head + text) == ["malformedChunk 400"])
    }

    @Test func boundsChunkedBodiesExtensionsAndTrailers() {
        var limits = HTTPLimits()
        limits.bodyBytes = 8
        let head = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
        #expect(
            readEveryWay(head + "8\r\n12345678\r\n0\r\n\r\n", limits: limits)
                == ["POST / HTTP/1.1 '12345678'"])
        #expect(
            readEveryWay(head + "4\r\n1234\r\n5\r\n56789\r\n0\r\n\r\n", limits: limits)
                == ["bodyTooLarge 413"])
        #expect(
            readEveryWay(head + "7fffffffffffff\r\n", limits: limits) == ["bodyTooLarge 413"])
        let long = String(repeating: "a", count: 5000)
        #expect(read(Array((head + "1;\(long)\r\n").utf8), pieces: []) == ["malformedChunk 400"])
        #expect(
            read(Array((head + "0\r\nA: \(long)\r\n").utf8), pieces: []) == ["malformedChunk 400"])
    }

    @Test func boundsTheHead() {
        var limits = HTTPLimits()
        limits.headBytes = 100
        limits.targetBytes = 20
        limits.fields = 3
        let target = "/" + String(repeating: "a", count: 19)
        #expect(
            readEveryWay("GET \(target) HTTP/1.1\r\n\(host)\r\n", limits: limits)
                == ["GET \(target) HTTP/1.1 ''"])
        #expect(
            readEveryWay("GET \(target)a HTTP/1.1\r\n\(host)\r\n", limits: limits)
                == ["targetTooLong 414"])
        let start = "GET / HTTP/1.1\r\n\(host)A: "
        let room = 100 - start.utf8.count - 4
        let fitting = String(repeating: "b", count: room)
        #expect(
            readEveryWay("\(start)\(fitting)\r\n\r\n", limits: limits) == ["GET / HTTP/1.1 ''"])
        #expect(
            readEveryWay("\(start)\(fitting)b\r\n\r\n", limits: limits) == ["headTooLarge 431"])
        #expect(
            readEveryWay("GET / HTTP/1.1\r\n\(host)A:1\r\nB:2\r\n\r\n", limits: limits)
                == ["GET / HTTP/1.1 ''"])
        #expect(
            readEveryWay("GET / HTTP/1.1\r\n\(host)A:1\r\nB:2\r\nC:3\r\n\r\n", limits: limits)
                == ["headTooLarge 431"])
    }

    @Test func defaultLimitsHold() {
        let target = "/" + String(repeating: "a", count: 65_536)
        #expect(
            read(Array("GET \(target)".utf8), pieces: []) == ["targetTooLong 414"])
        let value = String(repeating: "a", count: 65_536)
        #expect(
            read(Array("GET / HTTP/1.1\r\nA: \(value)".utf8), pieces: []) == ["headTooLarge 431"])
        let many = String(repeating: "A: b\r\n", count: 2000)
        #expect(
            read(Array("GET / HTTP/1.1\r\n\(many)\r\n".utf8), pieces: []) == ["headTooLarge 431"])
    }

    @Test func limitOfARouteReplacesThatOfTheServer() {
        var limits = HTTPLimits()
        limits.bodyBytes = 4
        limits.bodyBytesByRoute = { method, path in
            method == .post && path == "/large" ? 10 : nil
        }
        func post(_ path: String, _ count: Int) -> [String] {
            let body = String(repeating: "a", count: count)
            return readEveryWay(
                "POST \(path) HTTP/1.1\r\n\(host)Content-Length: \(count)\r\n\r\n\(body)",
                limits: limits)
        }
        #expect(post("/large?x", 10) == ["POST /large HTTP/1.1 'aaaaaaaaaa'"])
        #expect(post("/large", 11) == ["bodyTooLarge 413"])
        #expect(post("/small", 5) == ["bodyTooLarge 413"])
    }
}

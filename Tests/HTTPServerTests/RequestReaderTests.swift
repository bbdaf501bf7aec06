import Testing

@testable import HTTPServer

/// What depends on more than the bytes; the bytes themselves are in `Fixtures`.
@Suite struct RequestReaderTests {
    /// What a reader says to bytes that come in these pieces, in short.
    private func read(_ pieces: [String], limits: HTTPLimits = HTTPLimits()) -> [String] {
        var reader = RequestReader(limits: limits)
        var unread: [UInt8] = []
        var said: [String] = []
        for piece in pieces {
            unread += Array(piece.utf8)
            var waits = false
            while !unread.isEmpty, !waits {
                let (event, used) = reader.read(unread.span)
                unread.removeFirst(used)
                switch event {
                case .request(_, let body): said.append("body of \(body.count)")
                case .wantsContinue: said.append("continue?")
                case .refused(let refusal): return said + ["\(refusal)"]
                case .needsMore: waits = used == 0
                }
            }
        }
        return said
    }

    @Test func asksToContinueOnlyWhenTheBodyIsNotThere() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n"
        #expect(read([head, "a"]) == ["continue?", "body of 1"])
        #expect(read([head + "a"]) == ["body of 1"])
    }

    @Test(arguments: [
        ("/large?x", 10, "body of 10"), ("/large", 11, "bodyTooLarge"), ("/small", 4, "body of 4"),
        ("/small", 5, "bodyTooLarge"),
    ])
    func limitOfARouteReplacesThatOfTheServer(target: String, count: Int, said: String) {
        var limits = HTTPLimits()
        limits.bodyBytes = 4
        limits.bodyBytesByRoute = { method, path in
            method == .post && path == "/large" ? 10 : nil
        }
        let head = "POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n"
        #expect(read([head + String(repeating: "a", count: count)], limits: limits) == [said])
    }
}

import Reactor
import Testing

@testable import HTTPServer

@Suite struct MessageTests {
    @Test func fieldsAreFoundInAnyCase() throws {
        let request = try HTTPRequest(
            target: "http://a.example:8080/p/%20?x=1?y",
            fields: [("X-One", " first "), ("Accept", "a/b"), ("x-one", "second"), ("X-O", "")])
        #expect(request.fields.first("x-ONE") == "first")
        #expect(request.fields.all("X-One") == ["first", "second"])
        #expect(request.fields.first("X-O") == "")
        #expect(request.fields.first("X") == nil)
        #expect(request.fields.contains("accept"))
        #expect(request.fields.map(\.name) == ["Host", "X-One", "Accept", "x-one", "X-O"])
        #expect(request.path == "/p/%20")
        #expect(request.query == "x=1?y")
        #expect(request.target == "http://a.example:8080/p/%20?x=1?y")
        #expect(request.host == "a.example:8080")
    }

    @Test func placesInTheHeadSurviveALeadingEmptyLine() throws {
        var parser = RequestHeadParser(limits: HTTPLimits())
        let bytes = Array("\r\nGET http://h/a?b HTTP/1.1\r\nHost: x\r\nA: b\r\n\r\n".utf8)
        guard case .complete(let head) = parser.parse(bytes.span) else {
            Issue.record("not complete")
            return
        }
        let request = HTTPRequest(
            head: head, body: [], peer: .loopback, arrival: .distantFuture,
            drain: DrainSignal())
        #expect(request.host == "h")
        #expect(request.path == "/a")
        #expect(request.query == "b")
        #expect(request.fields.first("a") == "b")
    }

    @Test func requestsMadeForTestsAreJudgedToo() {
        #expect(throws: HTTPRefusal.malformedField) {
            try HTTPRequest(target: "/", fields: [("A", "b\u{0}")])
        }
        #expect(throws: HTTPRefusal.malformedTarget) { try HTTPRequest(target: "nothing") }
    }

    @Test(arguments: [
        (Int64(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT"),
        (Int64(0), "Thu, 01 Jan 1970 00:00:00 GMT"),
        (Int64(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT"),
        (Int64(4_107_542_399), "Sun, 28 Feb 2100 23:59:59 GMT"),
        (Int64(4_107_542_400), "Mon, 01 Mar 2100 00:00:00 GMT"),
    ])
    func datesFollowTheCalendar(second: Int64, text: String) {
        #expect(String(decoding: DateField.format(second), as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("Name", "a\r\nB: c"), ("Name", "a\n"), ("Name", "a\u{0}"), ("Na me", "a"), ("", "a"),
        ("Name:", "a"), ("Näme", "a"),
    ])
    func fieldsThatCannotBeSentAreNotWritten(name: String, value: String) {
        let response = HTTPResponse(fields: [("Fine", "yes"), (name, value)])
        #expect(response.wireBytes() == [])
    }

    @Test func engineOwnsItsFields() {
        let response = HTTPResponse(
            status: .created,
            fields: [
                ("content-length", "7"), ("Transfer-Encoding", "x"), ("CONNECTION", "x"),
                ("Date", "x"), ("Kept", "é"),
            ], body: .bytes([0x61]))
        #expect(
            String(decoding: response.wireBytes(), as: UTF8.self)
                == "HTTP/1.1 201 Created\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nKept: é\r\n"
                + "Content-Length: 1\r\nConnection: close\r\n\r\na")
    }

    @Test func streamedBodiesCanBeCollected() async throws {
        let response = HTTPResponse(
            body: .stream { writer in
                try await writer.write([1, 2])
                try await writer.write([3])
            })
        #expect(try await response.collectedBody() == [1, 2, 3])
    }

    @Test(arguments: [0, 99, 100, 199, 600, 1000])
    func unsendableStatusBecomes500(code: Int) {
        #expect(HTTPStatus(rawValue: code) == .internalServerError)
    }
}

@Suite(.timeLimit(.minutes(1))) struct DrainSignalTests {
    @Test func wakesWhoWaitsAndWhoComesLater() async throws {
        let signal = DrainSignal()
        #expect(!signal.isDraining)
        async let early: Void = signal.wait()
        signal.begin()
        try await early
        try await signal.wait()
        #expect(signal.isDraining)
    }

    @Test func cancellationEndsTheWait() async throws {
        let signal = DrainSignal()
        let waiting = Task { try await signal.wait() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}

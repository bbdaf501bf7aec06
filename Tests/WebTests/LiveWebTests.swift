import GatewayTesting
import HTTPServer
import Telemetry
import Testing

/// The application behind a real server, over real sockets.
@Suite(.timeLimit(.minutes(2))) struct LiveWebTests {
    private static let answering: WebScene.Director = { name, step, _ in
        switch step {
        case "search", "revalidate": .answer("\(name)-0 R1 Room RO free EUR 90.00\n")
        default: .answer("held H1")
        }
    }
    private static let hanging: WebScene.Director = { name, _, _ in
        name == "acme" ? .answer("acme-0 R1 Room RO free EUR 90.00\n") : .hang
    }

    private static func get(_ target: String, _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: x\r\n\(fields)Connection: close\r\n\r\n"
    }

    @Test func aWholeAnswerComesOverTheWire() async throws {
        try await withLiveScene(Self.answering) { _, port in
            let answer = try await exchange(
                Self.get(WebScene.search + "&timeoutMs=10000", "X-Request-Id: abc\r\n"), port)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("\r\nX-Request-Id: abc\r\n"))
            #expect(answer.contains("\r\nContent-Length: "))
            #expect(answer.contains(#""outcome":"complete""#))
            #expect(answer.hasSuffix("}"))
        }
    }

    @Test func headHasNoBody() async throws {
        try await withLiveScene(Self.answering) { _, port in
            let head = Self.get("/healthz").replacing("GET", with: "HEAD")
            let answer = try await exchange(head, port)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains("\r\nContent-Length: 15\r\n"))
            #expect(answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func aStreamComesInChunksAndEnds() async throws {
        try await withLiveScene(Self.answering) { _, port in
            let answer = try await exchange(
                Self.get(WebScene.search, "Accept: text/event-stream\r\n"), port)
            #expect(answer.contains("\r\nTransfer-Encoding: chunked\r\n"))
            let names = answer.split(separator: "event: ").dropFirst().map {
                $0.prefix { $0 != "\n" }
            }
            #expect(names.first == "search")
            #expect(names.last == "done")
            #expect(answer.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func aClientThatLeavesCancelsTheCallsNobodyShares() async throws {
        let witness = CancelWitness()
        try await withLiveScene(Self.hanging, observer: witness) { _, port in
            try await blocking {
                let client = try LiveClient(port)
                try client.send(
                    Self.get(WebScene.search + "&timeoutMs=15000", "Accept: text/event-stream\r\n"))
                _ = try client.read(until: "event: offers")
                client.close()
            }
            await witness.cancelled.wait()
        }
    }

    @Test func drainingEndsStreamsWithDone() async throws {
        try await withLiveScene(Self.hanging) { server, port in
            let client = try LiveClient(port)
            let first = try await blocking {
                try client.send(
                    Self.get(WebScene.search + "&timeoutMs=15000", "Accept: text/event-stream\r\n"))
                return try client.read(until: "event: offers")
            }
            #expect(!first.contains("event: done"))
            await server.drain(within: .seconds(10))
            let all = try await blocking { try client.read(until: nil) }
            #expect(all.contains("event: done"))
            #expect(all.contains(#""outcome":"partial""#))
            #expect(all.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", "400", "MALFORMED_REQUEST"),
        ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", "501", "NOT_IMPLEMENTED"),
        (
            "POST /v1/holds HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n", "413",
            "CONTENT_TOO_LARGE"
        ),
        (
            "GET /\(String(repeating: "a", count: 8200)) HTTP/1.1\r\nHost: x\r\n\r\n", "414",
            "TARGET_TOO_LONG"
        ),
    ])
    func theServersOwnRefusalsAreProblems(
        request: String, status: String, code: String
    ) async throws {
        try await withLiveScene(Self.answering) { _, port in
            let answer = try await exchange(request, port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.contains("\r\nContent-Type: application/problem+json\r\n"))
            #expect(answer.contains("\"code\":\"\(code)\""))
        }
    }

    @Test func theJournalTellsNothingOfWhatWasAsked() async throws {
        let body =
            #"{"quoteId":"SECRET-QUOTE","guests":[{"room":0,"firstName":"SECRET-NAME","lastName":"X"}]}"#
        let requests = [
            Self.get("/v1/holds?attempt=SECRET-KEY", "X-Request-Id: req-1\r\n"),
            "POST /v1/holds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: SECRET-KEY\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body,
            Self.get("/v1/quotes/SECRET-QUOTE", "Authorization: Bearer SECRET\r\n"),
            Self.get("/SECRET-PATH"), "nonsense SECRET\r\n\r\n",
        ]
        let expected = [
            #""method":"GET","route":"/v1/holds","status":404"#,
            #""method":"POST","route":"/v1/holds","status":404"#,
            #""method":"GET","route":"/v1/quotes/{quoteId}","status":404"#,
            #""method":"GET","route":"unmatched","status":404"#,
            #""method":"none","route":"unmatched","status":400"#,
        ]
        for (request, part) in zip(requests, expected) {
            let witness = LogWitness()
            try await withLiveScene(Self.answering, log: witness) { _, port in
                _ = try await exchange(request, port)
                await witness.told.wait()
            }
            let event = try #require(witness.kept.events.first)
            let line = String(decoding: LogLine.render(event), as: UTF8.self)
            #expect(line.contains(part), "\(line)")
            #expect(line.contains(#""duration_ms":"#))
            #expect(line.contains(#""request_id":"#))
            #expect(!line.contains("SECRET"))
        }
    }
}

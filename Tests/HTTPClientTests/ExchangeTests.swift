import Compression
import Foundation
import HTTPClient
import Reactor
import Synchronization
import Telemetry
import Testing

@Suite struct ExchangeTests {
    @Test func aWholeAnswer() async throws {
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.answer(Array("hello".utf8), fields: ["X-Thing: a", "x-thing:  b\t"])
        }) { client, server in
            let answer = try await client.fetch(get(server.url()))
            #expect(answer.status == 200)
            #expect(answer.text == "hello")
            #expect(answer.newConnection)
            #expect(answer.headers?["x-THING"] == "a")
            #expect(answer.headers?.all("X-Thing") == ["a", "b"])
            #expect(answer.report.attempts == 1)
            #expect(answer.report.receivedBytes == 5)
            #expect(answer.report.bodyBytes == 5)
            #expect(answer.report.total > .zero)
            #expect(answer.report.total >= answer.report.firstByte)
        }
    }

    @Test(arguments: ["204 No Content", "404 Not Found", "503 Busy", "304 Not Modified"])
    func otherStatusesAreAnswers(status: String) async throws {
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n")
            // A 304 tells the length that a 200 would have.
            let length = status.hasPrefix("304") ? 100_000_000 : 0
            connection.send(
                "HTTP/1.1 \(status)\r\nContent-Encoding: gzip\r\nContent-Length: \(length)\r\n\r\n")
        }) { client, server in
            let answer = try await client.fetch(get(server.url()))
            #expect(answer.status == Int(status.prefix(3)))
            #expect(answer.headers?["A"] == nil)
            #expect(answer.body.isEmpty)
        }
    }

    @Test func theRequestIsWhatWasAsked() async throws {
        let seen = Mutex<[String]>([])
        try await withServer({ connection in
            while let request = connection.readRequest() {
                seen.withLock { $0.append(request) }
                connection.answer()
            }
        }) { client, server in
            var post = ClientRequest(
                .post, server.url("/a/../b?q=1&r=%20"),
                headers: [("Content-Type", "application/json"), ("X-Empty", ""), ("X-Late", "ü")],
                body: Array("{}".utf8), idempotent: true, allowPrivateAddress: true)
            _ = try await client.fetch(post)
            post.body = []
            post.method = .put
            post.acceptsGzip = false
            post.headers = []
            _ = try await client.fetch(post)
            post.method = .delete
            _ = try await client.fetch(post)
            _ = try await client.fetch(get(server.url("/g")))
            let host = "Host: 127.0.0.1:\(server.port)\r\nAccept: */*\r\n"
            #expect(
                seen.withLock { $0 } == [
                    "POST /a/../b?q=1&r=%20 HTTP/1.1\r\n\(host)Accept-Encoding: gzip\r\n"
                        + "Content-Type: application/json\r\nX-Empty:\r\nX-Late: ü\r\n"
                        + "Content-Length: 2\r\n\r\n{}",
                    "PUT /a/../b?q=1&r=%20 HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n",
                    "DELETE /a/../b?q=1&r=%20 HTTP/1.1\r\n\(host)\r\n",
                    "GET /g HTTP/1.1\r\n\(host)Accept-Encoding: gzip\r\n\r\n",
                ])
        }
    }

    @Test func aLargeRequestIsSentWithoutAsking() async throws {
        let seen = Mutex("")
        try await withServer({ connection in
            let request = connection.readRequest() ?? ""
            seen.withLock { $0 = request }
            connection.answer()
        }) { client, server in
            let body = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
            let report = try await client.fetch(
                ClientRequest(
                    .post, server.url(), body: body, idempotent: false, allowPrivateAddress: true)
            ).report
            #expect(report.sentBytes == body.count)
            #expect(
                seen.withLock { $0.hasSuffix("\r\n\r\n" + String(repeating: "x", count: 3 << 20)) })
            #expect(!seen.withLock { $0.prefix(1_000).contains("Expect") })
        }
    }

    static let body = Array((0..<60_000).map { "hotel \($0 * 7919 % 10_007)\n" }.joined().utf8)

    @Test(arguments: ["gzip", "X-GZIP", "identity", ""], [true, false])
    func bodiesArriveWhole(encoding: String, chunked: Bool) async throws {
        let isGzip = encoding.lowercased().hasSuffix("gzip")
        let wire = isGzip ? try GzipWriter.compress(Self.body) : Self.body
        try await withServer({ connection in
            _ = connection.readRequest()
            let encodingField = "Content-Encoding: \(encoding)"
            guard chunked else {
                connection.answer(wire, fields: [encodingField])
                return
            }
            connection.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(encodingField)\r\n\r\n")
            for start in stride(from: 0, to: wire.count, by: 9_973) {
                let piece = wire[start..<min(start + 9_973, wire.count)]
                connection.send(String(piece.count, radix: 16) + "\r\n")
                connection.send(Array(piece) + Array("\r\n".utf8))
            }
            connection.send("0\r\nX-Trailer: t\r\n\r\n")
        }) { client, server in
            let answer = try await client.fetch(get(server.url()))
            #expect(answer.body == Self.body)
            #expect(answer.report.receivedBytes == wire.count)
            #expect(answer.report.bodyBytes == Self.body.count)
            #expect(answer.headers?["x-trailer"] == nil)
        }
    }

    @Test func membersOfGzipFollowOneAnother() async throws {
        let halves = [Self.body.prefix(100_000), Self.body.dropFirst(100_000)]
        let packed = try halves.map { try GzipWriter.compress(Array($0)) }
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.answer(packed[0] + packed[1], fields: ["Content-Encoding: gzip"])
        }) { client, server in
            let answer = try await client.fetch(get(server.url()))
            #expect(answer.body == Self.body)
        }
    }

    /// One coding was announced, so one is undone; the rest is the adapter's to refuse.
    @Test func gzipWithinGzipIsUndoneOnce() async throws {
        let inner = try GzipWriter.compress(Self.body)
        let outer = try GzipWriter.compress(inner)
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.answer(outer, fields: ["Content-Encoding: gzip"])
        }) { client, server in
            let answer = try await client.fetch(get(server.url()))
            #expect(answer.body == inner)
        }
    }

    @Test func everyByteByItself() async throws {
        let text = Array("Zimmer mit Meerblick".utf8)
        let packed = try GzipWriter.compress(text)
        try await withServer({ connection in
            _ = connection.readRequest()
            let head =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
            let size = String(packed.count, radix: 16)
            let wire = Array("\(head)\(size)\r\n".utf8) + packed + Array("\r\n0\r\n\r\n".utf8)
            for byte in wire { connection.send([byte]) }
        }) { client, server in
            let answer = try await client.fetch(get(server.url()))
            #expect(answer.body == text)
        }
    }

    @Test func connectionsAreKeptAndReused() async throws {
        try await withServer({ connection in
            while connection.readRequest() != nil { connection.answer([UInt8(connection.number)]) }
        }) { client, server in
            for number in 0..<50 {
                let answer = try await client.fetch(get(server.url()))
                #expect(answer.newConnection == (number == 0))
                #expect(answer.report.newConnection == (number == 0))
                #expect(answer.body == [1])
            }
            #expect(server.connectionCount == 1)
            #expect(await client.openConnections == 1)
        }
    }

    @Test func noMoreConnectionsThanAllowed() async throws {
        var limits = ClientLimits()
        limits.connectionsPerHost = 3
        try await withServer(
            { connection in
                while connection.readRequest() != nil { connection.answer([1]) }
            }, limits: limits
        ) { client, server in
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { try? await client.fetch(get(server.url())).body }
                }
                for await body in group { #expect(body == [1]) }
            }
            #expect(server.connectionCount <= 3)
        }
    }

    @Test func tooManyExchangesAreRefused() async throws {
        var limits = ClientLimits()
        limits.exchanges = 2
        try await withServer({ $0.waitForEnd() }, limits: limits) { client, server in
            let reasons = await withTaskGroup(of: ClientFault.Reason?.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        try? await client.fault(get(server.url()), within: .milliseconds(500))
                            .reason
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reasons.filter { $0 == .overloaded }.count == 1)
            #expect(reasons.filter { $0 == .timeout }.count == 2)
        }
    }

    @Test func aSlowReaderHoldsTheServerBack() async throws {
        let size = 48 << 20
        var limits = ClientLimits()
        limits.bodyBytes = size
        let poured = Mutex(0)
        let full = Signal()
        try await withServer(
            { connection in
                _ = connection.readRequest()
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                let bytes = [UInt8](repeating: 7, count: size)
                let sent = connection.pour(bytes, quietMilliseconds: 300)
                poured.withLock { $0 = sent }
                full.give()
                connection.send(Array(bytes[sent...]))
            }, limits: limits
        ) { client, server in
            var total = 0
            var longest = 0
            var isFirst = true
            try await client.exchange(
                get(server.url()), deadline: .now().advanced(by: .seconds(20))
            ) { event in
                guard case .body(let piece) = event else { return }
                if isFirst {
                    isFirst = false
                    // The reader waits here until the server can send no more.
                    await full.wait()
                }
                total += piece.count
                longest = max(longest, piece.count)
            }
            #expect(total == size)
            #expect(longest <= 64 << 10)
            // What the kernel keeps for both ends, far below the body.
            #expect(poured.withLock { $0 } < size / 2)
        }
    }

    @Test func proxiesOfTheEnvironmentAreIgnored() async {
        // A process of its own, because the environment is everyone's.
        await #expect(processExitsWith: .success) {
            setenv("http_proxy", "http://127.0.0.1:1", 1)
            setenv("all_proxy", "socks5://127.0.0.1:1", 1)
            try await withServer({ connection in
                _ = connection.readRequest()
                connection.answer([1])
            }) { client, server in
                let answer = try await client.fetch(get(server.url()))
                try #require(answer.body == [1])
            }
        }
    }

    @Test func metricsTellOutcomes() async throws {
        let registry = MetricsRegistry()
        let metrics = try ClientMetrics(registry)
        let loop = try EventLoop()
        defer { loop.stop() }
        let client = HTTPClient(loop: loop, metrics: metrics)
        let server = try ScriptedServer { connection in
            _ = connection.readRequest()
            if connection.number == 1 {
                connection.answer([1, 2, 3], fields: ["Connection: close"])
            }
        }
        defer { server.stop() }
        _ = try await client.fetch(get(server.url()))
        _ = try await client.fault(get(server.url()))
        let page = String(decoding: registry.page(), as: UTF8.self)
        for line in [
            "http_client_exchanges_total{outcome=\"whole\",phase=\"body\"} 1",
            "http_client_exchanges_total{outcome=\"closed_early\",phase=\"headers\"} 1",
            "http_client_connections_total 2", "http_client_received_bytes_total 3",
            "http_client_part_seconds_count{part=\"connect\"} 1",
        ] {
            #expect(page.contains(line + "\n"), "\(line)")
        }
        await client.close()
    }

    @Test func aClosedClientRefuses() async throws {
        let arrived = Signal()
        try await withServer({ connection in
            _ = connection.readRequest()
            arrived.give()
            connection.waitForEnd()
        }) { client, server in
            async let underWay = client.fault(get(server.url()))
            await arrived.wait()
            await client.close()
            let first = try await underWay
            let second = try await client.fault(get(server.url()))
            #expect([first.reason, second.reason] == [.cancelled, .cancelled])
        }
    }
}

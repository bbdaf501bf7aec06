import CSystem
import Glibc
import HTTPServer
import Reactor
import Testing

@Suite(.timeLimit(.minutes(1))) struct LiveTimeoutTests {
    /// Sends `text` byte by byte until the server has had enough; what it said.
    private func trickle(_ text: String, to address: ListenAddress) async throws -> String {
        try await blocking {
            let client = try RawClient(address)
            for byte in text.utf8 {
                try client.send([byte])
                if client.hears(withinMilliseconds: 20) { break }
            }
            return try client.readToEnd().text
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: " + String(repeating: "x", count: 60),
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ])
    func trickleIsCutWith408(text: String) async throws {
        try await withServer(
            configure: {
                $0.timeouts.head = .milliseconds(300)
                $0.timeouts.body = .milliseconds(300)
            }, handler: echo
        ) { _, address in
            let answer = try await trickle(text, to: address)
            #expect(answer.statusLine == "HTTP/1.1 408 Request Timeout")
            #expect(answer.contains("Connection: close"))
        }
    }

    @Test func idleConnectionIsClosedWithoutAWord() async throws {
        try await withServer(
            configure: { $0.timeouts.idle = .milliseconds(100) }, handler: echo
        ) { _, address in
            #expect(try await exchange("", with: address) == "")
            let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", with: address)
            #expect(bodies(of: answer) == ["GET / "])
        }
    }

    @Test func slowHandlerIsCancelledAndAnsweredFor() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.shutdown() }
        let cancelled = Gate()
        try await withServer(
            configure: { $0.timeouts.handler = .milliseconds(100) },
            handler: { _ in
                try? await group.loops[0].sleep(until: .distantFuture)
                cancelled.open()
                return HTTPResponse()
            }
        ) { _, address in
            let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", with: address)
            #expect(answer.statusLine == "HTTP/1.1 503 Service Unavailable")
            await cancelled.wait()
        }
    }

    @Test func bodiesBeingReadAreBoundedTogether() async throws {
        try await withServer(
            configure: { $0.limits.pendingBodyBytes = 3000 }, handler: echo
        ) { _, address in
            let text = try await blocking {
                let body = String(repeating: "a", count: 2000)
                let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2001\r\n"
                let first = try RawClient(address)
                try first.send("\(head)Expect: 100-continue\r\n\r\n")
                _ = try first.read(until: "100 Continue\r\n\r\n")
                try first.send(body)
                // One byte short: the server has counted it when it answers somebody else.
                let other = try RawClient(address)
                try other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try other.read(until: "GET / ")
                let second = try RawClient(address)
                try second.send("\(head)\r\n\(body)")
                let refused = try second.readToEnd().text
                try first.send("b")
                let served = try first.read(until: "b")
                let third = try RawClient(address)
                try third.send("\(head)Connection: close\r\n\r\n\(body)b")
                return [refused, served, try third.readToEnd().text]
            }
            #expect(text[0].statusLine == "HTTP/1.1 503 Service Unavailable")
            #expect(text[1].statusLine == "HTTP/1.1 200 OK")
            #expect(text[2].statusLine == "HTTP/1.1 200 OK")
        }
    }

    @Test func connectionsOverTheMaximumAreTurnedAway() async throws {
        let (records, told) = AsyncStream.makeStream(of: HTTPRefusal?.self)
        try await withServer(
            configure: {
                $0.maximumConnections = 2
                $0.onExchange = { told.yield($0.refusal) }
            }, handler: echo
        ) { _, address in
            let text = try await blocking {
                let first = try RawClient(address)
                let second = try RawClient(address)
                for client in [first, second] {
                    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    _ = try client.read(until: "GET / ")
                }
                let third = try RawClient(address)
                let turnedAway = try third.readToEnd().text
                first.close()
                return turnedAway
            }
            #expect(text.statusLine == "HTTP/1.1 503 Service Unavailable")
            // The exchange is told after its bytes have left, so this may still be on its way.
            var refusals: [HTTPRefusal?] = []
            for await refusal in records.prefix(3) { refusals.append(refusal) }
            #expect(refusals == [nil, nil, .overloaded])
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct LiveDrainTests {
    @Test func idleConnectionsCloseAndNewOnesAreRefused() async throws {
        try await withServer(loops: 2, handler: echo) { server, address in
            let client = try await blocking {
                let client = try RawClient(address)
                try client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try client.read(until: "GET /a ")
                return client
            }
            await server.drain(within: .seconds(20))
            #expect(server.connectionCount == 0)
            #expect(try await blocking { try client.readToEnd().text } == "")
            await #expect(throws: RawClient.Failure.self) {
                try await blocking { _ = try RawClient(address) }
            }
        }
    }

    @Test func runningAnswersEndWithConnectionClose() async throws {
        let began = Gate()
        try await withServer(handler: { request in
            began.open()
            try? await request.drain.wait()
            return await echo(request)
        }) { server, address in
            async let answer = exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n", with: address)
            await began.wait()
            await server.drain(within: .seconds(20))
            let text = try await answer
            #expect(text.contains("Connection: close"))
            #expect(bodies(of: text) == ["GET /a "])
        }
    }

    @Test func streamsAreToldAndMayEndInOrder() async throws {
        let began = Gate()
        try await withServer(handler: { request in
            HTTPResponse(
                body: .stream { writer in
                    try await writer.write(Array("first".utf8))
                    began.open()
                    try await request.drain.wait()
                    try await writer.write(Array("done".utf8))
                })
        }) { server, address in
            async let answer = exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n", with: address)
            await began.wait()
            await server.drain(within: .seconds(20))
            let text = try await answer
            #expect(text.hasSuffix("5\r\nfirst\r\n4\r\ndone\r\n0\r\n\r\n"))
        }
    }

    @Test func whoDoesNotEndIsCutOffAndCancelled() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.shutdown() }
        let witness = StreamWitness()
        try await withServer(handler: waitingStream(witness, on: group)) { server, address in
            let client = try await blocking {
                let client = try RawClient(address)
                try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try client.read(until: "first\n")
                return client
            }
            await server.drain(within: .milliseconds(100))
            await witness.ended.wait()
            #expect(witness.value.isCancelled)
            #expect(server.connectionCount == 0)
            #expect(try await blocking { try client.readToEnd().isReset })
        }
    }

    @Test func pausedListeningRefusesAndResumes() async throws {
        try await withServer(loops: 2, handler: echo) { server, address in
            let open = try await blocking {
                let client = try RawClient(address)
                try client.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try client.read(until: "GET /open ")
                return client
            }
            await server.pauseListening()
            await #expect(throws: RawClient.Failure(call: "connect", code: ECONNREFUSED)) {
                try await blocking { _ = try RawClient(address) }
            }
            try server.resumeListening()
            let answer = try await exchange(
                "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: address)
            #expect(bodies(of: answer) == ["GET /a "])
            let goesOn = try await blocking {
                try open.send("GET /b HTTP/1.0\r\n\r\n")
                return try open.readToEnd().text
            }
            #expect(bodies(of: goesOn) == ["GET /b "])
        }
    }
}

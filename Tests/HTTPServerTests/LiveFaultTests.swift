import HTTPServer
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct LiveFaultTests {
    private func serving<Value: Sendable>(
        _ fault: @escaping @Sendable (RawConnection) async -> Void,
        _ body: (ListenAddress) async throws -> Value
    ) async throws -> Value {
        try await withServer(handler: { request in
            request.path == "/fine" ? await echo(request) : .fault(fault)
        }) { _, address in try await body(address) }
    }

    @Test func rawBytesGoOutAsTheyAreThenClose() async throws {
        let text = try await serving({ wire in
            try? await wire.send(Array("nonsense\n\n".utf8))
        }) { try await exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n", with: $0) }
        #expect(text == "nonsense\n\n")
    }

    @Test func answerCutInMidBodyThenReset() async throws {
        let whole = HTTPResponse(body: .bytes(Array("0123456789".utf8))).wireBytes()
        let (text, isReset) = try await serving({ wire in
            try? await wire.send(Array(whole.dropLast(5)))
            await wire.reset()
        }) { address in
            try await blocking {
                let client = try RawClient(address)
                try client.send(
                    "GET /fine HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try client.readToEnd()
            }
        }
        #expect(isReset)
        #expect(text.contains("GET /fine "))
        #expect(text.hasSuffix("Content-Length: 10\r\nConnection: close\r\n\r\n01234"))
    }

    @Test func resetBeforeAnything() async throws {
        let (text, isReset) = try await serving({ wire in await wire.reset() }) { address in
            try await blocking {
                let client = try RawClient(address)
                try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return try client.readToEnd()
            }
        }
        #expect(text == "")
        #expect(isReset)
    }

    @Test func hangLastsUntilTheClientLeaves() async throws {
        let began = Gate()
        let ended = Gate()
        try await serving({ wire in
            began.open()
            await wire.hang()
            ended.open()
        }) { address in
            let client = try await blocking {
                let client = try RawClient(address)
                try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return client
            }
            await began.wait()
            client.close()
            await ended.wait()
        }
    }
}

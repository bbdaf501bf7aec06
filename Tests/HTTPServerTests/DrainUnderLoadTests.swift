import HTTPServer
import Reactor
import Synchronization
import Testing

/// A drain in the middle of traffic: what was read is answered, what was not is not done.
@Suite(.timeLimit(.minutes(2))) struct DrainUnderLoadTests {
    /// What both sides saw, request by request.
    private final class Ledger: Sendable {
        let handled = Mutex<[String: Int]>([:])
        let answered = Mutex<[String: Int]>([:])
        let isBusy = Gate()

        func noteHandled(_ name: String) {
            let count = handled.withLock { handled in
                handled[name, default: 0] += 1
                return handled.count
            }
            if count == 1500 { isBusy.open() }
        }

        func noteAnswered(_ name: String) { answered.withLock { $0[name, default: 0] += 1 } }
    }

    /// Answers quickly, after some turns of the loop, or in pieces.
    private func handler(_ ledger: Ledger) -> HTTPHandler {
        { request in
            ledger.noteHandled(request.path)
            let body = Array(request.path.utf8)
            switch body.last {
            case UInt8(ascii: "3"), UInt8(ascii: "7"):
                for _ in 0..<20 { await Task.yield() }
            case UInt8(ascii: "5"):
                return HTTPResponse(
                    body: .stream { writer in
                        for byte in body {
                            try await writer.write([byte])
                            await Task.yield()
                        }
                    })
            default: break
            }
            return HTTPResponse(body: .bytes(body))
        }
    }

    /// Sends `depth` requests at a time on one connection until the server has closed it in order.
    private static func hammer(
        _ name: String, depth: Int, _ address: ListenAddress, _ ledger: Ledger
    ) throws {
        let client = try RawClient(address)
        var next = 0
        while true {
            let paths = (next..<next + depth).map { "/\(name)/\($0)" }
            next += depth
            try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
            for path in paths {
                guard let answer = try client.readAnswer() else { return }
                #expect(answer.status == 200)
                #expect(answer.body == path)
                ledger.noteAnswered(answer.body)
            }
        }
    }

    @Test(arguments: 0..<3)
    func everyRequestReadIsAnsweredOnceAndNoOtherIsDone(round: Int) async throws {
        let ledger = Ledger()
        try await withServer(loops: 2, handler: handler(ledger)) { server, address in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<24 {
                    let depth = [1, 4, 16][index % 3]
                    group.addTask {
                        // Also for a client that fails, lest the test wait for it.
                        defer { ledger.isBusy.open() }
                        try await blocking {
                            try Self.hammer("\(index)", depth: depth, address, ledger)
                        }
                    }
                }
                // Connected, idle, with nothing to lose.
                for _ in 0..<4 {
                    group.addTask {
                        try await blocking {
                            let answer = try RawClient(address).readAnswer()
                            #expect(answer == nil)
                        }
                    }
                }
                await ledger.isBusy.wait()
                await server.drain(within: .seconds(60))
                #expect(server.connectionCount == 0)
                try await group.waitForAll()
            }
        }
        let handled = ledger.handled.withLock { $0 }
        #expect(handled.count >= 1500)
        #expect(handled.values.allSatisfy { $0 == 1 })
        #expect(ledger.answered.withLock { $0 } == handled)
    }

    /// An answer that was on its way when the drain began must not leave its connection behind.
    @Test func connectionWhoseLastAnswerWasStillUnsentIsClosedBehindIt() async throws {
        try await withServer(
            configure: { $0.sendBufferBytes = 8192 },
            handler: { _ in HTTPResponse(body: .bytes([UInt8](repeating: 0x61, count: 200_000))) }
        ) { server, address in
            let client = try await blocking {
                let client = try RawClient(address, receiveBuffer: 4096)
                try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return client
            }
            while await server.load().unsentBytes == 0 {}
            async let drained: Void = server.drain(within: .seconds(60))
            let start = MonotonicInstant.now()
            let (body, next) = try await blocking {
                (try client.readAnswer()?.body.utf8.count, try client.readAnswer())
            }
            await drained
            #expect(body == 200_000)
            #expect(next == nil)
            #expect(start.duration(to: .now()) < .seconds(20))
        }
    }
}

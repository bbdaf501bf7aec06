import Glibc
import HTTPServer
import Reactor
import Synchronization
import Testing

/// How one streaming handler fared.
final class StreamWitness: Sendable {
    struct Seen: Sendable {
        var ending: HTTPEnding?
        var isCancelled = false
        var writes = 0
    }

    private let seen = Mutex(Seen())
    /// Opens when the producer has begun.
    let began = Gate()
    /// Opens when the producer has ended, in whatever way.
    let ended = Gate()

    var value: Seen { seen.withLock { $0 } }

    func update(_ change: (inout Seen) -> Void) {
        seen.withLock { change(&$0) }
    }
}

/// Streams one line, then waits for something that never comes, as for slow suppliers.
func waitingStream(_ witness: StreamWitness, on group: EventLoopGroup) -> HTTPHandler {
    { _ in
        HTTPResponse(
            body: .stream { writer in
                defer { witness.ended.open() }
                try await writer.write(Array("first\n".utf8))
                witness.began.open()
                do {
                    try await group.loops[0].sleep(until: .distantFuture)
                } catch {
                    witness.update { $0.isCancelled = true }
                    throw error
                }
            })
    }
}

private let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

@Suite(.timeLimit(.minutes(1))) struct LiveStreamTests {
    @Sendable private func threePieces(_ request: HTTPRequest) async -> HTTPResponse {
        HTTPResponse(
            fields: [("Content-Type", "text/plain")],
            body: .stream { writer in
                for piece in ["one", "", "two", String(repeating: "3", count: 20)] {
                    try await writer.write(Array(piece.utf8))
                }
            })
    }

    @Test func piecesAreChunksAndTheConnectionPersists() async throws {
        try await withServer(handler: threePieces) { _, address in
            let answer = try await exchange(
                get + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: address)
            let body = "\r\n\r\n3\r\none\r\n3\r\ntwo\r\n14\r\n33333333333333333333\r\n0\r\n\r\n"
            #expect(answer.ranges(of: body).count == 2)
            #expect(answer.ranges(of: "Transfer-Encoding: chunked").count == 2)
            #expect(!answer.contains("Content-Length"))
        }
    }

    @Test func version10GetsAPlainBodyEndedByTheClose() async throws {
        try await withServer(handler: threePieces) { _, address in
            let answer = try await exchange(
                "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", with: address)
            #expect(answer.hasSuffix("Connection: close\r\n\r\nonetwo33333333333333333333"))
            #expect(!answer.contains("chunked"))
        }
    }

    @Test func headOfAStreamProducesNothing() async throws {
        let witness = StreamWitness()
        try await withServer(handler: { _ in
            HTTPResponse(
                body: .stream { _ in witness.update { $0.writes += 1 } })
        }) { _, address in
            let answer = try await exchange(
                "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"
                    + "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", with: address)
            #expect(answer.ranges(of: "HTTP/1.1 200 OK").count == 2)
            #expect(answer.hasSuffix("Connection: close\r\n\r\n"))
            #expect(witness.value.writes == 0)
        }
    }

    @Test func failedProducerCutsTheBodySoThatItShows() async throws {
        struct Broken: Error {}
        try await withServer(handler: { _ in
            HTTPResponse(
                body: .stream { writer in
                    try await writer.write(Array("half".utf8))
                    throw Broken()
                })
        }) { _, address in
            let chunked = try await exchange(get, with: address)
            #expect(chunked.hasSuffix("4\r\nhalf\r\n"))
            let isReset = try await blocking {
                let client = try RawClient(address)
                try client.send("GET / HTTP/1.0\r\n\r\n")
                return try client.readToEnd().isReset
            }
            #expect(isReset)
        }
    }

    enum Leaving: CaseIterable { case close, halfClose, reset, halfCloseWithTheRequest }

    /// The promise is 100 ms; the best of several counts, because tests share the machine.
    @Test(arguments: Leaving.allCases)
    func leavingCancelsAStreamThatWaits(how: Leaving) async throws {
        var best = Duration.seconds(60)
        for _ in 0..<10 where best >= .milliseconds(100) {
            best = min(best, try await timeToNotice(how))
        }
        #expect(best < .milliseconds(100))
    }

    private func timeToNotice(_ how: Leaving) async throws -> Duration {
        let group = try EventLoopGroup(count: 1)
        defer { group.shutdown() }
        let witness = StreamWitness()
        let records = Mutex<[HTTPExchangeRecord]>([])
        let recorded = Gate()
        return try await withServer(
            configure: {
                $0.onExchange = { record in
                    records.withLock { $0.append(record) }
                    recorded.open()
                }
            }, handler: waitingStream(witness, on: group)
        ) { _, address in
            let client = try await blocking {
                let client = try RawClient(address)
                try client.send(get)
                if how == .halfCloseWithTheRequest {
                    client.halfClose()
                } else {
                    _ = try client.read(until: "first\n\r\n")
                }
                return client
            }
            let start = MonotonicInstant.now()
            switch how {
            case .close: client.close()
            case .halfClose: client.halfClose()
            case .reset: client.reset()
            case .halfCloseWithTheRequest: break
            }
            await recorded.wait()
            let taken = start.duration(to: records.withLock { $0.first?.end ?? .distantFuture })
            #expect(records.withLock { $0.map(\.ending) } == [.clientLeft])
            // Not begun at all if the FIN was seen before.
            if how != .halfCloseWithTheRequest || witness.value.isCancelled {
                await witness.ended.wait()
                #expect(witness.value.isCancelled)
            }
            return taken
        }
    }

    @Test func resetCancelsAPlainHandlerButAFinDoesNot() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.shutdown() }
        let began = Gate()
        let cancelled = Gate()
        let halfClosed = Gate()
        try await withServer(handler: { request in
            if request.path == "/wait" {
                began.open()
                try? await group.loops[0].sleep(until: .distantFuture)
                cancelled.open()
            } else {
                await halfClosed.wait()
            }
            return HTTPResponse(body: .bytes(Array("done".utf8)))
        }) { _, address in
            let client = try await blocking {
                let client = try RawClient(address)
                try client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                return client
            }
            await began.wait()
            client.reset()
            await cancelled.wait()
            let answer = try await blocking {
                let client = try RawClient(address)
                try client.send(get)
                client.halfClose()
                halfClosed.open()
                return try client.readToEnd().text
            }
            #expect(bodies(of: answer) == ["done"])
        }
    }

    /// Writes for ever and counts.
    private func flood(_ witness: StreamWitness, stalled: Gate) -> HTTPHandler {
        let piece = [UInt8](repeating: 0x61, count: 10_000)
        return { _ in
            HTTPResponse(
                body: .stream { writer in
                    defer { witness.ended.open() }
                    do {
                        while true {
                            witness.update { $0.writes += 1 }
                            try await writer.write(piece)
                        }
                    } catch let error as HTTPEnding {
                        witness.update {
                            $0.ending = error
                            $0.isCancelled = Task.isCancelled
                        }
                        throw error
                    }
                })
        }
    }

    @Test func slowReaderSuspendsTheProducerAndIsDroppedWithAReason() async throws {
        let witness = StreamWitness()
        let records = Mutex<[HTTPExchangeRecord]>([])
        try await withServer(
            configure: {
                $0.timeouts.write = .milliseconds(300)
                $0.highWaterMark = 100_000
                $0.lowWaterMark = 20_000
                $0.onExchange = { record in records.withLock { $0.append(record) } }
            }, handler: flood(witness, stalled: Gate())
        ) { _, address in
            let client = try await blocking {
                let client = try RawClient(address, receiveBuffer: 4096)
                try client.send(get)
                return client
            }
            await witness.ended.wait()
            #expect(witness.value.ending == .clientTooSlow)
            #expect(witness.value.isCancelled)
            // What the system's buffers hold and what the mark allows, not more.
            #expect(witness.value.writes * 10_000 < 1_000_000)
            #expect(records.withLock { $0.map(\.ending) } == [.clientTooSlow])
            let isReset = try await blocking { try client.readToEnd().isReset }
            #expect(isReset)
        }
    }

    @Test func leavingUnderBackPressureWakesTheProducer() async throws {
        let witness = StreamWitness()
        try await withServer(handler: flood(witness, stalled: Gate())) { _, address in
            let client = try await blocking {
                let client = try RawClient(address, receiveBuffer: 4096)
                try client.send(get)
                _ = try client.read(until: "aaaa")
                return client
            }
            client.close()
            await witness.ended.wait()
            #expect(witness.value.ending == .clientLeft)
        }
    }

    @Test func suspendedProducerGoesOnWhenTheClientReads() async throws {
        let total = 3_000_000
        try await withServer(
            configure: {
                $0.highWaterMark = 50_000
                $0.lowWaterMark = 10_000
            },
            handler: { _ in
                HTTPResponse(
                    body: .stream { writer in
                        for _ in 0..<300 {
                            try await writer.write([UInt8](repeating: 0x61, count: 10_000))
                        }
                    })
            }
        ) { _, address in
            let answer = try await exchange("GET / HTTP/1.0\r\n\r\n", with: address)
            let body = try #require(answer.utf8Offset(after: "\r\n\r\n"))
            #expect(answer.utf8.count - body == total)
        }
    }

    @Test func writerMayBeUsedFromOtherExecutors() async throws {
        actor Elsewhere {
            func write(_ text: String, to writer: HTTPBodyWriter) async throws {
                try await writer.write(Array(text.utf8))
            }
        }
        let elsewhere = Elsewhere()
        try await withServer(handler: { _ in
            HTTPResponse(
                body: .stream { writer in
                    try await elsewhere.write("one", to: writer)
                    try await Task.detached { try await writer.write(Array("two".utf8)) }.value
                })
        }) { _, address in
            let answer = try await exchange("GET / HTTP/1.0\r\n\r\n", with: address)
            #expect(answer.hasSuffix("\r\n\r\nonetwo"))
        }
    }
}

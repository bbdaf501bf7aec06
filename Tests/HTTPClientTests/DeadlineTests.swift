import Foundation
import Reactor
import Testing

@testable import HTTPClient

/// Each limit of time over a real socket; `ExchangeTimesTests` has them to the nanosecond.
@Suite struct DeadlineTests {
    /// A peer that is silent from some point on, and what the fault must say.
    struct Silence: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let phase: ClientPhase
        let detail: String
        var secure = false
        /// Bytes to send; none is a GET.
        var sends = 0
        /// The limit that must end it.
        let limit: ExchangeTimes.Limit
        let script: ScriptedServer.Script

        static func after(_ text: String, _ connection: ServerConnection) {
            _ = connection.readRequest()
            connection.send(text)
            connection.waitForEnd()
        }

        static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"

        static let all = [
            Silence(
                testDescription: "TLS", phase: .tls, detail: "no connection: TLS", secure: true,
                limit: .connect
            ) { $0.waitForEnd() },
            Silence(
                testDescription: "total, in TLS", phase: .tls,
                detail: "not whole by the deadline", secure: true, limit: .total
            ) { $0.waitForEnd() },
            Silence(
                testDescription: "total, while nobody reads", phase: .send,
                detail: "not whole by the deadline", sends: 8 << 20, limit: .total
            ) { $0.pause(milliseconds: 20_000) },
            Silence(
                testDescription: "first byte, while nobody reads", phase: .send,
                detail: "no byte of the answer", sends: 8 << 20, limit: .firstByte
            ) { $0.pause(milliseconds: 20_000) },
            Silence(
                testDescription: "total, all sent", phase: .headers,
                detail: "not whole by the deadline", sends: 1_000, limit: .total
            ) { after("", $0) },
            Silence(
                testDescription: "first byte", phase: .headers, detail: "no byte of the answer",
                limit: .firstByte
            ) { after("", $0) },
            Silence(
                testDescription: "between bytes of the head", phase: .headers,
                detail: "no further byte", limit: .betweenBytes
            ) { after("HTTP/1.1 200 OK\r\nA: b\r\n", $0) },
            Silence(
                testDescription: "between bytes of the body", phase: .body,
                detail: "no further byte", limit: .betweenBytes
            ) { after(ok + "abc", $0) },
            Silence(
                testDescription: "total, before the head", phase: .headers,
                detail: "not whole by the deadline", limit: .total
            ) { after("", $0) },
            Silence(
                testDescription: "total, in the body", phase: .body,
                detail: "not whole by the deadline", limit: .total
            ) { after(ok + "abc", $0) },
            Silence(
                testDescription: "total, while the head drips", phase: .headers,
                detail: "not whole by the deadline", limit: .total
            ) { connection in
                _ = connection.readRequest()
                connection.send("HTTP/1.1 200 OK\r\n")
                while connection.send("A: b\r\n") { connection.pause(milliseconds: 5) }
            },
            Silence(
                testDescription: "total, while chunks drip", phase: .body,
                detail: "not whole by the deadline", limit: .total
            ) { connection in
                _ = connection.readRequest()
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                while connection.send("1\r\nx\r\n") { connection.pause(milliseconds: 5) }
            },
        ]
    }

    static let limit = Duration.milliseconds(120)
    /// To open a connection, or to hand over megabytes, takes a busy machine longer.
    static let longLimit = Duration.seconds(1)

    @Test(arguments: Silence.all)
    func theLimitIsNamedAndKept(silence: Silence) async throws {
        var limits = ClientLimits()
        limits.connectTimeout = .seconds(30)
        var total = Duration.seconds(30)
        let limit = [.tls, .send].contains(silence.phase) ? Self.longLimit : Self.limit
        switch silence.limit {
        case .connect: limits.connectTimeout = limit
        case .firstByte: limits.firstByteTimeout = limit
        case .betweenBytes: limits.idleTimeout = limit
        case .total: total = limit
        }
        try await withServer(silence.script, limits: limits) { client, server in
            let url =
                silence.secure ? server.url().replacing("http:", with: "https:") : server.url()
            var request = get(url)
            if silence.sends > 0 {
                request.method = .post
                request.body = [UInt8](repeating: 7, count: silence.sends)
            }
            let called = MonotonicInstant.now()
            var got = Answer()
            let fault = try await client.fault(request, within: total) { got = $0 }
            #expect(called.duration(to: .now()) >= limit)
            #expect(fault.reason == .timeout)
            #expect(fault.phase == silence.phase)
            #expect(fault.detail == silence.detail)
            let isSent = ![.connect, .tls].contains(silence.phase)
            #expect(got.sendings == (isSent ? 1 : 0))
            #expect(fault.report.attempts == (isSent ? 1 : 0))
            // By the loop's own clock, since the test's task may wait long for a thread.
            #expect(fault.report.total < limit + .milliseconds(250))
            #expect(await client.openConnections == 0)
        }
    }

    @Test(arguments: [ExchangeTimes.Limit.connect, .total], ["http:", "https:"])
    func aPeerThatNeverAccepts(limit: ExchangeTimes.Limit, scheme: String) async throws {
        let peer = try FullListener()
        var limits = ClientLimits()
        limits.connectTimeout = limit == .connect ? Self.limit : .seconds(30)
        let total = limit == .total ? Self.limit : .seconds(30)
        try await withServer({ _ in }, limits: limits) { client, _ in
            let url = peer.url.replacing("http:", with: scheme)
            var got = Answer()
            let fault = try await client.fault(get(url), within: total) { got = $0 }
            #expect(fault.reason == .timeout)
            #expect(fault.phase == .connect)
            let detail = limit == .connect ? "no connection: TCP" : limit.rawValue
            #expect(fault.detail == detail)
            #expect(got.sendings == 0)
            #expect(fault.report.attempts == 0)
            #expect(fault.report.total < Self.limit + .milliseconds(250))
        }
    }

    /// Waiting for a free connection is not connecting: it has the deadline alone.
    @Test func theWaitForAConnectionIsNotConnecting() async throws {
        var limits = ClientLimits()
        limits.connectionsPerHost = 1
        limits.connectTimeout = .milliseconds(60)
        try await withServer(
            { connection in
                while connection.readRequest() != nil {
                    connection.pause(milliseconds: 150)
                    connection.answer([1])
                }
            }, limits: limits
        ) { client, server in
            async let first = client.fetch(get(server.url()))
            async let second = client.fetch(get(server.url()))
            let bodies = try await [first.body, second.body]
            #expect(bodies == [[1], [1]])
        }
    }

    /// Silence while the reader is busy is the reader's own.
    @Test func aBusyReaderDoesNotMakeThePeerSilent() async throws {
        var limits = ClientLimits()
        limits.idleTimeout = .milliseconds(80)
        let size = 4 << 20
        let stuck = Signal()
        try await withServer(
            { connection in
                _ = connection.readRequest()
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                let bytes = [UInt8](repeating: 7, count: size)
                let sent = connection.pour(bytes, quietMilliseconds: 250)
                stuck.give()
                connection.send(Array(bytes[sent...]))
            }, limits: limits
        ) { client, server in
            var total = 0
            try await client.exchange(
                get(server.url()), deadline: .now().advanced(by: .seconds(20))
            ) { event in
                guard case .body(let piece) = event else { return }
                if total == 0 { await stuck.wait() }
                total += piece.count
            }
            #expect(total == size)
        }
    }
}

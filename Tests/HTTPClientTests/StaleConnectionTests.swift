import Foundation
import HTTPClient
import Reactor
import Synchronization
import Testing

/// A kept connection that dies under the next request.
@Suite struct StaleConnectionTests {
    /// Answers once, and closes when the next request has come: the worst moment.
    static func answersOnce(_ seen: Tally) -> ScriptedServer.Script {
        { connection in
            guard let first = connection.readRequest() else { return }
            seen.note(first)
            connection.answer([UInt8(connection.number)])
            guard let second = connection.readRequest() else { return }
            seen.note(second)
        }
    }

    final class Tally: Sendable {
        private let requests = Mutex<[String]>([])
        func note(_ request: String) { requests.withLock { $0.append(request) } }
        var lines: [Substring] {
            requests.withLock { $0 }.compactMap { $0.split(separator: "\r\n").first }
        }
    }

    @Test func anIdempotentRequestIsSentOnceMore() async throws {
        let seen = Tally()
        try await withServer(Self.answersOnce(seen)) { client, server in
            let first = try await client.fetch(get(server.url("/1")))
            #expect(first.body == [1])
            let second = try await client.fetch(get(server.url("/2")))
            #expect(second.body == [2])
            #expect(second.newConnection)
            #expect(second.report.attempts == 2)
            #expect(first.sendings == 1 && second.sendings == 1)
            #expect(seen.lines == ["GET /1 HTTP/1.1", "GET /2 HTTP/1.1", "GET /2 HTTP/1.1"])
        }
    }

    /// Close or reset, as the request comes: both are seen as the kept connection's death.
    @Test(arguments: [true, false])
    func theSecondTryHasTheTimeOfTheFirst(resets: Bool) async throws {
        try await withServer({ connection in
            guard connection.readRequest() != nil else { return }
            guard connection.number == 1 else {
                connection.waitForEnd()
                return
            }
            connection.answer([1])
            _ = connection.readRequest()
            if resets { connection.reset() }
        }) { client, server in
            _ = try await client.fetch(get(server.url("/1")))
            let fault = try await client.fault(get(server.url("/2")), within: .milliseconds(200))
            #expect(fault.reason == .timeout, "\(fault)")
            #expect(fault.phase == .headers)
            #expect(fault.report.attempts == 2)
            #expect(fault.report.total < .milliseconds(450))
            #expect(server.connectionCount == 2)
        }
    }

    @Test func anotherRequestGoesOutOnceOnItsOwnConnection() async throws {
        let seen = Tally()
        try await withServer(Self.answersOnce(seen)) { client, server in
            _ = try await client.fetch(get(server.url("/1")))
            var hold = get(server.url("/hold"), idempotent: false)
            hold.method = .post
            hold.body = Array("{}".utf8)
            let answer = try await client.fetch(hold)
            #expect(answer.body == [2])
            #expect(answer.newConnection)
            #expect(answer.report.attempts == 1)
            #expect(seen.lines == ["GET /1 HTTP/1.1", "POST /hold HTTP/1.1"])
        }
    }

    @Test(arguments: [true, false])
    func aNewConnectionThatDiesIsNotTriedAgain(idempotent: Bool) async throws {
        let seen = Tally()
        try await withServer({ connection in
            if let request = connection.readRequest() { seen.note(request) }
        }) { client, server in
            let fault = try await client.fault(get(server.url(), idempotent: idempotent))
            #expect(fault.reason == .closedEarly)
            #expect(fault.phase == .headers)
            #expect(fault.report.attempts == 1)
            #expect(seen.lines.count == 1)
        }
    }

    @Test func aConnectionThatDiesAfterTheFirstByteIsNotTriedAgain() async throws {
        let seen = Tally()
        try await withServer({ connection in
            while let request = connection.readRequest() {
                seen.note(request)
                guard request.hasPrefix("GET /2") else {
                    connection.answer([1])
                    continue
                }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1")
                return
            }
        }) { client, server in
            _ = try await client.fetch(get(server.url("/1")))
            let fault = try await client.fault(get(server.url("/2")))
            #expect(fault.reason == .closedEarly)
            #expect(fault.phase == .body)
            #expect(fault.report.attempts == 1)
            #expect(seen.lines.count == 2)
        }
    }

    @Test func aConnectionClosedWhileItWasKeptIsNotUsed() async throws {
        let closed = Signal()
        try await withServer({ connection in
            _ = connection.readRequest()
            connection.answer([1])
            connection.end()
            closed.give()
        }) { client, server in
            _ = try await client.fetch(get(server.url()))
            await closed.wait()
            let second = try await client.fetch(get(server.url(), idempotent: true))
            #expect(second.body == [1])
            #expect(second.newConnection)
        }
    }
}

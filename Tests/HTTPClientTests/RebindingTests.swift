import Foundation
import Reactor
import Synchronization
import Testing

@testable import HTTPClient

/// Names whose addresses change or lie, told by the test instead of a resolver.
///
/// Connections leave from 127.0.0.1 here: the kernel refuses such a one to a public address at once
/// (EINVAL), so the rule can be seen to let it pass without a packet leaving the machine.
@Suite struct RebindingTests {
    /// What a resolver says at one exchange after the other; the last for ever.
    final class Resolver: Sendable {
        private let answers: Mutex<[String]>

        init(_ answers: [String]) { self.answers = Mutex(answers) }

        func next(_ place: String) -> [String] {
            answers.withLock { answers in
                let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
                return ["\(place):\(answer)"]
            }
        }
    }

    static func withNames(
        _ answers: [String], _ test: (HTTPClient, ScriptedServer) async throws -> Void
    ) async throws {
        let loop = try EventLoop()
        let server = try ScriptedServer { connection in
            while connection.readRequest() != nil { connection.answer([1]) }
        }
        defer {
            server.stop()
            loop.stop()
        }
        let resolver = Resolver(answers)
        let port = server.port
        let client = HTTPClient(
            loop: loop, limits: ClientLimits(), trust: .system, metrics: nil,
            surroundings: Surroundings(
                names: { resolver.next("supplier.test:\(port)") }, source: "127.0.0.1"))
        try await test(client, server)
        await client.close()
    }

    static func ask(_ server: ScriptedServer, allowPrivate: Bool) -> ClientRequest {
        ClientRequest(
            .get, "http://supplier.test:\(server.port)/", idempotent: true,
            allowPrivateAddress: allowPrivate)
    }

    @Test(arguments: ["127.0.0.1", "10.0.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254"])
    func aNameThatWasPublicAndIsLocalNow(local: String) async throws {
        try await Self.withNames(["8.8.8.8", local]) { client, server in
            let first = try await client.fault(Self.ask(server, allowPrivate: false))
            #expect(first.reason == .refused, "\(first)")
            let second = try await client.fault(Self.ask(server, allowPrivate: false))
            #expect(second.reason == .addressForbidden, "\(second)")
            #expect(second.phase == .connect)
            #expect(await client.openConnections == 0)
            #expect(server.connectionCount == 0)
        }
    }

    /// Every address is judged by itself, in whatever order they come.
    @Test(arguments: ["8.8.8.8,127.0.0.1", "127.0.0.1,8.8.8.8", "10.1.1.1,127.0.0.1"])
    func aNameWithSeveralAddresses(addresses: String) async throws {
        try await Self.withNames([addresses]) { client, server in
            let fault = try await client.fault(Self.ask(server, allowPrivate: false))
            #expect(fault.reason == .addressForbidden, "\(fault)")
            #expect(server.connectionCount == 0)
        }
    }

    @Test func aHostThatTheManifestNamesMayBeLocal() async throws {
        try await Self.withNames(["127.0.0.1"]) { client, server in
            let answer = try await client.fetch(Self.ask(server, allowPrivate: true))
            #expect(answer.body == [1])
            // The permission is the request's: the kept connection does not lend it to another.
            let fault = try await client.fault(Self.ask(server, allowPrivate: false))
            #expect(fault.reason == .addressForbidden)
            #expect(fault.report.attempts == 0)
        }
    }

    /// No manifest opens these.
    @Test(arguments: ["169.254.169.254", "0.0.0.0", "224.0.0.1", "255.255.255.255", "[fe80::1]"])
    func nobodyMayGoThere(address: String) async throws {
        try await Self.withNames([address]) { client, server in
            let fault = try await client.fault(Self.ask(server, allowPrivate: true))
            #expect(fault.reason == .addressForbidden, "\(fault)")
        }
    }
}

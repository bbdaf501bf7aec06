import Foundation
import HTTPClient
import Reactor
import Testing

@Suite(.enabled(if: SecureServer.isAvailable))
struct TLSTests {
    func withClient(
        trust: ClientTrust, _ test: (HTTPClient) async throws -> Void
    ) async throws {
        let loop = try EventLoop()
        defer { loop.stop() }
        let client = HTTPClient(loop: loop, trust: trust)
        try await test(client)
        await client.close()
    }

    @Test func aTrustedCertificateForTheName() async throws {
        let server = try SecureServer()
        try await withClient(trust: .file(server.certificate)) { client in
            let answer = try await client.fetch(get(server.url("localhost")))
            #expect(answer.text == "secret")
            #expect(answer.report.tls > .zero)
        }
    }

    @Test func aCertificateForAnotherName() async throws {
        let server = try SecureServer()
        try await withClient(trust: .file(server.certificate)) { client in
            let fault = try await client.fault(get(server.url("127.0.0.1")))
            #expect(fault.reason == .tlsFailed)
            #expect(fault.phase == .connect)
            #expect(fault.report.attempts == 0)
        }
    }

    @Test func aCertificateNobodyVouchesFor() async throws {
        let server = try SecureServer()
        try await withClient(trust: .system) { client in
            let fault = try await client.fault(get(server.url("localhost")))
            #expect(fault.reason == .tlsFailed)
            #expect(fault.phase == .connect)
        }
    }

    @Test func aVersionThatIsTooOld() async throws {
        let server = try SecureServer(extra: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        try await withClient(trust: .file(server.certificate)) { client in
            let fault = try await client.fault(get(server.url("localhost")))
            #expect(fault.reason == .tlsFailed)
            #expect(fault.phase == .connect)
        }
    }
}

import Foundation
import HTTPClient
import Reactor
import Testing

@Suite(.enabled(if: SecureServer.isAvailable))
struct TLSTests {
    /// A server that must be refused, and the words an operator reads.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let detail: String
        var flaw = Certificates.Flaw.none
        var host = "localhost"
        var trustsSystem = false
        var extra: [String] = []

        static let all = [
            Refusal(
                testDescription: "expired", detail: "the certificate has expired", flaw: .expired),
            Refusal(
                testDescription: "not yet valid", detail: "the certificate is not yet valid",
                flaw: .notYetValid),
            Refusal(
                testDescription: "for another name", detail: "for another name", flaw: .otherName),
            Refusal(
                testDescription: "for the name, asked by address", detail: "for another name",
                host: "127.0.0.1"),
            Refusal(
                testDescription: "self-signed", detail: "the certificate is self-signed",
                flaw: .selfSigned),
            Refusal(
                testDescription: "of another authority",
                detail: "the certificate's issuer is not trusted", flaw: .otherAuthority),
            Refusal(
                testDescription: "of an authority the machine does not know",
                detail: "the certificate's issuer is not trusted", trustsSystem: true),
            Refusal(
                testDescription: "TLS 1.0 only", detail: "SSL",
                extra: ["-tls1", "-cipher", "ALL:@SECLEVEL=0"]),
            Refusal(
                testDescription: "TLS 1.1 only", detail: "SSL",
                extra: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]),
        ]
    }

    func withClient(
        trust: ClientTrust, _ test: (HTTPClient) async throws -> Void
    ) async throws {
        let loop = try EventLoop()
        defer { loop.stop() }
        let client = HTTPClient(loop: loop, trust: trust)
        try await test(client)
        #expect(await client.openConnections == 0)
        await client.close()
    }

    @Test(arguments: [["-tls1_2"], ["-tls1_3"]])
    func aServerOfThePrivateAuthority(version: [String]) async throws {
        let server = try SecureServer(extra: version)
        try await withClient(trust: .file(server.certificates.authority)) { client in
            let answer = try await client.fetch(get(server.url("localhost")))
            #expect(answer.text == "secret")
            #expect(answer.report.tls > .zero)
        }
    }

    @Test(arguments: Refusal.all)
    func isRefusedBeforeAnythingIsSent(refusal: Refusal) async throws {
        let server = try SecureServer(refusal.flaw, extra: refusal.extra)
        let trust = ClientTrust.file(server.certificates.authority)
        try await withClient(trust: refusal.trustsSystem ? .system : trust) { client in
            // Idempotent or not: a refusal is final.
            for idempotent in [true, false] {
                let fault = try await client.fault(
                    get(server.url(refusal.host), idempotent: idempotent))
                #expect(fault.reason == .tlsFailed, "\(fault)")
                #expect(fault.phase == .tls)
                #expect(fault.detail.contains(refusal.detail), "\(fault)")
                #expect(fault.report.attempts == 0)
                #expect(fault.report.sentBytes == 0)
            }
        }
    }
}

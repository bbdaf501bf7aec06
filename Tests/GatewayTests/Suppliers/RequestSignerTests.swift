import Digest
import GatewayTesting
import SupplierKit
import Telemetry
import Testing
import TravelModel

@testable import Gateway

/// What leaves for a supplier: addresses, signatures, credentials, and what never leaves.
@Suite struct RequestSignerTests {
    private let now = Instant(millisecondsSinceEpoch: 1_700_000_000_999)

    private func signer(
        _ auth: AuthScheme, _ credentials: [(String, String)] = [("k", "key1"), ("s", "se<cr>et")]
    ) throws -> RequestSigner {
        var manifest = SupplierManifest(
            id: try Sample.supplier("alpha"), name: "Alpha", protocolName: "line",
            baseURL: "https://alpha.test/base")
        manifest.auth = auth
        return RequestSigner(
            Supplier(
                manifest: manifest, adapter: LineProtocol(manifest: manifest),
                credentials: SupplierCredentials(credentials.map { ($0.0, Secret($0.1)) })))
    }

    private func headers(_ auth: AuthScheme) throws -> [String] {
        let request = SupplierRequest(method: .get, path: "/x?y=1", idempotent: true)
        let wire = try signer(auth).sign(request, at: now)
        #expect(wire.url == "https://alpha.test/base/x?y=1")
        return wire.headers.map { "\($0.name): \($0.value)" }
    }

    @Test func eachSchemeWritesItsFields() throws {
        let sha512 = try HashAlgorithm.sha512.hash(Array("key1se<cr>et1700000000".utf8))
        let sha256 = try HashAlgorithm.sha256.hash(Array("key1se<cr>et1700000000".utf8))
        #expect(try headers(.none).isEmpty)
        #expect(try headers(.header(name: "X-API-Key", credential: "k")) == ["X-API-Key: key1"])
        #expect(
            try headers(.basic(user: "k", password: "s"))
                == ["Authorization: Basic a2V5MTpzZTxjcj5ldA=="])
        #expect(
            try headers(.rapid(key: "k", secret: "s")) == [
                "Authorization: EAN apikey=key1,signature=\(Hexadecimal.lowercase(sha512))"
                    + ",timestamp=1700000000"
            ])
        #expect(
            try headers(.apitude(key: "k", secret: "s"))
                == ["Api-key: key1", "X-Signature: \(Hexadecimal.lowercase(sha256))"])
    }

    @Test func credentialsInABodyAreEscaped() throws {
        var request = SupplierRequest(method: .post, path: "/soap", idempotent: true)
        request.body = [.bytes(Array("<P>".utf8)), .xmlCredential("s"), .bytes(Array("</P>".utf8))]
        let wire = try signer(.wsse(user: "k", password: "s")).sign(request, at: now)
        #expect(String(decoding: wire.body, as: UTF8.self) == "<P>se&lt;cr&gt;et</P>")
        #expect(wire.headers.isEmpty)
    }

    @Test(arguments: ["x", "", "/a b", "/a\r\nX: y", "//é"])
    func oddPathsStay(path: String) throws {
        let request = SupplierRequest(method: .get, path: path, idempotent: true)
        let signer = try signer(.none)
        #expect(throws: RequestSigner.Fault.malformedRequest) { try signer.sign(request, at: now) }
    }

    @Test(arguments: [("X", "a\r\nY: b"), ("X", "a\0"), ("X:", "a"), ("", "a"), ("X Y", "a")])
    func fieldsThatWouldSplitTheRequestStay(name: String, value: String) throws {
        var request = SupplierRequest(method: .get, path: "/", idempotent: true)
        request.headers = [(name, value)]
        let signer = try signer(.none)
        #expect(throws: RequestSigner.Fault.malformedRequest) { try signer.sign(request, at: now) }
    }

    @Test func missingAndUnusableCredentialsAreNamedNotShown() throws {
        let request = SupplierRequest(method: .get, path: "/", idempotent: true)
        let scheme = AuthScheme.header(name: "X", credential: "k")
        let none = try signer(scheme, [])
        #expect(throws: RequestSigner.Fault.missingCredential("k")) {
            try none.sign(request, at: now)
        }
        let split = try signer(scheme, [("k", "a\r\nX: b")])
        #expect(throws: RequestSigner.Fault.unusableCredential("k")) {
            try split.sign(request, at: now)
        }
    }

    @Test func credentialsCannotBeSeen() {
        let credentials = SupplierCredentials([("k", Secret("hunter2"))])
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!"\(credentials)\(String(reflecting: credentials))\(dumped)".contains("hunter2"))
    }
}

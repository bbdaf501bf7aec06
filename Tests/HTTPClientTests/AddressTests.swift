import Foundation
import Synchronization
import Testing

@testable import HTTPClient

@Suite struct AddressTests {
    static func bytes(_ text: String) -> [UInt8] {
        for (family, length) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: length)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return []
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1",
        "169.253.0.1", "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255",
        "9.255.255.255",
        "11.0.0.0", "2606:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "64:ff9b::808:808",
        "2002:808:808::1",
    ])
    func publicAddresses(text: String) {
        #expect(AddressRule.kind(Self.bytes(text)) == .open)
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1",
        "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.127.255.255", "::1", "fc00::1",
        "fdff:ffff::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    ])
    func localAddresses(text: String) {
        let kind = AddressRule.kind(Self.bytes(text))
        #expect(kind == .local)
        #expect(AddressRule.permits(kind, allowPrivate: true))
        #expect(!AddressRule.permits(kind, allowPrivate: false))
    }

    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.0.1", "192.0.0.8", "192.0.2.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "192.88.99.1", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::2", "::8.8.8.8", "fe80::1",
        "febf::1", "fec0::1", "ff02::1", "::ffff:8.8.8.8", "::ffff:169.254.169.254",
        "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::1", "2002:a00:1::1",
        "2001::1", "2001:db8::1", "100::1", "5f00::1", "",
    ])
    func addressesNobodyConnectsTo(text: String) {
        let kind = AddressRule.kind(Self.bytes(text))
        #expect(kind == .never)
        #expect(!AddressRule.permits(kind, allowPrivate: true))
    }

    /// Every spelling of this machine that a URL may carry.
    @Test(arguments: [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]",
        "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "0.0.0.0", "0", "0x7f.1", "0x7F.0.0.1",
        "127.0.1", "017700000001", "127.0.0.1.", "localhost.", "LOCALHOST", "%31%32%37.0.0.1",
        "[::7f00:1]", "[::]", "[fe80::1%25lo]", "127.000.000.001", "0300.0250.1", "169.254.169.254",
    ])
    func thisMachineIsRefusedHoweverItIsSpelled(host: String) async throws {
        try await withServer({ $0.answer([1]) }) { client, server in
            let fault = try await client.fault(
                ClientRequest(.get, "http://\(host):\(server.port)/", idempotent: true))
            #expect(fault.phase == .connect)
            #expect([.addressForbidden, .nameNotFound].contains(fault.reason), "\(fault)")
            #expect(server.connectionCount == 0)
        }
    }

    @Test func aKeptConnectionIsNoWayAroundTheRule() async throws {
        try await withServer({ connection in
            while connection.readRequest() != nil { connection.answer([1]) }
        }) { client, server in
            let first = try await client.fetch(get(server.url()))
            #expect(first.body == [1])
            #expect(await client.openConnections == 1)
            let fault = try await client.fault(
                ClientRequest(.get, server.url(), idempotent: true))
            #expect(fault.reason == .addressForbidden)
            #expect(fault.report.attempts == 0)
        }
    }

    @Test(arguments: [
        ("ftp://127.0.0.1/", "neither http nor https"), ("file:///etc/passwd", "neither"),
        ("gopher://127.0.0.1/", "neither"), ("HTTP//x", "neither"), ("", "neither"),
        ("http://", "no host"), ("http:///x", "no host"), ("http://:80/", "no host"),
        ("http://user:secret@127.0.0.1/", "user info"), ("http://a@b", "user info"),
        ("http://127.0.0.1/a b", "must be encoded"), ("http://127.0.0.1/\r\nX: y", "must be"),
        ("http://127.0.0.1/\u{0}", "must be"), ("http://127.0.0.1/ü", "must be"),
        ("http://127.0.0.1\\@x/", "must be"),
        ("http://127.0.0.1/" + String(repeating: "a", count: 20_000), "too long"),
    ])
    func badAddressesAreRefusedUnsent(url: String, reason: String) async throws {
        try await withServer({ _ in }) { client, _ in
            let fault = try await client.fault(get(url))
            #expect(fault.reason == .badRequest)
            #expect(fault.detail.contains(reason), "\(fault)")
            #expect(!fault.detail.contains("secret"))
        }
    }

    @Test(arguments: [
        ("X-A", "b\r\nX-B: c"), ("X-A", "b\n"), ("X-A", "b\r"), ("X-A", "\u{0}"), ("X-A", "\u{7F}"),
        ("X-A", "\u{1B}"), ("X A", "b"), ("X:A", "b"), ("", "b"), ("Ü", "b"), ("X-A\r\n", "b"),
        ("Host", "other"), ("content-length", "5"), ("Transfer-Encoding", "chunked"),
        ("CONNECTION", "close"), ("Expect", "100-continue"), ("Accept-Encoding", "br"),
        ("X-A", String(repeating: "a", count: 40_000)),
    ])
    func badFieldsAreRefusedUnsent(name: String, value: String) async throws {
        try await withServer({ _ in }) { client, server in
            var request = get(server.url())
            request.headers = [(name, value)]
            let fault = try await client.fault(request)
            #expect(fault.reason == .badRequest)
            #expect(server.connectionCount == 0)
        }
    }

    @Test func moreRequestsThatAreRefusedUnsent() async throws {
        try await withServer({ _ in }) { client, server in
            var withBody = get(server.url())
            withBody.body = [1]
            var withManyFields = get(server.url())
            withManyFields.headers = (0...100).map { ("X-\($0)", "y") }
            for request in [withBody, withManyFields] {
                let fault = try await client.fault(request)
                #expect(fault.reason == .badRequest)
            }
            #expect(server.connectionCount == 0)
        }
    }
}

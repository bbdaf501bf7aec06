import Foundation
import SupplierKit
import Testing
import TravelModel
import WireFormat

@Suite struct ManifestLoaderTests {
    private let loader = ManifestLoader(adapters: [EchoAdapter.self])

    private func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appending(path: "Manifests/\(name)")))
    }

    @Test func everyMemberIsRead() throws {
        let manifest = try loader.load(file: "whole.json", bytes: bytes("whole.json")).manifest
        #expect(manifest.id.text == "ota-lisbon")
        #expect(manifest.baseURL == "https://ota.example.com/xml")
        #expect(manifest.auth == .header(name: "X-API-Key", credential: "key"))
        #expect(manifest.limits.hotelsPerRequest == 50)
        #expect(manifest.limits.callsPerSecond == 5)
        #expect(manifest.timeouts.search == .milliseconds(2500))
        #expect(manifest.contractCurrency?.text == "EUR")
        #expect(manifest.taxBasis == .included)
        #expect(manifest.cacheable == [.search])
        #expect(manifest.holdKeeper == .supplier)
        #expect(manifest.holdNeeds == [.guests, .contact])
        #expect(manifest.holdLife == .seconds(300))
        #expect(manifest.tokenLife == .seconds(900))
        #expect(manifest.lookup.after == [.seconds(1), .seconds(2), .milliseconds(4500)])
        #expect(manifest.dialect == ["volume": "3", "shout": "true"])
    }

    @Test func everyMistakeIsNamedAtOnce() throws {
        let refusal = try #require(throws: ManifestLoader.Refusal.self) {
            try loader.load(file: "broken.json", bytes: bytes("broken.json"))
        }
        let lines = refusal.faults.map { "\($0.line) \($0.pointer)" }
        for expected in [
            "5 /hotelsPerRequest", "2 /id", "1 ", "3 /protocol", "4 /baseURL", "6 /auth",
            "6 /auth/key", "7 /limits/nigths", "7 /limits/rooms", "8 /timeoutSeconds/search",
            "9 /contractCurrency", "10 /cacheable/0", "11 /hold/keeper",
            "12 /lookup/afterSeconds", "13 /dialect/list",
        ] {
            #expect(lines.contains(expected), "\(expected) is not among \(lines)")
        }
        #expect(lines.count == 15)
        let text = refusal.description
        #expect(text.contains("broken.json:3:15: /protocol: must be one of echo (did you mean"))
        #expect(text.contains("did you mean \u{201C}nights\u{201D}?"))
        #expect(text.contains("did you mean \u{201C}search\u{201D}?"))
    }

    @Test(
        "a dialect fault has its place",
        arguments: [
            (
                #"{"volume": 12}"#,
                "m.json:3:24: /dialect/volume: must be a whole number (from 0 to 11)"
            ),
            (
                #"{"volum": 1}"#,
                "m.json:3:23: /dialect/volum: unknown setting (did you mean \u{201C}volume\u{201D}?)"
            ),
            (#"{"shout": "yes"}"#, "m.json:3:23: /dialect/shout: must be true or false"),
        ])
    func dialect(dialect: String, fault: String) throws {
        let text = """
            {"id": "x", "name": "X", "protocol": "echo",
             "baseURL": "http://127.0.0.1:1",
             "dialect": \(dialect)}
            """
        let refusal = try #require(throws: ManifestLoader.Refusal.self) {
            try loader.load(file: "m.json", bytes: Array(text.utf8))
        }
        #expect(refusal.description == fault)
    }

    @Test(arguments: ["", "[]", "{\"id\": 1,}", "{\"id\":\"a\",\"id\":\"b\"}"])
    func textThatIsNoManifestIsRefused(text: String) {
        #expect(throws: ManifestLoader.Refusal.self) {
            try loader.load(file: "m.json", bytes: Array(text.utf8))
        }
    }
}

/// An adapter with two settings that answers nothing.
private struct EchoAdapter: SupplierAdapter {
    static let protocolName = "echo"
    private static let refusal = SupplierFailure(.supplierError, phase: .decode)

    init(manifest: SupplierManifest) throws(DialectFault) {
        var dialect = DialectReader(manifest)
        _ = try dialect.integer("volume", in: 0...11, default: 5)
        _ = try dialect.flag("shout", default: false)
        try dialect.refuseOthers()
    }

    func search(_ input: SearchInput) -> any StepMachine<SearchEnd> { EndedStep(.complete) }
    func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
        EndedStep(.expired)
    }
    func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> { EndedStep(.refused(Self.refusal)) }
    func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> { EndedStep(.released) }
    func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> { EndedStep(.notFound) }
}

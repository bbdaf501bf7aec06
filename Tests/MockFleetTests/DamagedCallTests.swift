import Digest
import Foundation
import MockKit
import MockLinkrest
import MockOtaxml
import MockStreamrates
import MutationTesting
import Testing
import WireFormat

/// Calls to the mocks, damaged: each gets an answer of some status.
///
/// The calls are those of the adapters' samples, with a hotel of the catalogue and credentials that
/// the mock takes.
@Suite struct DamagedCallTests {
    @Test func damagedCallsTrapNothing() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
            try await MutationDrill(Self.subjects(), usually: 50).run(log: path)
        }
    }

    private static let now = Moment(milliseconds: 1_796_000_000_000)

    private static func subjects() throws -> [MutationSubject] {
        let mocks: [any MockSupplier] = [LinkrestMock(), OtaxmlMock(), StreamratesMock()]
        let catalogue = try Catalogue(
            folder: FleetTests.root + "/mocks/catalogue", suppliers: mocks.map(\.id))
        var subjects: [MutationSubject] = []
        for mock in mocks {
            let shop = Shop(supplier: mock.id, seed: 5, catalogue: catalogue)
            let code = try #require(shop.listings.keys.sorted().first)
            for folder in ["exemplary", "edge"] {
                let path = FleetTests.root + "/suppliers/\(mock.id)/Tests/Samples/\(folder)"
                for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                where file.hasSuffix(".json") {
                    let bytes = Array(try Data(contentsOf: URL(filePath: "\(path)/\(file)")))
                    let sample = try JSONValue(parsing: bytes, limits: JSONLimits(depth: 48))
                    for (index, exchange) in (sample["exchanges"]?.elements ?? []).enumerated() {
                        guard let call = Call(exchange["request"], of: sample, code: code) else {
                            continue
                        }
                        subjects.append(
                            try subject("\(mock.id) \(file) call \(index)", call, mock, shop))
                    }
                }
            }
        }
        try #require(subjects.count > 100)
        return subjects
    }

    /// The damage falls on the target and the body; each call comes to a mock as it was.
    private static func subject(
        _ name: String, _ call: Call, _ mock: any MockSupplier, _ shop: Shop
    ) throws -> MutationSubject {
        let quiet = try ScenarioReader.read(
            Array(#"{"name":"quiet"}"#.utf8), file: "quiet.json", known: [mock.id: mock.steps])
        let fresh = SupplierDesk(mock, shop: shop, scenario: quiet)
        let fields = try credentials(of: mock.id)
        return MutationSubject(name, input: call.bytes) { bytes, _ in
            var desk = fresh
            let request = Call(bytes, method: call.method).request(fields)
            return "\(desk.handle(request, now: now, wall: now).status)"
        }
    }

    private static func credentials(of supplier: String) throws -> [(name: String, value: String)] {
        let account = LinkrestMock.demoCredentials
        let seconds = now.milliseconds / 1000
        let hash = try HashAlgorithm.sha512.hash(
            Array("\(account.key)\(account.secret)\(seconds)".utf8))
        let signature = Hexadecimal.lowercase(hash)
        return [
            ("Accept", "application/json"), ("Accept-Encoding", "identity"),
            ("User-Agent", "test"), ("Customer-Ip", "192.0.2.7"),
            ("X-API-Key", StreamratesMock.demoKey),
            ("Content-Type", supplier == "otaxml" ? "text/xml" : "application/json"),
            (
                "Authorization",
                "EAN apikey=\(account.key),signature=\(signature),timestamp=\(seconds)"
            ),
        ]
    }
}

/// A call as bytes: the target, an empty line, the body.
private struct Call {
    let method: String
    let bytes: [UInt8]

    init(_ bytes: [UInt8], method: String) {
        self.bytes = bytes
        self.method = method
    }

    /// The request of a sample's exchange, with `code` where the sample has its hotel.
    init?(_ request: JSONValue?, of sample: JSONValue, code: String) {
        guard let request, let method = request["method"]?.string,
            let path = request["path"]?.string
        else { return nil }
        var body = ""
        if let lines = request["body"]?.elements, lines.first?.string != nil {
            body = lines.compactMap(\.string).joined()
        } else if let value = request["body"] {
            var json = JSONWriter()
            value.write(to: &json)
            body = String(decoding: json.bytes, as: UTF8.self)
        }
        var text = "\(path)\n\n\(body)"
            .replacingOccurrences(of: "{{otaxml-user}}", with: OtaxmlMock.demoUser.name)
            .replacingOccurrences(of: "{{otaxml-password}}", with: OtaxmlMock.demoUser.password)
        for hotel in sample["input"]?["hotels"]?.elements ?? [] {
            text = text.replacingOccurrences(of: hotel.string ?? code, with: code)
        }
        self.method = method
        bytes = Array(text.utf8)
    }

    func request(_ fields: [(name: String, value: String)]) -> MockRequest {
        let end = bytes.indices.first { bytes[$0...].starts(with: [10, 10]) } ?? bytes.endIndex
        let target = String(decoding: bytes[..<end], as: UTF8.self)
        let halves = target.split(separator: "?", maxSplits: 1)
        let pairs = (halves.count == 2 ? halves[1] : "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map {
                $0.removingPercentEncoding ?? String($0)
            }
            return (name: parts.first ?? "", value: parts.count == 2 ? parts[1] : "")
        }
        return MockRequest(
            method: method, path: (halves.first ?? "").split(separator: "/").map(String.init),
            query: pairs, fields: fields, body: Array(bytes[end...].dropFirst(2)))
    }
}

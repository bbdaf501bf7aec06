import Foundation
import Gateway
import GatewayTesting
import HTTPServer
import MutationTesting
import SupplierKit
import SupplierLinkrest
import SupplierOtaxml
import SupplierStreamrates
import Synchronization
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// Damaged answers of suppliers through the whole gateway: the real adapter, flights, cache, merge,
/// quotes, JSON to the client, and a hold of what was shown.
///
/// The answers are those of the adapters' samples of searches, with the scene's hotel in place of the
/// sample's. Damage that the adapter survives must not undo what comes after it.
@Suite struct DamagedAnswerTests {
    @Test func damagedAnswersTrapNothing() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
            try await MutationDrill(Self.subjects(), usually: 50).run(log: path)
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../suppliers")

    private static func subjects() throws -> [MutationSubject] {
        let adapters: [any SupplierAdapter.Type] = [
            LinkrestAdapter.self, OtaxmlAdapter.self, StreamratesAdapter.self,
        ]
        let loader = ManifestLoader(adapters: adapters)
        var subjects: [MutationSubject] = []
        for adapter in adapters {
            let folder = root.appending(path: adapter.protocolName)
            let file = folder.appending(path: "supplier.json").path
            let supplier = try loader.load(file: file, bytes: bytes(file))
            for kind in ["exemplary", "edge"] {
                let samples = folder.appending(path: "Tests/Samples/\(kind)").path
                for name in try FileManager.default.contentsOfDirectory(atPath: samples).sorted()
                where name.hasSuffix(".json") {
                    let path = "\(samples)/\(name)"
                    let sample = try JSONValue(
                        parsing: bytes(path), limits: JSONLimits(depth: 48))
                    guard let answered = try AnsweredSearch(sample, folder: samples, supplier)
                    else { continue }
                    subjects.append(
                        MutationSubject(
                            "\(adapter.protocolName) \(kind)/\(name)", input: answered.body
                        ) { bytes, _ in try await answered.run(bytes) })
                }
            }
        }
        try #require(subjects.count > 30)
        return subjects
    }

    fileprivate static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}

/// A search and what the supplier answers.
private struct AnsweredSearch: Sendable {
    /// The last answer's body.
    let body: [UInt8]
    private let target: String
    private let head: ResponseHead
    private let before: [Script]
    private let supplier: ManifestLoader.Supplier

    /// `nil` for a sample of another step, or without an answer that has a body.
    init?(_ sample: JSONValue, folder: String, _ supplier: ManifestLoader.Supplier) throws {
        guard sample["step"]?.string == "search", let stay = sample["input"]?["stay"]?.string,
            let rooms = sample["input"]?["rooms"]?.elements
        else { return nil }
        let hotels = (sample["input"]?["hotels"]?.elements ?? []).compactMap(\.string)
        var answers: [(head: ResponseHead, body: [UInt8])] = []
        for exchange in sample["exchanges"]?.elements ?? [] {
            guard let answer = exchange["answer"], let status: Int = answer["status"]?.integer()
            else { continue }
            let fields = (answer["headers"]?.members ?? []).map {
                (name: $0.name, value: $0.value.string ?? "")
            }
            var text = try Self.text(answer, folder: folder)
            for hotel in hotels {
                text = text.replacingOccurrences(of: hotel, with: "\(supplier.manifest.id)-0")
            }
            answers.append((ResponseHead(status: status, headers: fields), Array(text.utf8)))
        }
        guard let last = answers.popLast(), !last.body.isEmpty else { return nil }
        (head, body) = last
        before = answers.map { Script([.answerHead($0.head), .bytes($0.body)]) }
        self.supplier = supplier
        target =
            "/v1/offers?hotelId=hotel:0&dates=\(stay)"
            + rooms.compactMap { $0.string.map { "&occupancy=\($0)" } }.joined()
    }

    private static func text(_ answer: JSONValue, folder: String) throws -> String {
        if let text = answer["text"]?.string { return text }
        if let file = answer["file"]?.string {
            return String(
                decoding: try DamagedAnswerTests.bytes("\(folder)/\(file)"), as: UTF8.self)
        }
        return answer["body"]?.writtenText ?? ""
    }

    /// Searches, and tries to hold the first offer shown; what came of both.
    func run(_ body: [UInt8]) async throws -> String {
        let damaged = Script([.answerHead(head), .bytes(body)])
        // Plain counting: the gateway of one run asks one call after another.
        let calls = Mutex(0)
        let scene = try WebScene(
            suppliers: [supplier.manifest.id.text],
            account: { account in
                account.manifest = supplier.manifest
                account.manifest.baseURL = "https://\(supplier.manifest.id).test"
                account.adapter = supplier.adapter
                account.credentials = SupplierCredentials(
                    ["linkrest-key", "linkrest-secret", "otaxml-user", "otaxml-password"].map {
                        ($0, Secret("x"))
                    } + [("streamrates-key", Secret("x"))])
            }
        ) { _, _, _ in
            let call = calls.withLock { calls in
                defer { calls += 1 }
                return calls
            }
            return call < before.count ? before[call] : damaged
        }
        return try scene.run { scene in
            let found = try await scene.send(.get, target)
            guard let offer = try found.json["hotels"]?[0]?["offers"]?[0] else {
                let report = try found.json["suppliers"]?[0]
                return "\(found.status) \(report?["status"]?.string ?? found.code ?? "nothing")"
            }
            guard let quote = offer["quoteId"]?.string else { return "an offer without a quote" }
            let shown = try await scene.send(.get, "/v1/quotes/\(quote)")
            let held = try await scene.hold(
                """
                {"quoteId":"\(quote)","guests":[{"room":0,"firstName":"A","lastName":"B"}],\
                "contact":{"email":"a@b.example","phone":"+351 210 000 000"}}
                """)
            return "offers, quote \(shown.status), hold \(held.status) \(held.code ?? "")"
        }
    }
}

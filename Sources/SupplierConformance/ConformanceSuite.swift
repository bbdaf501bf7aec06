import Foundation
import MutationTesting
public import SupplierKit
import TravelModel
import WireFormat

/// The tests every adapter must pass, over the samples beside its own tests.
///
/// `Samples/exemplary` shows the protocol as it should be and never expects a failure;
/// `Samples/edge` shows everything else.
public struct ConformanceSuite: Sendable {
    /// All samples, by folder and name.
    public let samples: [Sample]
    /// What `supplier.json` says.
    public let manifest: SupplierManifest
    private let adapter: any SupplierAdapter.Type

    /// Reads the samples and the manifest of the supplier whose `Tests` folder holds `testsFile`.
    public init(_ adapter: any SupplierAdapter.Type, testsFile: String) throws {
        let tests = URL(filePath: testsFile).deletingLastPathComponent()
        let file = tests.deletingLastPathComponent().appending(path: "supplier.json")
        manifest = try ManifestLoader(adapters: [adapter]).load(
            file: file.path, bytes: Array(try Data(contentsOf: file))
        ).manifest
        self.adapter = adapter
        var samples: [Sample] = []
        for folder in ["exemplary", "edge"] {
            let path = tests.appending(path: "Samples/\(folder)").path
            let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            for name in names where name.hasSuffix(".json") {
                samples.append(try Sample(path: "\(path)/\(name)", name: "\(folder)/\(name)"))
            }
        }
        self.samples = samples
    }

    /// Published wire data beside the repository, `../shared/wire`, as a folder's path.
    ///
    /// It is not part of the product; tests that read it are skipped where it is missing.
    public static func published(_ folder: String, testsFile: String) -> String? {
        let root = URL(filePath: testsFile).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.deletingLastPathComponent().appending(path: "shared/wire/\(folder)").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Runs a sample as recorded and compares requests, offers, drops and verdict.
    ///
    /// With `TRIBUTARY_WRITE_SAMPLES=1` in the environment the file is written instead: for new
    /// samples, whose result is then read by a person.
    public func checkRecorded(_ sample: Sample) throws {
        let run = try SampleRun(sample, suite: self)
        let outcome = try run.recorded()
        if ProcessInfo.processInfo.environment["TRIBUTARY_WRITE_SAMPLES"] == "1" {
            return try write(sample, outcome)
        }
        var faults: [String] = []
        if sample.name.hasPrefix("exemplary"), outcome.isFailure {
            faults.append("an exemplary sample must not end in a failure")
        }
        for index in 0..<max(outcome.requests.count, sample.exchanges.count) {
            let wanted =
                sample.exchanges.indices.contains(index) ? sample.exchanges[index] : nil
            let found =
                try outcome.requests.indices.contains(index)
                ? JSONValue(parsing: Array(SampleText.request(outcome.requests[index]).utf8)) : nil
            let place = "exchanges/\(index)/request"
            if let fault = SampleText.difference(wanted?["request"], found, at: place) {
                faults.append(fault)
            }
        }
        let found = try JSONValue(parsing: Array(SampleText.expectation(outcome).utf8))
        if let fault = SampleText.difference(sample.root["expect"], found, at: "expect") {
            faults.append(fault)
        }
        guard faults.isEmpty else {
            throw SampleFault("\(sample):\n  " + faults.joined(separator: "\n  "))
        }
    }

    /// Runs a sample under everything a network and a supplier may do to it; see ``SampleRun``.
    public func checkHostile(_ sample: Sample) throws {
        let run = try SampleRun(sample, suite: self)
        var faults: [String] = []
        faults += try run.checkPieces()
        faults += try run.checkTruncation()
        faults += try run.checkStrangers()
        guard faults.isEmpty else {
            throw SampleFault("\(sample):\n  " + faults.prefix(10).joined(separator: "\n  "))
        }
    }

    /// Damages the last answer of every sample and lets the adapter take it: any verdict will do.
    ///
    /// To be called in a process of its own, in the body of an exit test, with the path of a
    /// ``MutationTesting/MutationLog``: a trap ends the process.
    public func drill(log path: String) async throws {
        try await MutationDrill(samples.compactMap { try SampleRun($0, suite: self).subject() })
            .run(log: path)
    }

    /// The outcome of another sample, for inputs that build on it.
    func outcome(of name: String) throws -> StepOutcome {
        guard let sample = samples.first(where: { $0.name == name }) else {
            throw SampleFault("there is no sample \(name)")
        }
        return try SampleRun(sample, suite: self).recorded()
    }

    /// The adapter under the manifest with the sample's changes.
    func adapter(for sample: Sample) throws -> any SupplierAdapter {
        var manifest = manifest
        let changes = sample.root["manifest"]
        for member in changes?["dialect"]?.members ?? [] {
            manifest.dialect[member.name] = member.value.string ?? SampleText.line(member.value)
        }
        if let keeper = changes?["holdKeeper"]?.string.flatMap({
            HoldAbility.Keeper(rawValue: $0)
        }) {
            manifest.holdKeeper = keeper
        }
        if let basis = changes?["taxBasis"]?.string.flatMap({
            SupplierManifest.TaxBasis(rawValue: $0)
        }) {
            manifest.taxBasis = basis
        }
        return try adapter.init(manifest: manifest)
    }

    private func write(_ sample: Sample, _ outcome: StepOutcome) throws {
        let requests = outcome.requests.map(SampleText.request)
        let exchanges = sample.exchanges.enumerated().map { index, exchange in
            let request =
                requests.indices.contains(index) ? "\"request\":\(requests[index])," : ""
            return "{\(request)\"answer\":\(SampleText.line(exchange["answer"]))}"
        }
        let parts = (sample.root.members ?? []).compactMap { member -> String? in
            switch member.name {
            case "expect": nil
            case "exchanges": "\"exchanges\":[" + exchanges.joined(separator: ",") + "]"
            default: "\"\(member.name)\":" + SampleText.line(member.value)
            }
        }
        let all = parts + ["\"expect\":" + SampleText.expectation(outcome)]
        let value = try JSONValue(
            parsing: Array(("{" + all.joined(separator: ",") + "}").utf8),
            limits: JSONLimits(depth: 48))
        let text = SampleText.pretty(value) + "\n"
        try Data(text.utf8).write(to: URL(filePath: sample.path))
    }
}

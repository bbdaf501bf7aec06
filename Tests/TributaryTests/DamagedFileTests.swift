import Foundation
import MutationTesting
import SupplierKit
import Testing

@testable import tributary

/// Files an operator writes, damaged: each is read or refused with its faults.
@Suite struct DamagedFileTests {
    @Test func damagedFilesTrapNothing() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
            try await MutationDrill(Self.subjects(), usually: 1000).run(log: path)
        }
    }

    private static func subjects() throws -> [MutationSubject] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let read = { (path: String) in Array(try Data(contentsOf: root.appending(path: path))) }
        var subjects: [MutationSubject] = []
        for path in [
            "docs/examples/tributary.json", "Tests/TributaryTests/Configurations/complete.json",
            "Tests/TributaryTests/Configurations/misspelt.json",
        ] {
            subjects.append(
                MutationSubject(path, input: try read(path)) { bytes, _ in
                    do throws(ConfigurationFaults) {
                        _ = try ConfigurationReader.read(
                            file: path, bytes: bytes, environment: ["LINKREST_SECRET": "s"])
                        return "read"
                    } catch { return error.description.isEmpty ? "nothing said" : "refused" }
                })
        }
        for supplier in ["linkrest", "otaxml", "streamrates"] {
            let path = "suppliers/\(supplier)/supplier.json"
            subjects.append(
                MutationSubject(path, input: try read(path)) { bytes, _ in
                    do throws(ManifestLoader.Refusal) {
                        _ = try SupplierProtocols.loader.load(file: path, bytes: bytes)
                        return "read"
                    } catch { return error.description.isEmpty ? "nothing said" : "refused" }
                })
        }
        return subjects
    }
}

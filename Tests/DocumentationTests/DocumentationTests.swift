import Foundation
import Gateway
import HTTPServer
import Testing
import TravelModel
import Web
import WireFormat

@testable import SupplierKit
@testable import tributary

/// The pages say what the code says: every list that both have is compared.
@Suite struct DocumentationTests {
    @Test func problemCodes() throws {
        let rows = try Document("clients.md").table(under: "Problem codes")
        let told = rows.map { "\(Document.codes(in: $0[0]).joined()) \($0[1])" }
        #expect(
            told.sorted()
                == ProblemCode.allCases.map { "\($0.rawValue) \($0.status.rawValue)" }.sorted())
    }

    @Test func supplierStatuses() throws {
        let page = try Document("clients.md")
        #expect(
            try page.names(under: "Statuses of suppliers")
                == SupplierState.allCases.map(\.rawValue))
        let codes =
            SupplierFailure.Code.allCases.filter { $0 != .cancelled }.map(\.rawValue)
            + [SupplierCode.circuitOpen.text, SupplierCode.shuttingDown.text]
            + SkipReason.allCases.map(\.rawValue)
        #expect(try page.names(under: "Codes of suppliers").sorted() == codes.sorted())
        #expect(
            try page.names(under: "Rates left out") == DropReason.allCases.map(\.rawValue))
        #expect(
            try page.names(under: "What `completeness` means")
                == OfferPrice.Completeness.allCases.map(\.rawValue))
    }

    @Test func settings() throws {
        let rows =
            try Document("operations.md").table(under: "Settings and their variables")
            + Document("health.md").table(under: "Settings")
            + Document("cache.md").table(under: "Settings")
            + Document("explain.md").table(under: "Settings")
        let told = rows.map { Document.codes(in: $0[0] + $0[1]) }
        let known = Setting.all.map {
            [$0.section.isEmpty ? $0.name : "\($0.section).\($0.name)", $0.variable]
        }
        #expect(told == known)
    }

    @Test func metrics() throws {
        let told = try Document("metrics.md").names(under: "Metrics")
        let declared = try Self.declaredMetrics()
        #expect(declared.count > 10)
        #expect(told.sorted() == declared.sorted())
    }

    @Test func theTextOfAnExplainedSearch() throws {
        let file = Document.root.appending(path: "Tests/WebTests/Golden/explained.txt")
        let approved = try String(contentsOf: file, encoding: .utf8)
        #expect(try Document("explain.md").text.contains("```\n\(approved)```\n"))
    }

    @Test func manifestMembers() throws {
        let told = try Document("adding-a-supplier.md").names(under: "Every member")
        var known = ManifestMembers.root
        known += ManifestMembers.limits.map { "limits.\($0)" }
        known += ManifestMembers.timeouts.map { "timeoutSeconds.\($0)" }
        known += ManifestMembers.hold.map { "hold.\($0)" }
        known += ManifestMembers.lookup.map { "lookup.\($0)" }
        let parents = ["limits", "timeoutSeconds", "hold", "lookup"]
        #expect(told.sorted() == known.filter { !parents.contains($0) }.sorted())
    }

    @Test func authenticationSchemes() throws {
        let rows = try Document("adding-a-supplier.md").table(under: "Authentication schemes")
        let told = rows.map { Document.codes(in: $0[0]) + Document.codes(in: $0[1]) }
        #expect(told == ManifestMembers.Scheme.allCases.map { [$0.rawValue] + $0.members })
    }

    @Test func invariantsOfChaosRuns() throws {
        let rows = try Document("chaos.md").table(under: "Invariants")
        let told = rows.map { [Document.codes(in: $0[0]).joined(), $0[1]] }
        #expect(told == Invariants.verdicts(History()).map { [$0.id, $0.promise] })
    }

    @Test func holdStates() throws {
        let page = try Document("holds.md")
        #expect(try page.names(under: "States") == HoldState.allCases.map(\.rawValue))
        #expect(try page.names(under: "Stages") == HoldStage.allCases.map(\.rawValue))
    }

    @Test("The example configuration is read, sets everything, and its manifests load")
    func exampleConfiguration() throws {
        let file = Document.folder.appending(path: "examples/tributary.json")
        let bytes = [UInt8](try Data(contentsOf: file))
        let made = try ConfigurationReader.read(
            file: file.path, bytes: bytes,
            environment: [
                "LINKREST_SECRET": "s", "OTAXML_PASSWORD": "p", "STREAMRATES_KEY": "k",
            ])
        let root = try JSONValue(parsing: bytes)
        for setting in Setting.all {
            // A secret comes from this deployment's own environment.
            if case .secret = setting.kind { continue }
            let section = setting.section.isEmpty ? root : root[setting.section]
            #expect(section?[setting.name] != nil, "\(setting.variable) is not shown")
        }
        for account in made.suppliers {
            let manifest = URL(filePath: account.manifest, relativeTo: file)
            let loaded = try SupplierProtocols.loader.load(
                file: manifest.path, bytes: [UInt8](try Data(contentsOf: manifest)))
            #expect(
                Set(loaded.manifest.auth.credentialNames) == Set(account.credentials.keys))
        }
    }

    @Test("Links lead somewhere", arguments: try Document.all())
    func links(page: Document) {
        for link in page.links {
            let target = Document.folder.appending(path: link).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: target), "\(link)")
        }
    }

    @Test("Pages stay short", arguments: try Document.all())
    func lengths(page: Document) { #expect(page.lines.count <= 280) }

    /// Names of metrics are string literals with one of two beginnings and used for nothing else.
    private static func declaredMetrics() throws -> [String] {
        let sources = Document.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(atPath: sources.path)
        var names: Set<String> = []
        while let path = files?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /"((?:tributary|http_client)_[a-z_]+)"/) {
                names.insert(String(match.output.1))
            }
        }
        return names.sorted()
    }
}

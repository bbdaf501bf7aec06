import Testing

/// The repository held against its own habits, file by file.
@Suite struct TidyTests {
    static let offences =
        Repository.product.flatMap { Inspector(file: $0).product() }
        + Repository.tests.filter { !$0.path.hasPrefix("Tests/TidyTests/") }
        .flatMap { Inspector(file: $0).test() }

    @Test(arguments: Rule.allCases) func everyFileKeepsTheRule(rule: Rule) {
        let exempt = Exemptions.all.filter { $0.rule == rule }
        let found = Self.offences.filter { offence in
            offence.rule == rule && !exempt.contains { $0.covers(offence) }
        }
        for offence in found { Issue.record("\(offence)") }
    }

    @Test func everyExemptionIsNeededAndReasoned() {
        for exemption in Exemptions.all {
            #expect(
                Self.offences.contains { exemption.covers($0) },
                "\(exemption.path): \(exemption.part) is exempt for nothing")
            #expect(exemption.reason.split(separator: " ").count >= 5, "\(exemption.path)")
        }
    }

    /// The rules would hold for nothing at all if the folders were not found.
    @Test func theRepositoryIsReallyRead() {
        #expect(Repository.product.count > 50)
        #expect(Repository.product.contains { $0.path == "Sources/TravelModel/Money/Money.swift" })
        #expect(Repository.tests.contains { $0.path == "Tests/TidyTests/TidyTests.swift" })
    }

    @Test(arguments: Repository.folders(in: "suppliers"))
    func aSupplierIsDocumentedConfiguredAndSampled(id: String) {
        let entries = Set(Repository.contents(of: "suppliers/\(id)"))
        #expect(entries.isSuperset(of: ["README.md", "supplier.json"]))
        for folder in ["exemplary", "edge"] {
            let samples = Repository.contents(of: "suppliers/\(id)/Tests/Samples/\(folder)")
            #expect(!samples.isEmpty, "suppliers/\(id)/Tests/Samples/\(folder) has no sample")
        }
    }
}

extension Exemption {
    func covers(_ offence: Offence) -> Bool {
        rule == offence.rule && path == offence.path && offence.text.contains(part)
    }
}

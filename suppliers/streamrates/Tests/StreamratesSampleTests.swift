import MutationTesting
import SupplierConformance
import SupplierStreamrates
import Testing

@Suite struct StreamratesSampleTests {
    private static let suite = Result {
        try ConformanceSuite(StreamratesAdapter.self, testsFile: #filePath)
    }

    static var samples: [Sample] { (try? suite.get().samples) ?? [] }

    @Test func theSamplesAreThere() throws {
        #expect(try Self.suite.get().samples.count >= 20)
    }

    @Test("as recorded", arguments: samples)
    func recorded(sample: Sample) throws { try Self.suite.get().checkRecorded(sample) }

    @Test("under hostile conditions", arguments: samples)
    func hostile(sample: Sample) throws { try Self.suite.get().checkHostile(sample) }

    @Test func damagedAnswersTrapNothing() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
            try await Self.suite.get().drill(log: path)
        }
    }
}

import MutationTesting
import SupplierConformance
import SupplierLinkrest
import Testing

@Suite struct LinkrestSampleTests {
    private static let suite = Result {
        try ConformanceSuite(LinkrestAdapter.self, testsFile: #filePath)
    }

    static var samples: [Sample] { (try? suite.get().samples) ?? [] }

    @Test func theSamplesAreThere() throws {
        #expect(try Self.suite.get().samples.count >= 30)
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

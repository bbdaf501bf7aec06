import MutationTesting
import Testing

/// What takes input badly is found and named, and the tests go on.
@Suite struct MutationDrillTests {
    /// An input that is an array of small numbers.
    private static let input = Array("[1,22,333]".utf8)

    /// Adds up the numbers it finds, as carelessly as a beginner.
    private static let careless = MutationSubject("careless", input: input) { bytes, _ in
        var sum: Int32 = 0
        for word in String(decoding: bytes, as: UTF8.self).split(whereSeparator: { !$0.isNumber }) {
            sum += Int32(word) ?? 0
        }
        return sum > 400 ? "large" : "small"
    }

    private static let careful = MutationSubject("careful", input: input) { bytes, _ in
        bytes.count > 20 ? "long" : "short"
    }

    private struct Surprise: Error {}

    private static let surprised = MutationSubject("surprised", input: input) { _, seed in
        if seed == 7 { throw Surprise() }
        return "fine"
    }

    @Test func aTrapEndsItsProcessAloneAndIsNamed() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        let result = await #expect(processExitsWith: .failure) { [path = log.path as String] in
            try await MutationDrill([Self.careful, Self.careless], count: 5000).run(log: path)
        }
        guard case .signal = result?.exitStatus else {
            Issue.record("ended by \(String(describing: result?.exitStatus)), not by a signal")
            return
        }
        #expect(log.position.wholeMatch(of: /careless seed [0-9]+/) != nil)
        #expect(log.table.hasPrefix("careful: "))
    }

    @Test func anUnexpectedErrorFailsAfterAllHadTheirTurn() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .failure) { [path = log.path as String] in
            try await MutationDrill([Self.surprised, Self.careful], count: 50).run(log: path)
        }
        #expect(log.position == "the end")
        #expect(
            log.table.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("careful") }
                == ["surprised: fine 49, fault 1", "surprised seed 7: Surprise()"])
    }

    @Test func whatTakesEverythingPasses() async throws {
        let log = try MutationLog()
        defer { log.conclude() }
        await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
            try await MutationDrill([Self.careful, Self.careful], count: 50).run(log: path)
        }
        #expect(log.position == "the end")
    }
}

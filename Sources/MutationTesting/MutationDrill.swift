import Glibc

/// Hands damaged inputs to what takes them, in a process that a trap may end.
///
/// To be called in the body of an exit test, with the path of a ``MutationLog`` that the test reads
/// afterwards:
///
///     let log = try MutationLog()
///     defer { log.conclude() }
///     await #expect(processExitsWith: .success, log.comment) { [path = log.path as String] in
///         try await MutationDrill(subjects).run(log: path)
///     }
public struct MutationDrill: Sendable {
    private let subjects: [MutationSubject]
    private let count: Int
    private let firstSeed: UInt64

    /// How often each input is damaged, and from which seed on, where the environment says so:
    /// `TRIBUTARY_MUTATIONS` and `TRIBUTARY_MUTATION_SEED`.
    static var wanted: (count: Int?, seed: UInt64?) {
        let text = { (name: String) in getenv(name).map { String(cString: $0) } }
        return (
            text("TRIBUTARY_MUTATIONS").flatMap { Int($0) },
            text("TRIBUTARY_MUTATION_SEED").flatMap { UInt64($0) }
        )
    }

    /// Seconds after which one input counts as one that never ends.
    private static let patience: UInt32 = 60

    /// Damages each input as often as the environment says, else `usually` times.
    public init(_ subjects: [MutationSubject], usually: Int = 1000) {
        let (count, seed) = Self.wanted
        self.init(subjects, count: count ?? usually, firstSeed: seed ?? 0)
    }

    /// Damages each input `count` times, with seeds from `firstSeed` on.
    public init(_ subjects: [MutationSubject], count: Int, firstSeed: UInt64 = 0) {
        self.subjects = subjects
        self.count = min(max(count, 0), 1 << 40)
        self.firstSeed = min(firstSeed, 1 << 62)
    }

    /// An input that ended in an error nobody expects.
    public struct Fault: Error, CustomStringConvertible {
        /// The first of them, with their seeds.
        public let description: String
    }

    /// Takes every input in turn; throws when one ended in an error, after all had their turn.
    ///
    /// A trap, or an input that takes longer than a minute (SIGALRM), ends the process.
    public func run(log path: String) async throws {
        var pen = MutationLog.Pen(MutationLog(path: path))
        var faults: [String] = []
        for (index, subject) in subjects.enumerated() {
            let donors = neighbours(of: index)
            var outcomes: [String: Int] = [:]
            for seed in firstSeed..<firstSeed + UInt64(count) {
                pen.note("\(subject.name) seed \(seed)")
                alarm(Self.patience)
                var mutation = Mutation(seed: seed)
                let damaged = mutation.damage(subject.input, donors: donors)
                do {
                    outcomes[try await subject.take(damaged, seed), default: 0] += 1
                } catch {
                    outcomes["fault", default: 0] += 1
                    faults.append("\(subject.name) seed \(seed): \(error)")
                }
            }
            let row = outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \($0.value)" }
            pen.add("\(subject.name): " + row.joined(separator: ", "))
        }
        alarm(0)
        for fault in faults.prefix(10) { pen.add(fault) }
        pen.note("the end")
        if let first = faults.first {
            throw Fault(description: "\(faults.count) faults, the first: \(first)")
        }
    }

    /// A few other inputs, for splices.
    private func neighbours(of index: Int) -> [[UInt8]] {
        (1...4).compactMap { step in
            let other = (index + step) % subjects.count
            return other == index ? nil : subjects[other].input
        }
    }
}

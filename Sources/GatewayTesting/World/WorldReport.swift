/// What became of one world.
public struct WorldReport: Sendable {
    /// What it was made from.
    public let seed: UInt64
    /// The fault that was planted, if any.
    public let fault: PlantedFault?
    /// Equal for two runs exactly when everything in them happened alike.
    public let digest: UInt64
    /// Lines of the log.
    public let events: Int
    /// From the beginning to the last check, in virtual time.
    public let virtualTime: Duration
    /// By promise; one that was not put to the test is missing.
    public let checks: [WorldPromise: WorldCheck]
    /// Gateways killed, by where.
    public let crashes: [CrashPoint: Int]
    /// What else happened, counted by short names.
    public let counts: [String: Int]
    /// The log; empty unless it was asked for.
    public let lines: [String]

    /// Whether every promise held.
    public var isSound: Bool { checks.values.allSatisfy { $0.broken == 0 } }

    /// Broken promises in their own order, each with its first example.
    public var breaches: [(promise: WorldPromise, example: String)] {
        WorldPromise.allCases.compactMap { promise in
            guard let check = checks[promise], check.broken > 0 else { return nil }
            return (promise, check.examples.first ?? "")
        }
    }
}

import GatewayTesting

/// What many worlds have shown together.
struct SimulationTally: Sendable {
    /// A world in which a promise was broken, or that could not come to its end.
    struct Broken: Sendable {
        let seed: UInt64
        /// Each broken promise with an example.
        let breaches: [String]
        /// The end of its log.
        let lastEvents: [String]
    }

    private(set) var worlds = 0
    private(set) var events = 0
    private(set) var virtualTime = Duration.zero
    private(set) var checks: [WorldPromise: WorldCheck] = [:]
    private(set) var crashes: [CrashPoint: Int] = [:]
    private(set) var counts: [String: Int] = [:]
    private(set) var broken: [Broken] = []

    mutating func add(_ report: WorldReport) {
        worlds += 1
        events += report.events
        virtualTime += report.virtualTime
        for (promise, check) in report.checks {
            checks[promise, default: WorldCheck()].add(check)
        }
        crashes.merge(report.crashes, uniquingKeysWith: +)
        counts.merge(report.counts, uniquingKeysWith: +)
    }

    mutating func add(_ world: Broken) { broken.append(world) }
}

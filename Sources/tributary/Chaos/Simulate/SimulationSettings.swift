import GatewayTesting

/// Which worlds are to be simulated.
struct SimulationSettings: Sendable {
    /// The first seed; the others follow it.
    var first: UInt64 = 1
    var seeds = 100
    /// Worlds at once.
    var jobs = 1
    /// Whether the whole log of each world is printed.
    var traces = false
    /// Put into every world, to see it found.
    var fault: PlantedFault?

    /// Broken worlds after which no more are begun.
    var mostBroken: Int { fault == nil ? 3 : 1 }

    /// What shows one world again, event by event.
    func command(replaying seed: UInt64) -> String {
        "tributary chaos --simulate --seed \(seed) --seeds 1 --trace"
            + (fault.map { " --fault \($0.rawValue)" } ?? "")
    }
}

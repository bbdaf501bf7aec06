import GatewayTesting
import Synchronization

/// Worlds from a row of seeds, a few at once, each on one thread of its own.
final class SimulationRun: Sendable {
    /// Events of a broken world that are shown.
    private static let lastEvents = 40

    private struct State {
        var begun = 0
        var tally = SimulationTally()
        var told: ContinuousClock.Instant
    }

    private let settings: SimulationSettings
    private let tell: @Sendable (String) -> Void
    private let print: @Sendable (String) -> Void
    private let start: ContinuousClock.Instant
    // A lock around plain values; worlds run after it is left.
    private let state: Mutex<State>

    /// `tell` gets lines for people who wait, `print` the logs of worlds where they are asked for.
    init(
        settings: SimulationSettings, tell: @escaping @Sendable (String) -> Void,
        print: @escaping @Sendable (String) -> Void
    ) {
        self.settings = settings
        self.tell = tell
        self.print = print
        start = ContinuousClock.now
        state = Mutex(State(told: start))
    }

    /// Runs them all, or until too many are broken.
    func tally() async -> SimulationTally {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<settings.jobs {
                group.addTask { [self] in
                    while let seed = next() {
                        run(seed)
                        progress()
                    }
                }
            }
        }
        return state.withLock { $0.tally }
    }

    private func next() -> UInt64? {
        state.withLock { state in
            guard state.begun < settings.seeds, state.tally.broken.count < settings.mostBroken
            else { return nil }
            defer { state.begun += 1 }
            return settings.first &+ UInt64(state.begun)
        }
    }

    private func run(_ seed: UInt64) {
        do {
            let report = try world(seed, keepsLines: settings.traces)
            if settings.traces { print(report.lines.map { $0 + "\n" }.joined()) }
            state.withLock { $0.tally.add(report) }
            guard !report.isSound else { return }
            // The same seed is the same world: its log is fetched by letting it happen once more.
            let lines = settings.traces ? report.lines : try world(seed, keepsLines: true).lines
            let broken = SimulationTally.Broken(
                seed: seed,
                breaches: report.breaches.map { "\($0.promise.rawValue): \($0.example)" },
                lastEvents: Array(lines.suffix(Self.lastEvents)))
            state.withLock { $0.tally.add(broken) }
        } catch {
            let broken = SimulationTally.Broken(
                seed: seed, breaches: ["the world did not come to its end: \(error)"],
                lastEvents: [])
            state.withLock { $0.tally.add(broken) }
        }
    }

    private func world(_ seed: UInt64, keepsLines: Bool) throws -> WorldReport {
        try SimulatedWorld(seed: seed, fault: settings.fault, keepsLines: keepsLines).run()
    }

    private func progress() {
        let now = ContinuousClock.now
        let line = state.withLock { state -> String? in
            guard state.told.duration(to: now) > .seconds(2) else { return nil }
            state.told = now
            let rate = Double(state.tally.worlds) / (start.duration(to: now) / .seconds(1))
            return "\(state.tally.worlds) of \(settings.seeds) worlds, \(Int(rate)) a second, "
                + "\(state.tally.broken.count) broken"
        }
        if let line { tell(line) }
    }
}

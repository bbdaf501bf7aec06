public import SupplierKit
public import TravelModel

/// How one supplier does, for people: a copy that changes nothing and is never changed.
public struct SupplierHealthView: Sendable {
    /// The whole in one word, the worst that is true of it.
    public enum State: String, Sendable, CaseIterable {
        /// Asked as the contract allows.
        case ok
        /// Asked less than the contract allows: our limit was cut, or it is being tried again.
        case limited
        /// Left alone at its own word.
        case throttled
        /// Not asked, for it fails.
        case circuitOpen = "circuit_open"
        /// Switched off by an operator.
        case disabled
    }

    /// One lane's breaker.
    public struct Circuit: Sendable {
        /// Which calls it lets through.
        public let lane: CallLane
        /// `closed`, `open`, `due` (the next call tries it), `halfOpen`.
        public let state: String
        /// How often it has changed.
        public let epoch: Int
        /// With no answer between them.
        public let failuresInARow: Int
        /// In the last ten seconds.
        public let results: Int
        /// Of those.
        public let failures: Int
        /// Until it may be tried; `nil` where it lets calls through.
        public let opensIn: Duration?
        /// Until the supplier may be asked again, at its own word; `nil` where it may.
        public let pausedFor: Duration?
        /// Calls out now.
        public let running: Int
    }

    /// How long one step may take.
    public struct Timeout: Sendable {
        /// Which.
        public let step: SupplierStep
        /// By the manifest.
        public let hard: Duration
        /// What a call gets that begins now, probes apart.
        public let budget: Duration
        /// Calls that count.
        public let samples: Int
        /// Half of the calls end within this; `nil` where too little is known.
        public let p50: Duration?
        /// 95 of 100.
        public let p95: Duration?
        /// 99 of 100.
        public let p99: Duration?
    }

    /// A call that failed.
    public struct CallError: Sendable, Hashable {
        /// At which step.
        public let step: SupplierStep
        /// How.
        public let failure: SupplierFailure
        let at: Uptime
    }

    /// Something an operator did.
    public struct Action: Sendable, Hashable {
        /// `disable`, `enable` or `reset`.
        public let step: SupplierHealth.Step
        /// Why, and who.
        public let ground: HoldSupport.Ground
        /// When, on the wall.
        public let at: Instant
    }

    /// Who.
    public let supplier: SupplierID
    /// Its name for people.
    public let name: String
    /// In one word.
    public let state: State
    /// Searches and holds.
    public let circuits: [Circuit]
    /// By step, in their order.
    public let timeouts: [Timeout]
    /// Searches at once now.
    public let limit: Int
    /// Calls at once by contract.
    public let contract: Int
    /// Of those, places only holds get.
    public let reserved: Int
    /// Calls out, all of them.
    public let running: Int
    /// Calls a second by contract; `nil` for no such limit.
    public let callsPerSecond: Int?
    /// Second tries saved up.
    public let retriesLeft: Int
    /// Calls we did not make since the start, by reason.
    public let refusals: [(reason: CallRefusal.Reason, count: Int)]
    /// The last ones, newest first, and how long ago.
    public let errors: [(error: CallError, ago: Duration)]
    /// The last ones, newest first.
    public let actions: [Action]
}

extension SupplierGate {
    /// The gate at one moment.
    func view(_ supplier: Supplier, actions: [SupplierHealthView.Action], at now: Uptime)
        -> SupplierHealthView
    {
        let circuits = [CallLane.search, .deal].map { circuit($0, at: now) }
        let timeouts = SupplierStep.allCases.compactMap { timeout($0, at: now) }
        return SupplierHealthView(
            supplier: self.supplier, name: supplier.manifest.name, state: state(circuits),
            circuits: circuits, timeouts: timeouts, limit: concurrency.limit,
            contract: concurrency.most, reserved: reserved, running: running + settle.running,
            callsPerSecond: supplier.manifest.limits.callsPerSecond, retriesLeft: retries.left,
            refusals: CallRefusal.Reason.allCases.map { ($0, refusals[$0] ?? 0) },
            errors: errors.reversed().map { ($0, $0.at.duration(to: now)) },
            actions: actions.reversed())
    }

    private func state(_ circuits: [SupplierHealthView.Circuit]) -> SupplierHealthView.State {
        if !isEnabled { return .disabled }
        if circuits.contains(where: { $0.state == Breaker.Standing.open.rawValue }) {
            return .circuitOpen
        }
        if circuits.contains(where: { $0.pausedFor != nil }) { return .throttled }
        let isTried = circuits.contains { $0.state != Breaker.Standing.closed.rawValue }
        let isCut = concurrency.limit < min(ConcurrencyLimit.start, concurrency.most)
        return isTried || isCut ? .limited : .ok
    }

    private func circuit(_ name: CallLane, at now: Uptime) -> SupplierHealthView.Circuit {
        let lane = self[name]
        let recent = lane.breaker.recent(at: now)
        let standing = lane.breaker.standing(at: now)
        return SupplierHealthView.Circuit(
            lane: name, state: standing.rawValue, epoch: lane.breaker.epoch,
            failuresInARow: lane.breaker.failuresInARow, results: recent.results,
            failures: recent.failures,
            opensIn: standing == .open ? lane.breaker.refusal(at: now) : nil,
            pausedFor: lane.pace.refusal(at: now), running: lane.running)
    }

    private func timeout(_ step: SupplierStep, at now: Uptime) -> SupplierHealthView.Timeout? {
        guard let learned = timeouts[step] else { return nil }
        let sketch = learned.sketch
        return SupplierHealthView.Timeout(
            step: step, hard: learned.hard, budget: learned.budget(at: now),
            samples: sketch.samples(at: now), p50: sketch.quantile(500, at: now),
            p95: sketch.quantile(950, at: now), p99: sketch.quantile(990, at: now))
    }
}

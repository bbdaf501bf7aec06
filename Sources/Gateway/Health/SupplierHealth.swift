internal import SupplierKit
internal import Synchronization
public import TravelModel

/// Owns the gates of all suppliers: every call asks here before it leaves, and tells here how it went.
public final class SupplierHealth: Sendable {
    /// What an operator can do.
    public enum Step: String, Sendable, CaseIterable {
        /// No searches, price checks and holds; look-ups and releases go on. Until the process ends.
        case disable
        /// The contrary.
        case enable
        /// Forgets what was learned, closes the breakers, ends the pauses.
        case reset
    }

    /// Actions of operators kept of each supplier.
    private static let mostActions = 16
    /// Holds that wait for a place at one supplier at most, and how long.
    private static let mostWaiting = 64
    private static let patience: Duration = .seconds(3)
    /// Searches out at all suppliers together: fewer than one loop has connections, so that however
    /// they fall there are some left for holds.
    static let mostSearches = 384

    private struct Entry {
        let supplier: Supplier
        var gate: SupplierGate
        var actions: [SupplierHealthView.Action] = []
        /// Holds that wait for a place, in the order they came.
        var waiting: [FirstValue<Void>] = []
    }

    private let environment: Environment
    private let observer: any GatewayObserver
    private let order: [SupplierID]
    // A lock, the innermost: each holder makes one transition of one gate, or copies one; nothing is
    // called under it.
    private let entries: Mutex<[SupplierID: Entry]>

    /// Gates of all suppliers of the roster, closed to those that are not enabled there.
    public init(
        roster: SupplierRoster, settings: HealthSettings = HealthSettings(),
        environment: Environment, observer: any GatewayObserver
    ) {
        self.environment = environment
        self.observer = observer
        order = roster.suppliers.map(\.id)
        let now = environment.clock.uptime()
        var entries: [SupplierID: Entry] = [:]
        for supplier in roster.suppliers {
            let chance = Chance(seed: environment.random.bytes(8))
            entries[supplier.id] = Entry(
                supplier: supplier,
                gate: SupplierGate(supplier, settings, chance: chance, now: now))
        }
        self.entries = Mutex(entries)
    }

    // MARK: - Calls

    /// Lets a call out, or says why not, at once.
    func admit(
        _ supplier: SupplierID, _ step: SupplierStep, _ urgency: CallUrgency = .spare
    ) -> Result<CallPermit, CallRefusal> {
        let now = environment.clock.uptime()
        let admission = entries.withLock { [order] entries -> Result<CallPermit, CallRefusal> in
            func searches() -> Int {
                order.reduce(0) { $0 + (entries[$1]?.gate.search.running ?? 0) }
            }
            let isFull = step.lane == .search && searches() >= Self.mostSearches
            let admission =
                isFull
                ? .failure(.overloaded(retryAfter: .seconds(1)))
                : entries[supplier]?.gate.admit(step, urgency, at: now)
            if case .failure(let refusal) = admission { entries[supplier]?.gate.count(refusal) }
            return admission ?? .failure(.disabled)
        }
        if case .failure(let refusal) = admission {
            observer.note(.callRefused(supplier, step, refusal.reason))
        }
        return admission
    }

    /// As ``admit(_:_:_:)`` for a pressing call, which waits up to three seconds, and not beyond
    /// `deadline`, where only our own limits are in its way.
    ///
    /// Cancelling the calling task ends the wait.
    func admitPatiently(
        _ supplier: SupplierID, _ step: SupplierStep, by deadline: Uptime?
    ) async -> Result<CallPermit, CallRefusal> {
        let clock = environment.clock
        let latest = min(
            clock.uptime().advanced(by: Self.patience), deadline ?? Uptime(nanoseconds: .max))
        while !Task.isCancelled, clock.uptime() < latest {
            let (place, now) = (FirstValue<Void>(), clock.uptime())
            let admission = entries.withLock { entries -> Result<CallPermit, CallRefusal>? in
                guard (entries[supplier]?.waiting.count ?? .max) < Self.mostWaiting else {
                    return nil
                }
                let admission = entries[supplier]?.gate.admit(step, .pressing, at: now)
                if case .failure(.overloaded) = admission {
                    entries[supplier]?.waiting.append(place)
                }
                return admission
            }
            if case .success(let permit) = admission { return .success(permit) }
            guard case .failure(.overloaded(let wait)) = admission else { break }
            _ = await environment.value(by: min(latest, now.advanced(by: wait))) {
                await place.value()
            }
            // Whatever ended the wait, nobody waits here any more.
            place.offer(())
            entries.withLock { entries in
                entries[supplier]?.waiting.removeAll { $0 === place }
            }
        }
        return admit(supplier, step, .pressing)
    }

    /// Lets a search out a second time, where that may help and there is budget.
    func retry(_ permit: CallPermit, after failure: SupplierFailure) -> CallPermit? {
        let now = environment.clock.uptime()
        let again = entries.withLock { entries in
            entries[permit.supplier]?.gate.retry(permit, after: failure, at: now)
        }
        if again != nil { observer.note(.callRetried(permit.supplier)) }
        return again
    }

    /// An answer has begun: what it says of our allowance counts at once.
    func hear(_ head: ResponseHead, _ permit: CallPermit) {
        guard let allowance = head.allowance(at: environment.clock.now()) else { return }
        let now = environment.clock.uptime()
        entries.withLock { entries in
            entries[permit.supplier]?.gate.hear(allowance, permit, at: now)
        }
    }

    /// A call is over; to be told once of each.
    func end(_ permit: CallPermit, _ verdict: CallVerdict) {
        let now = environment.clock.uptime()
        let (opened, waiting) = entries.withLock { entries in
            let opened = entries[permit.supplier]?.gate.end(permit, verdict, at: now) ?? false
            return (opened, entries[permit.supplier]?.waiting ?? [])
        }
        // All of them: one that has just given up must not keep the place from the next.
        for place in waiting { place.offer(()) }
        if opened { observer.note(.breakerOpened(permit.supplier, permit.step.lane)) }
    }

    /// Those no search asks, by an operator's word.
    var disabled: Set<SupplierID> {
        entries.withLock { entries in
            Set(order.filter { entries[$0]?.gate.isEnabled == false })
        }
    }

    // MARK: - People

    /// All suppliers, ascending by id; looking changes nothing.
    public var views: [SupplierHealthView] { order.compactMap { view(of: $0) } }

    /// One supplier; `nil` for a name nobody configured.
    public func view(of supplier: SupplierID) -> SupplierHealthView? {
        let now = environment.clock.uptime()
        let entry = entries.withLock { $0[supplier] }
        // The quantiles are worked out on a copy: calls need not wait for them.
        return entry.map { $0.gate.view($0.supplier, actions: $0.actions, at: now) }
    }

    /// Does what an operator wants, and writes down who and why; `nil` for an unknown supplier.
    public func take(
        _ step: Step, with supplier: SupplierID, on ground: HoldSupport.Ground
    ) -> SupplierHealthView? {
        let action = SupplierHealthView.Action(
            step: step, ground: ground, at: environment.clock.now())
        entries.withLock { entries in
            guard var entry = entries[supplier] else { return }
            switch step {
            case .disable: entry.gate.isEnabled = false
            case .enable: entry.gate.isEnabled = true
            case .reset: entry.gate.reset()
            }
            entry.actions.append(action)
            if entry.actions.count > Self.mostActions { entry.actions.removeFirst() }
            entries[supplier] = entry
        }
        return view(of: supplier)
    }
}

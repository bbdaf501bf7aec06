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
    /// How long a call waits for a place at most.
    private static let patience: Duration = .seconds(3)
    /// Searches out at all suppliers together: fewer than one loop has connections, so that however
    /// they fall there are some left for holds.
    static let mostSearches = 384

    private struct Entry {
        let supplier: Supplier
        var gate: SupplierGate
        var actions: [SupplierHealthView.Action] = []
        var line = WaitingLine()

        /// Lets out who waits, as far as it goes; gives whom to signal.
        mutating func serve(at now: Uptime) -> [FirstValue<Void>] { line.serve(&gate, at: now) }
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

    /// As ``admit(_:_:_:)`` for a call that is worth waiting for where only our own limits are in its
    /// way: up to three seconds, and not beyond `deadline`, in a ``WaitingLine``.
    ///
    /// Cancelling the calling task ends the wait; it may have got its place in the same moment.
    func admitPatiently(
        _ supplier: SupplierID, _ step: SupplierStep, _ urgency: CallUrgency = .pressing,
        by deadline: Uptime?
    ) async -> Result<CallPermit, CallRefusal> {
        guard step.lane == .deal, urgency != .spare else { return admit(supplier, step, urgency) }
        let clock = environment.clock
        let latest = min(
            clock.uptime().advanced(by: Self.patience), deadline ?? Uptime(nanoseconds: .max))
        let number = entries.withLock { $0[supplier]?.line.join(step, urgency) }
        guard let number else { return told(.failure(.overloaded(retryAfter: Self.patience))) }
        while true {
            let (signal, now) = (FirstValue<Void>(), clock.uptime())
            let (standing, signals) = entries.withLock { entries in
                let signals = entries[supplier]?.serve(at: now) ?? []
                return (entries[supplier]?.line.look(number, signal), signals)
            }
            for signal in signals { signal.offer(()) }
            switch standing {
            case nil: return .failure(.disabled)
            case .decided(let admission): return told(admission)
            case .waits(let wait):
                guard !Task.isCancelled, now < latest else {
                    return told(
                        entries.withLock { $0[supplier]?.line.leave(number) } ?? .failure(.disabled)
                    )
                }
                _ = await environment.value(by: min(latest, now.advanced(by: wait))) {
                    await signal.value()
                }
                // Whatever ended the wait, nobody waits here any more.
                signal.offer(())
            }
        }
        func told(
            _ admission: Result<CallPermit, CallRefusal>
        ) -> Result<CallPermit, CallRefusal> {
            guard case .failure(let refusal) = admission else { return admission }
            entries.withLock { $0[supplier]?.gate.count(refusal) }
            observer.note(.callRefused(supplier, step, refusal.reason))
            return admission
        }
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
        let (opened, signals) = entries.withLock { entries in
            let opened = entries[permit.supplier]?.gate.end(permit, verdict, at: now) ?? false
            // Before any newcomer is: the place is theirs, signalled or not.
            return (opened, entries[permit.supplier]?.serve(at: now) ?? [])
        }
        for signal in signals { signal.offer(()) }
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

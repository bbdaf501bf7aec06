internal import Synchronization

/// What a run has to tell those who wait for it.
enum HoldNews: Sendable {
    /// Decided, or in doubt: the row as it is.
    case row(HoldRecord)
    /// Nothing was done; the row is gone.
    case abandoned(HoldMachine.Abandonment)
    /// The ledger could not be written.
    case storage(StorageFault)
    /// The row is another's now, or was left where it stands: the ledger says what becomes of it.
    case left
}

/// One hold being carried out, and who waits for it.
final class HoldRun: Sendable {
    private struct State {
        var news: HoldNews?
        var waiters: [FirstValue<HoldNews>] = []
        /// Some client knows the hold's id, so its row must stay.
        var isAnnounced: Bool
        /// The row is about to go, so no client may be told of it.
        var isVanishing = false
        /// Until when the row is ours; `nil` while it is not, or needs no owner.
        var leasedUntil: StampedTime?
    }

    // A lock: held to note a waiter or take them all, never while one is resumed.
    private let state: Mutex<State>

    /// A run of a row that a client may already know of, or surely does not.
    init(isAnnounced: Bool) { state = Mutex(State(isAnnounced: isAnnounced)) }

    /// Notes that a client is told of the hold before it is decided.
    ///
    /// `false` when that is too late: the row is about to go, and the news says so.
    func announce() -> Bool {
        state.withLock { state in
            if !state.isVanishing { state.isAnnounced = true }
            return !state.isVanishing
        }
    }

    /// Whether the row may go without a trace: no client knows of it, nor will from now on.
    func mayVanish() -> Bool {
        state.withLock { state in
            if !state.isAnnounced { state.isVanishing = true }
            return state.isVanishing
        }
    }

    /// Notes until when the row is ours.
    func lease(until end: StampedTime?) { state.withLock { $0.leasedUntil = end } }

    /// Whether the row is ours for certain.
    func isLeased(at now: StampedTime) -> Bool {
        state.withLock { $0.leasedUntil.map { !$0.hasCome(at: now) } ?? false }
    }

    /// Whether the row needs a lease, which then has to be renewed.
    var hasLease: Bool { state.withLock { $0.leasedUntil != nil } }

    /// Whether a request still waits for the first news.
    var isAwaited: Bool { state.withLock { $0.news == nil && !$0.waiters.isEmpty } }

    /// A value that is offered the next news; at once if there was some.
    func wait() -> FirstValue<HoldNews> {
        let waiter = FirstValue<HoldNews>()
        let news = state.withLock { state in
            if state.news == nil { state.waiters.append(waiter) }
            return state.news
        }
        if let news { waiter.offer(news) }
        return waiter
    }

    /// Nobody waits with this value any more.
    func leave(_ waiter: FirstValue<HoldNews>) {
        state.withLock { state in state.waiters.removeAll { $0 === waiter } }
    }

    /// The run is over: whoever still waits for its first news learns that none comes.
    func end() {
        if state.withLock({ $0.news == nil }) { tell(.left) }
    }

    /// Tells everyone who waits; those who come later are told the latest news.
    func tell(_ news: HoldNews) {
        let waiters = state.withLock { state in
            state.news = news
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.offer(news) }
    }
}

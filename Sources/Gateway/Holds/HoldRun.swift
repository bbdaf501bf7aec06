internal import Synchronization

/// What a run has to tell those who wait for it.
enum HoldNews: Sendable {
    /// Decided, or in doubt: the row as it is.
    case row(HoldRecord)
    /// Nothing was done; the row is gone.
    case abandoned(HoldMachine.Abandonment)
    /// The row is another's now, or was left where it stands, also because the ledger could not be
    /// written: the ledger says what becomes of it.
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
        /// What it waits with for its next look-up.
        var alarm: FirstValue<Bool>?
        /// Nothing is asked or written: it waits for its time to come.
        var isResting = false
        /// The supplier has called since the last look-up.
        var isCalled = false
        /// Calls that may still bring a look-up forward.
        var callsLeft = HoldRun.mostCalls
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

    /// Callbacks that bring a look-up forward at most; after them the schedule alone counts.
    private static let mostCalls = 8

    /// Has the next look-up made now.
    func wake() {
        let alarm = state.withLock { state -> FirstValue<Bool>? in
            guard state.callsLeft > 0 else { return nil }
            state.callsLeft -= 1
            state.isCalled = true
            return state.alarm
        }
        alarm?.offer(true)
    }

    /// Waits for the moment of the next look-up; `true` when it was brought forward.
    ///
    /// Returns at once when the calling task is cancelled.
    func rest(until deadline: Uptime, in environment: Environment) async -> Bool {
        let alarm = FirstValue<Bool>()
        let isCalled = state.withLock { state in
            if state.isCalled { return true }
            state.alarm = alarm
            state.isResting = true
            return false
        }
        if !isCalled { _ = await environment.value(by: deadline) { await alarm.value() } }
        // Whoever waits for it still is let go.
        alarm.offer(false)
        return state.withLock { state in
            defer { state.isCalled = false }
            state.alarm = nil
            state.isResting = false
            return state.isCalled
        }
    }

    /// Waits until `deadline`; `false` when the calling task was cancelled before it came.
    func sleep(until deadline: Uptime, in environment: Environment) async -> Bool {
        state.withLock { $0.isResting = true }
        defer { state.withLock { $0.isResting = false } }
        return (try? await environment.clock.sleep(until: deadline)) != nil
    }

    /// Whether it only waits for its time to come, so that nothing is lost by ending it here: its row
    /// says where to go on.
    var isResting: Bool { state.withLock { $0.isResting } }

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
        // A task that lost its race against a deadline still waits for it, and would for ever.
        waiter.offer(.left)
    }

    /// Whether nobody has been told anything yet.
    var isUndecided: Bool { state.withLock { $0.news == nil } }

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

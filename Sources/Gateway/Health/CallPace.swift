internal import SupplierKit

/// When a supplier itself wants to be left alone: what it said of its limits, and how often it turned
/// calls away.
///
/// One for searches and one for all else: what searches used up at their own endpoint must not keep
/// holds away, which find out for themselves. Time is monotonic; a supplier's wall-clock words have
/// become durations before they come here.
struct CallPace: Sendable {
    /// The longest it keeps away at a supplier's word; an operator's reset ends it.
    static let longest: Duration = .seconds(3600)
    private static let firstPause: Duration = .seconds(1)
    private static let mostPause: Duration = .seconds(60)

    /// What of the supplier's own allowance is left to others: searches stop at these.
    struct Reserve: Sendable {
        let calls: Int
        let percent: Int

        static let none = Reserve(calls: 0, percent: 0)
        static let ofSearches = Reserve(calls: 2, percent: 10)
    }

    private let reserve: Reserve
    private var pausedUntil: Uptime?
    /// The supplier's allowance as last heard, less what was taken since.
    private var left: (calls: Int, until: Uptime)?
    /// Calls turned away without a word on how long, with none answered between them.
    private var throttles = 0
    private var pausedAt: Uptime?

    init(reserve: Reserve) { self.reserve = reserve }

    /// How long a call has to wait that wants to leave now; `nil` when it may.
    func refusal(at now: Uptime) -> Duration? {
        if let pausedUntil, now < pausedUntil { return now.duration(to: pausedUntil) }
        if let left, now < left.until, left.calls <= reserve.calls {
            return now.duration(to: left.until)
        }
        return nil
    }

    /// A call leaves.
    mutating func take() {
        if let old = left { left = (max(0, old.calls - 1), old.until) }
    }

    /// The supplier told what is left of its allowance.
    mutating func hear(_ allowance: SupplierAllowance, at now: Uptime) {
        let until = now.advanced(by: min(allowance.renewedIn, Self.longest))
        switch allowance.left {
        case .calls(let calls): left = (max(0, calls), until)
        case .percent(let percent):
            if percent <= reserve.percent { pause(until: until) }
        }
    }

    /// A call that began at `start` was turned away.
    mutating func throttled(_ wait: Duration?, begun start: Uptime, at now: Uptime) {
        if let wait { return pause(until: now.advanced(by: min(wait, Self.longest))) }
        // Those that were out together count once.
        if let pausedAt, start <= pausedAt { return }
        var length = Self.firstPause
        for _ in 0..<min(throttles, 16) { length = min(length * 2, Self.mostPause) }
        throttles += 1
        pausedAt = now
        pause(until: now.advanced(by: length))
    }

    /// The supplier asked to be left alone with an answer that is no throttle.
    mutating func wait(_ wait: Duration, at now: Uptime) {
        pause(until: now.advanced(by: min(wait, Self.longest)))
    }

    /// A call was answered.
    mutating func answered() { throttles = 0 }

    /// Forgets everything.
    mutating func reset() { self = CallPace(reserve: reserve) }

    /// The longer pause counts: an earlier word is not taken back by a later, shorter one.
    private mutating func pause(until: Uptime) {
        pausedUntil = max(pausedUntil ?? until, until)
    }
}

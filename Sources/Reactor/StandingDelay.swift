/// How long work waits on a loop when it waits all the time: the least wait of a window.
///
/// A burst makes single waits long and is gone; a queue that stands makes every wait long, so the
/// least one tells them apart (K. Nichols and V. Jacobson, Controlling Queue Delay, 2012).
struct StandingDelay {
    /// Long enough to hold many turns, short enough to be acted on.
    static let window = Duration.milliseconds(100)

    private var opened: MonotonicInstant
    private var least: Duration?
    /// The work that will tell the next wait: so many pieces from now, waiting since then.
    private var probe: (left: Int, since: MonotonicInstant)?

    init(at now: MonotonicInstant) { opened = now }

    /// At the start of a turn with `waiting` pieces of work; a new probe goes behind the last of them.
    mutating func turned(waiting: Int, at now: MonotonicInstant) {
        if probe == nil { probe = (waiting, now) }
    }

    /// After a turn that ran so many pieces; the delay to announce when a window has closed.
    mutating func ran(_ count: Int, at now: MonotonicInstant) -> Duration? {
        guard let waiting = probe else { return nil }
        guard count >= waiting.left else {
            probe = (waiting.left - count, waiting.since)
            return nil
        }
        probe = nil
        let wait = waiting.since.duration(to: now)
        least = min(least ?? wait, wait)
        guard opened.duration(to: now) >= Self.window else { return nil }
        defer {
            opened = now
            least = nil
        }
        return least
    }
}

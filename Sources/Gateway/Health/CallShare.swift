/// A part of a supplier's calls that some may use: so many at once, and so many a second.
///
/// Pure. A quarter of the contract's numbers, at least one: looks at single prices wait their turn in
/// it, so that a client that asks for them all the time leaves searches most of the calls. The rate is
/// kept by when the next call is due (the generic cell rate algorithm of ITU-T I.371), which may be
/// passed by half a second's worth of calls after a quiet time.
struct CallShare: Sendable {
    let most: Int
    private(set) var running = 0
    private let interval: Duration
    private let slack: Duration
    private var due: Uptime?

    init(concurrency: Int, callsPerSecond rate: Int?) {
        most = max(1, concurrency / 4)
        interval = rate.map { Duration.seconds(4) / max(1, $0) } ?? .zero
        slack = interval * max(0, (rate ?? 0) / 2 - 1)
    }

    /// How long a call has to wait that wants to leave now; `nil` when it may.
    func refusal(at now: Uptime) -> Duration? {
        guard running < most else { return .seconds(1) }
        guard let due else { return nil }
        let wait = now.duration(to: due) - slack
        return wait > .zero ? wait : nil
    }

    mutating func take(at now: Uptime) {
        running += 1
        due = max(due ?? now, now).advanced(by: interval)
    }

    mutating func end() { running -= 1 }
}

/// How many calls a second a supplier's contract allows, as a bucket that fills with time.
///
/// Holds one second's worth: a burst of that size is allowed after a quiet second, and no second
/// ever sees more than twice the rate.
struct CallAllowance: Sendable {
    private let rate: Int
    /// Billionths of a call.
    private var level: Int64
    private var filledAt: Uptime

    private static let call: Int64 = 1_000_000_000

    /// A full bucket; `rate` is 1 to 10,000 calls a second.
    init(rate: Int, now: Uptime) {
        self.rate = min(max(rate, 1), 10_000)
        level = Int64(self.rate) * Self.call
        filledAt = now
    }

    /// Takes one call's worth; `false` when there is not enough.
    mutating func take(now: Uptime) -> Bool {
        let elapsed = min(max(filledAt.duration(to: now), .zero), .seconds(1))
        let nanoseconds = elapsed.components.seconds == 1 ? Self.call : elapsed.nanoseconds
        level = min(level + nanoseconds * Int64(rate), Int64(rate) * Self.call)
        filledAt = max(filledAt, now)
        guard level >= Self.call else { return false }
        level -= Self.call
        return true
    }
}

extension Duration {
    /// The part below a second.
    fileprivate var nanoseconds: Int64 { components.attoseconds / 1_000_000_000 }
}

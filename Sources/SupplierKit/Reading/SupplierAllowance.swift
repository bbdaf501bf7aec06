public import TravelModel

/// What a supplier says, with any answer, is left of what it allows us.
public struct SupplierAllowance: Hashable, Sendable {
    /// How much.
    public enum Left: Hashable, Sendable {
        /// Calls until it is renewed, 0 or more.
        case calls(Int)
        /// Percent of a load it does not count in calls, 0 to 100.
        case percent(Int)
    }

    /// How much is left.
    public let left: Left
    /// When it is whole again: one second to one hour.
    public let renewedIn: Duration

    /// Holds `renewedIn` within its range.
    public init(_ left: Left, renewedIn: Duration) {
        self.left = left
        self.renewedIn = min(max(renewedIn, .seconds(1)), .seconds(3600))
    }
}

extension ResponseHead {
    /// What the fields say of our allowance; `nil` where they say nothing or nothing that can be read.
    ///
    /// Known are Rapid's `Rate-Limit-Minute-Remaining`, a percentage, with `-Reset` in epoch
    /// milliseconds; `RateLimit-Remaining` with `RateLimit-Reset` in seconds from now
    /// (draft-ietf-httpapi-ratelimit-headers-06); and the widespread `X-RateLimit-Remaining` with
    /// `X-RateLimit-Reset`, which some send as seconds from now and others as a Unix time.
    public func allowance(at now: Instant) -> SupplierAllowance? {
        if let percent = number("Rate-Limit-Minute-Remaining"),
            let reset = number("Rate-Limit-Minute-Reset")
        {
            let wait = clock(now).duration(to: Instant(millisecondsSinceEpoch: reset))
            // A minute is what it says it is, whatever the clocks say.
            return SupplierAllowance(
                .percent(Int(min(percent, 100))), renewedIn: min(wait, .seconds(60)))
        }
        if let calls = number("RateLimit-Remaining"), let reset = number("RateLimit-Reset") {
            return SupplierAllowance(
                .calls(Int(min(calls, 1_000_000))), renewedIn: .seconds(min(reset, 3600)))
        }
        if let calls = number("X-RateLimit-Remaining"), let reset = number("X-RateLimit-Reset") {
            return SupplierAllowance(
                .calls(Int(min(calls, 1_000_000))), renewedIn: wait(until: reset, now))
        }
        return nil
    }

    /// Seconds from now, or a Unix time in seconds or milliseconds: they are orders of magnitude apart.
    private func wait(until reset: Int64, _ now: Instant) -> Duration {
        switch reset {
        case ..<100_000_000: .seconds(min(reset, 3600))
        case ..<100_000_000_000:
            clock(now).duration(to: Instant(millisecondsSinceEpoch: reset * 1000))
        default: clock(now).duration(to: Instant(millisecondsSinceEpoch: reset))
        }
    }

    /// A whole number of at most 18 digits.
    private func number(_ name: String) -> Int64? {
        guard let field = first(name), (1...18).contains(field.utf8.count),
            field.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int64(field)
    }
}

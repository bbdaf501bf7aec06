/// How many requests a client may make: so many a second, and so many at once after a quiet time.
public struct RequestRate: Sendable, Hashable {
    /// 1 to 100,000.
    public let perSecond: Int
    /// 1 to 100,000.
    public let burst: Int

    /// Holds both within their range; without a burst it is one second's worth.
    public init(perSecond: Int, burst: Int? = nil) {
        self.perSecond = min(max(perSecond, 1), 100_000)
        self.burst = min(max(burst ?? perSecond, 1), 100_000)
    }
}

/// A bucket of permits that fills with time; full at the start, never more than full.
///
/// Any span of `t` seconds admits at most `burst + t * perSecond` requests.
public struct TokenBucket: Sendable, Hashable {
    /// What it admits.
    public let rate: RequestRate
    /// Billionths of a permit, so that every nanosecond counts and nothing is lost to rounding.
    private var level: Int64
    private var filledAt: Uptime

    private static let permit: Int64 = 1_000_000_000

    /// A full bucket.
    public init(_ rate: RequestRate, now: Uptime) {
        self.rate = rate
        level = Int64(rate.burst) * Self.permit
        filledAt = now
    }

    /// Takes one permit; without one, the time until there is one, and nothing is taken.
    ///
    /// Up to `inAdvance` (0 to 100,000) permits are taken before they are there: whoever comes later
    /// waits for them. A clock that seems to go backwards fills nothing.
    public mutating func take(now: Uptime, inAdvance: Int = 0) -> Duration? {
        fill(now)
        let needed = Self.permit * Int64(1 - min(max(inAdvance, 0), 100_000))
        guard level < needed else {
            level -= Self.permit
            return nil
        }
        // Rounded up: whoever comes back exactly then finds a permit.
        let perSecond = Int64(rate.perSecond)
        return .nanoseconds((needed - level + perSecond - 1) / perSecond)
    }

    private mutating func fill(_ now: Uptime) {
        guard now > filledAt else { return }
        let full = Int64(rate.burst) * Self.permit
        let (elapsed, overflow) = now.nanoseconds.subtractingReportingOverflow(
            filledAt.nanoseconds)
        filledAt = now
        let perSecond = Int64(rate.perSecond)
        // Compared before it is multiplied: a long pause must not overflow.
        guard !overflow, elapsed < (full - level) / perSecond + 1 else {
            level = full
            return
        }
        level = min(full, level + elapsed * perSecond)
    }
}

/// A point on a clock that never jumps: what waits and deadlines inside the process are measured by.
public struct Uptime: Hashable, Sendable, Comparable {
    /// Nanoseconds since an arbitrary start that stays the same while the process runs.
    public let nanoseconds: Int64

    /// Wraps the count.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The point `duration` later, held at the ends of the range instead of trapping.
    public func advanced(by duration: Duration) -> Uptime {
        let (whole, part) = duration.components
        let (scaled, a) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let (delta, b) = scaled.addingReportingOverflow(part / 1_000_000_000)
        let (sum, c) = nanoseconds.addingReportingOverflow(delta)
        guard a || b || c else { return Uptime(nanoseconds: sum) }
        return Uptime(nanoseconds: duration < .zero ? .min : .max)
    }

    /// Time from this point to `other`, negative when `other` is earlier.
    public func duration(to other: Uptime) -> Duration {
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        if overflow { return .nanoseconds(other > self ? Int64.max : Int64.min) }
        return .nanoseconds(difference)
    }

    /// Earlier first.
    public static func < (a: Uptime, b: Uptime) -> Bool { a.nanoseconds < b.nanoseconds }
}

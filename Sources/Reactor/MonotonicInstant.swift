import Glibc

/// A point on the machine's monotonic clock, which no change of the wall clock moves.
///
/// Nanoseconds of CLOCK_MONOTONIC; comparable only within one boot. Arithmetic saturates, so
/// `.distantFuture` plus anything stays there.
public struct MonotonicInstant: InstantProtocol, Sendable {
    /// Nanoseconds since the clock's arbitrary start.
    public let nanoseconds: Int64

    /// Makes the instant that lies `nanoseconds` after the clock's start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Later than every instant the clock will ever show.
    public static let distantFuture = MonotonicInstant(nanoseconds: .max)

    /// Reads the clock.
    public static func now() -> MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(
            nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    /// The instant `duration` later (earlier if negative), saturating at both ends.
    public func advanced(by duration: Duration) -> MonotonicInstant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.saturatedNanoseconds)
        guard overflow else { return MonotonicInstant(nanoseconds: sum) }
        return MonotonicInstant(nanoseconds: duration < .zero ? .min : .max)
    }

    /// The time from here to `other`, negative if `other` is earlier.
    public func duration(to other: MonotonicInstant) -> Duration {
        .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
    }

    /// Whether `left` is earlier than `right`.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// Whole nanoseconds, cut to the range of `Int64` (292 years).
    var saturatedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, overflowOfSum) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        if overflowOfSum { return seconds < 0 ? .min : .max }
        return sum
    }
}

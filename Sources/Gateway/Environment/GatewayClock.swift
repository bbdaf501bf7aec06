public import TravelModel

/// The two clocks of the gateway and the only way it waits.
public protocol GatewayClock: Sendable {
    /// Wall time, for dates, expiries that are written down, and signatures; it may jump.
    func now() -> Instant

    /// Monotonic time, for waits and durations.
    func uptime() -> Uptime

    /// Returns at `deadline` or a little later; at once when it has passed.
    ///
    /// Throws when the calling task is cancelled, without waiting any longer.
    func sleep(until deadline: Uptime) async throws(CancellationError)
}

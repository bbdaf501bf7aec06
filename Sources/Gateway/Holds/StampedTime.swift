public import TravelModel

/// A moment on both clocks, so that a row means the same after a restart and after a jump.
///
/// Two moments of one boot compare by the clock that never jumps; of different boots, by the wall.
public struct StampedTime: Hashable, Sendable {
    /// On the wall.
    public let wall: Instant
    /// The machine's run in which ``uptime`` counts.
    public let boot: String
    /// On the clock that never jumps.
    public let uptime: Uptime

    /// All of them; there are no defaults.
    public init(wall: Instant, boot: String, uptime: Uptime) {
        self.wall = wall
        self.boot = boot
        self.uptime = uptime
    }

    /// The moment `duration` later on both clocks.
    public func advanced(by duration: Duration) -> StampedTime {
        StampedTime(
            wall: wall.advanced(by: duration), boot: boot, uptime: uptime.advanced(by: duration))
    }

    /// Time from `now` until this moment; zero or less once it has come.
    public func remaining(at now: StampedTime) -> Duration {
        boot == now.boot ? now.uptime.duration(to: uptime) : now.wall.duration(to: wall)
    }

    /// Whether this moment has come.
    public func hasCome(at now: StampedTime) -> Bool { remaining(at: now) <= .zero }
}

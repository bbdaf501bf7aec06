import Glibc
import Synchronization

/// The virtual time of a fleet: tokens, holds and price drift live by it.
public final class MockClock: Sendable {
    /// Reads wall time.
    public typealias Wall = @Sendable () -> Moment

    private static let furthest: Int64 = 3650 * 86_400_000

    private let epoch: Moment?
    private let wall: Wall
    // A lock, because every supplier's desk reads while the control route moves it; it guards one
    // number and is never held across another call.
    private let advanced = Mutex<Int64>(0)

    /// With an epoch, time stands there until it is advanced; without, it runs with the wall clock.
    public init(epoch: Moment? = nil, wall: @escaping Wall = MockClock.systemWall) {
        self.epoch = epoch
        self.wall = wall
    }

    /// Virtual time.
    public var now: Moment {
        let base = epoch ?? wall()
        return base.adding(milliseconds: advanced.withLock { $0 })
    }

    /// Wall time, which no control route moves.
    public var wallNow: Moment { wall() }

    /// Moves virtual time forward by up to ten years in all; returns the new time.
    public func advance(milliseconds: Int64) -> Moment {
        let step = max(0, min(milliseconds, MockClock.furthest))
        advanced.withLock { $0 = min($0 + step, MockClock.furthest) }
        return now
    }

    /// The machine's wall clock.
    public static let systemWall: Wall = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

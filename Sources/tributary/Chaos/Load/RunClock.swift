import Reactor
import TravelModel

/// The clock of a run: the wall's time at the start, moved on by the monotonic clock.
struct RunClock: Sendable {
    private let start: MonotonicInstant
    private let wall: Int64

    init() {
        start = MonotonicInstant.now()
        wall = BootClock.now().millisecondsSinceEpoch &* 1000
    }

    func now() -> RunTime {
        RunTime(
            microseconds: wall &+ (MonotonicInstant.now().nanoseconds &- start.nanoseconds) / 1000)
    }
}

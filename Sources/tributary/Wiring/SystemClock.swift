import Gateway
import Glibc
import Reactor
import TravelModel

/// The machine's clocks, waiting on the event loops.
struct SystemClock: GatewayClock {
    let loops: EventLoopGroup

    func now() -> Instant {
        let time = Self.read(CLOCK_REALTIME)
        return Instant(
            millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Counts while the machine is suspended too, so that a deadline that passed in its sleep has
    /// passed; and it is the same for every process of one boot, so rows may keep it.
    func uptime() -> Uptime {
        let time = Self.read(CLOCK_BOOTTIME)
        return Uptime(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    func sleep(until deadline: Uptime) async throws(CancellationError) {
        guard let loop = loops.loops.first(where: \.isCurrent) ?? loops.loops.first else { return }
        while true {
            let left = uptime().duration(to: deadline)
            if left <= .zero { return }
            try await loop.sleep(until: MonotonicInstant.now().advanced(by: left))
        }
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}

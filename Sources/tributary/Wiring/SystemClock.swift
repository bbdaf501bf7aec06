import Gateway
import Reactor
import TravelModel

/// The machine's clocks, waiting on the event loops.
struct SystemClock: GatewayClock {
    let loops: EventLoopGroup

    func now() -> Instant { BootClock.now() }

    func uptime() -> Uptime { BootClock.uptime() }

    func sleep(until deadline: Uptime) async throws(CancellationError) {
        guard let loop = loops.loops.first(where: \.isCurrent) ?? loops.loops.first else { return }
        while true {
            let left = uptime().duration(to: deadline)
            if left <= .zero { return }
            try await loop.sleep(until: MonotonicInstant.now().advanced(by: left))
        }
    }
}

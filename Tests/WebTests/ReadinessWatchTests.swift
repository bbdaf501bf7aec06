import Gateway
import Synchronization
import Testing
import TravelModel

@testable import Web

/// How often readiness is really looked at.
@Suite struct ReadinessWatchTests {
    /// Stands still until it is moved.
    private final class StoppedClock: GatewayClock {
        // A lock: held to read or move the hand.
        private let hand = Mutex(Uptime(nanoseconds: 0))

        func now() -> Instant { Instant(millisecondsSinceEpoch: 0) }
        func uptime() -> Uptime { hand.withLock { $0 } }
        func sleep(until deadline: Uptime) async throws(CancellationError) {}
        func move(by duration: Duration) { hand.withLock { $0 = $0.advanced(by: duration) } }
    }

    /// Numbers the looks.
    private actor Looks {
        private(set) var count = 0

        func look() -> [ReadinessCheck] {
            count += 1
            return [ReadinessCheck("look \(count)", fault: nil)]
        }
    }

    private let clock = StoppedClock()
    private let looks = Looks()

    @Test func whatWasFoundIsToldForASecond() async {
        let watch = ReadinessWatch(clock: clock) { [looks] in await looks.look() }
        #expect(await watch.checks().map(\.name) == ["look 1"])
        clock.move(by: ReadinessWatch.interval - .milliseconds(1))
        #expect(await watch.checks().map(\.name) == ["look 1"])
        clock.move(by: .milliseconds(1))
        #expect(await watch.checks().map(\.name) == ["look 2"])
    }

    @Test func thoseWhoAskDuringALookShareIt() async {
        let (began, goOn) = (Gate(), Gate())
        let watch = ReadinessWatch(clock: clock) { [looks] in
            began.open()
            await goOn.wait()
            return await looks.look()
        }
        let told = await withTaskGroup(of: [ReadinessCheck].self) { group in
            for _ in 0..<50 { group.addTask { await watch.checks() } }
            await began.wait()
            goOn.open()
            return await group.reduce(into: []) { $0 += $1.map(\.name) }
        }
        #expect(told == Array(repeating: "look 1", count: 50))
        #expect(await looks.count == 1)
    }
}

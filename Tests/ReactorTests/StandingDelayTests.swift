import Foundation
import Testing

@testable import Reactor

/// What is announced of a queue, in milliseconds: turns are (start, pieces waiting, pieces run, end).
@Suite struct StandingDelayTests {
    private typealias Turn = (start: Int64, waiting: Int, ran: Int, end: Int64)

    private func at(_ milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }

    private func announced(_ turns: [Turn]) -> [Duration] {
        var delay = StandingDelay(at: at(0))
        var told: [Duration] = []
        for turn in turns {
            delay.turned(waiting: turn.waiting, at: at(turn.start))
            if let standing = delay.ran(turn.ran, at: at(turn.end)) { told.append(standing) }
        }
        return told
    }

    @Test("A burst that is worked off between quiet turns leaves no standing delay")
    func burst() {
        let turns: [Turn] = [(0, 0, 0, 1), (1, 50, 50, 90), (95, 1, 1, 101)]
        #expect(announced(turns) == [.milliseconds(1)])
    }

    @Test("A queue that never runs dry is told by its shortest wait")
    func queue() {
        let turns: [Turn] = [(0, 40, 40, 60), (60, 30, 30, 95), (95, 80, 80, 160)]
        #expect(announced(turns) == [.milliseconds(35)])
    }

    @Test("Work that is there longer than a turn has waited for all of them")
    func overTurns() {
        let turns: [Turn] = [(0, 10, 4, 40), (40, 90, 4, 80), (80, 90, 4, 130)]
        #expect(announced(turns) == [.milliseconds(130)])
    }

    @Test("Every window is judged by itself")
    func windows() {
        let turns: [Turn] = [
            (0, 1, 1, 50), (50, 1, 1, 100), (100, 1, 1, 102), (150, 1, 1, 210), (210, 3, 3, 320),
        ]
        #expect(
            announced(turns) == [.milliseconds(50), .milliseconds(2), .milliseconds(110)])
    }

    @Test("A loop that is stuck in one piece of work is behind by as long as that takes")
    func stuck() async throws {
        try await withLoop { loop in
            let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            loop.execute {
                begun.signal()
                go.wait()
            }
            begun.wait()
            let first = loop.standingDelay
            #expect(loop.standingDelay > first)
            go.signal()
        }
    }
}

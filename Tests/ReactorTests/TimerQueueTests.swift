import Testing

@testable import Reactor

@Suite struct TimerQueueTests {
    private func at(_ nanoseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: nanoseconds)
    }

    private func drain(_ queue: inout TimerQueue<Int>, until now: Int64) -> [Int] {
        var fired: [Int] = []
        while let action = queue.popDue(at: at(now)) { fired.append(action) }
        return fired
    }

    @Test func firesInOrderOfDeadlineThenOfScheduling() {
        var queue = TimerQueue<Int>()
        for (action, deadline) in [(0, 30), (1, 10), (2, 20), (3, 10), (4, 40)] {
            _ = queue.schedule(at: at(Int64(deadline)), action)
        }
        #expect(queue.earliest == at(10))
        #expect(drain(&queue, until: 9) == [])
        #expect(drain(&queue, until: 30) == [1, 3, 2, 0])
        #expect(drain(&queue, until: .max) == [4])
        #expect(queue.earliest == nil)
    }

    @Test func cancelledTimerLeavesAtOnceAndItsTokenStaysHarmless() {
        var queue = TimerQueue<Int>()
        let first = queue.schedule(at: at(10), 0)
        let isCancelled = queue.cancel(first)
        #expect(isCancelled)
        #expect(queue.count == 0)
        let second = queue.schedule(at: at(10), 1)
        let isCancelledAgain = queue.cancel(first)
        #expect(!isCancelledAgain)
        #expect(drain(&queue, until: 10) == [1])
        let isCancelledLate = queue.cancel(second)
        #expect(!isCancelledLate)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func agreesWithASortedList(seed: UInt64) {
        var state = seed
        func next(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        var queue = TimerQueue<Int>()
        var model: [(deadline: Int64, action: Int, token: TimerToken)] = []
        for action in 0..<2000 {
            if next(3) == 0, !model.isEmpty {
                let victim = model.remove(at: Int(next(UInt64(model.count))))
                let isCancelled = queue.cancel(victim.token)
                #expect(isCancelled)
            } else {
                let deadline = Int64(next(500))
                let token = queue.schedule(at: at(deadline), action)
                model.append((deadline, action, token))
            }
        }
        let expected = model.sorted {
            ($0.deadline, $0.action) < ($1.deadline, $1.action)
        }
        #expect(queue.count == expected.count)
        #expect(drain(&queue, until: .max) == expected.map(\.action))
    }
}

import Synchronization
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(1))) struct SleepTests {
    @Test func sleepEndsNotBeforeItsDeadlineFromAnyExecutor() async throws {
        try await withLoop { loop in
            let deadline = MonotonicInstant.now().advanced(by: .milliseconds(5))
            try await loop.sleep(until: deadline)
            #expect(MonotonicInstant.now() >= deadline)
            let later = deadline.advanced(by: .milliseconds(5))
            try await Task(executorPreference: loop) { try await loop.sleep(until: later) }.value
            #expect(MonotonicInstant.now() >= later)
        }
    }

    @Test func deadlineInThePastReturns() async throws {
        try await withLoop { loop in
            try await loop.sleep(until: MonotonicInstant(nanoseconds: 0))
        }
    }

    @Test func cancellationEndsALongSleepAndTakesItsTimerAway() async throws {
        try await withLoop { loop in
            let sleeping = Task { try await loop.sleep(until: .distantFuture) }
            sleeping.cancel()
            await #expect(throws: CancellationError.self) { try await sleeping.value }
            let cancelledFirst = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await loop.sleep(until: .distantFuture)
            }
            await #expect(throws: CancellationError.self) { try await cancelledFirst.value }
        }
    }

    @Test func manySleepersRacingWithCancellationAllEnd() async throws {
        try await withLoop { loop in
            let ended = await withTaskGroup(of: Void.self, returning: Int.self) { group in
                for number in 0..<2000 {
                    group.addTask {
                        try? await loop.sleep(for: .microseconds(number % 50))
                    }
                    if number == 1000 { group.cancelAll() }
                }
                return await group.reduce(into: 0) { count, _ in count += 1 }
            }
            #expect(ended == 2000)
        }
    }

    @Test func stoppingWakesSleepers() async throws {
        let loop = try EventLoop()
        let sleeping = Task { try await loop.sleep(until: .distantFuture) }
        loop.stop()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        loop.join()
    }

    @Test func timersFireOnceInOrderUnlessCancelled() async throws {
        try await withLoop { loop in
            let fired = Mutex<[Int]>([])
            await withCheckedContinuation { continuation in
                loop.execute {
                    let start = loop.now
                    for (number, wait) in [(2, 2), (1, 1), (3, 3)] {
                        loop.schedule(at: start.advanced(by: .milliseconds(wait))) {
                            fired.withLock { $0.append(number) }
                            if number == 3 { continuation.resume() }
                        }
                    }
                    let token = loop.schedule(at: start.advanced(by: .milliseconds(2))) {
                        fired.withLock { $0.append(99) }
                    }
                    #expect(loop.cancel(token))
                    #expect(!loop.cancel(token))
                }
            }
            #expect(fired.withLock { $0 } == [1, 2, 3])
        }
    }

    @Test(arguments: [
        (Int64.max, Duration.seconds(1), Int64.max),
        (Int64.min, Duration.seconds(-1), Int64.min),
        (Int64(0), Duration.seconds(Int64.max), Int64.max),
        (Int64(5), Duration.nanoseconds(-3), Int64(2)),
    ])
    func instantsSaturate(start: Int64, step: Duration, end: Int64) {
        let sum = MonotonicInstant(nanoseconds: start).advanced(by: step)
        #expect(sum.nanoseconds == end)
    }
}

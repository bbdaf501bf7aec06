import CSystem
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Reactor

/// Runs `body` with a fresh loop that is stopped and joined afterwards.
func withLoop<Value: Sendable>(_ body: (EventLoop) async throws -> Value) async throws -> Value {
    let loop = try EventLoop(name: "test")
    defer {
        loop.stop()
        loop.join()
    }
    return try await body(loop)
}

/// Runs `body` on the loop, outside of any task, and waits for it.
func onLoop<Value: Sendable>(
    _ loop: EventLoop, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        loop.execute { continuation.resume(with: Result { try body() }) }
    }
}

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}

@Suite(.timeLimit(.minutes(1))) struct EventLoopTests {
    @Test func taskStaysOnItsLoop() async throws {
        try await withLoop { loop in
            let places = await Task(executorPreference: loop) {
                var places = [loop.isCurrent]
                await Task.yield()
                places.append(loop.isCurrent)
                try? await loop.sleep(for: .milliseconds(1))
                places.append(loop.isCurrent)
                await withTaskGroup(of: Bool.self) { group in
                    group.addTask { loop.isCurrent }
                    for await place in group { places.append(place) }
                }
                return places
            }.value
            #expect(places == [true, true, true, true])
            #expect(!loop.isCurrent)
        }
    }

    actor Owned {
        let loop: EventLoop
        var count = 0
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

        init(_ loop: EventLoop) { self.loop = loop }

        func add() -> Bool {
            count += 1
            return loop.isCurrent
        }

        nonisolated func addFromCallback() -> Int {
            assumeIsolated {
                $0.count += 1
                return $0.count
            }
        }
    }

    @Test func actorOfTheLoopRunsOnItAndAcceptsItsCallbacks() async throws {
        try await withLoop { loop in
            let owned = Owned(loop)
            #expect(await owned.add())
            let count = try await onLoop(loop) { owned.addFromCallback() }
            #expect(count == 2)
            #expect(await Task(executorPreference: loop) { await owned.add() }.value)
            #expect(await owned.count == 3)
        }
    }

    @Test func workFromOneThreadKeepsItsOrder() async throws {
        try await withLoop { loop in
            let seen = Mutex<[Int]>([])
            for number in 0..<1000 { loop.execute { seen.withLock { $0.append(number) } } }
            try await onLoop(loop) {}
            #expect(seen.withLock { $0 } == Array(0..<1000))
        }
    }

    @Test func workFromManyThreadsIsNeverLost() async throws {
        try await withLoop { loop in
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<2000 {
                            await withCheckedContinuation { continuation in
                                loop.execute {
                                    counter.add()
                                    continuation.resume()
                                }
                            }
                        }
                    }
                }
            }
            #expect(counter.value == 16_000)
        }
    }

    @Test func endOfTurnWorkRunsAfterTheTurnsJobs() async throws {
        try await withLoop { loop in
            let seen = Mutex<[String]>([])
            try await onLoop(loop) {
                loop.atEndOfTurn { seen.withLock { $0.append("end") } }
                loop.execute { seen.withLock { $0.append("job") } }
            }
            try await onLoop(loop) {}
            #expect(seen.withLock { $0 } == ["job", "end"])
        }
    }

    @Test func stopRunsWhatWasEnqueuedBefore() async throws {
        let loop = try EventLoop()
        let ran = Atomic<Bool>(false)
        loop.execute { loop.execute { ran.store(true, ordering: .relaxed) } }
        loop.stop()
        loop.join()
        let hasRun = ran.load(ordering: .relaxed)
        #expect(hasRun)
    }

    @Test func aLoopThatNobodyJoinsTakesItsStackAlong() async throws {
        // Each stack is a mapping with another one that guards it.
        let mappings = {
            let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
            return maps.utf8.count { $0 == 10 }
        }
        let before = try mappings()
        for _ in 0..<200 {
            let (gone, end) = AsyncStream.makeStream(of: Void.self)
            let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
            defer { close(descriptor) }
            try await stopUnjoined(watching: descriptor, Farewell(end))
            // The callback goes with the loop.
            for await _ in gone {}
        }
        #expect(try mappings() - before < 200)
    }

    private func stopUnjoined(watching descriptor: Int32, _ farewell: Farewell) async throws {
        let loop = try EventLoop()
        try await onLoop(loop) {
            try loop.register(descriptor, interest: .read) { _ in _ = farewell }
        }
        loop.stop()
    }

    @Test func tasksThatComeAfterTheEndStillRunOneAtATime() async throws {
        let loop = try EventLoop()
        loop.stop()
        loop.join()
        let owned = Owned(loop)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask(executorPreference: loop) {
                    _ = await owned.add()
                    await Task.yield()
                    _ = await owned.add()
                }
            }
        }
        #expect(await owned.count == 200)
    }

    @Test func groupHasALoopForEachProcessorUnlessToldOtherwise() throws {
        let byDefault = try EventLoopGroup()
        defer { byDefault.shutdown() }
        #expect(byDefault.loops.count == EventLoopGroup.processors)
        let three = try EventLoopGroup(count: 3)
        defer { three.shutdown() }
        #expect(three.loops.map(\.name) == ["loop-0", "loop-1", "loop-2"])
    }
}

/// Tells when nobody has it any more.
private final class Farewell: Sendable {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }
}

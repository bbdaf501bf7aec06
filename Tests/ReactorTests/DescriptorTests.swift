import CSystem
import Glibc
import Synchronization
import Testing

@testable import Reactor

/// A connected pair of non-blocking stream sockets.
private func socketPair() throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    try #require(
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
    return (pair[0], pair[1])
}

/// Collects what a callback saw and lets a test wait for a number of calls.
private final class Probe: Sendable {
    private let stream: AsyncStream<Readiness>
    private let continuation: AsyncStream<Readiness>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func saw(_ readiness: Readiness) { continuation.yield(readiness) }

    func next() async -> Readiness? {
        for await readiness in stream { return readiness }
        return nil
    }
}

@Suite(.timeLimit(.minutes(1))) struct DescriptorTests {
    @Test func interestIsAddedChangedAndRemoved() async throws {
        try await withLoop { loop in
            let (near, far) = try socketPair()
            let probe = Probe()
            try await onLoop(loop) {
                try loop.register(near, interest: .read) { readiness in
                    loop.deregister(near)
                    probe.saw(readiness)
                }
            }
            var byte: UInt8 = 1
            #expect(write(far, &byte, 1) == 1)
            #expect(await probe.next() == .read)
            try await onLoop(loop) {
                try loop.register(near, interest: .peerClosed) { readiness in
                    loop.deregister(near)
                    probe.saw(readiness)
                }
                try loop.modify(near, interest: .write)
            }
            #expect(await probe.next() == .write)
            close(near)
            close(far)
        }
    }

    @Test func endOfStreamIsToldThoughBytesAreUnread() async throws {
        try await withLoop { loop in
            let (near, far) = try socketPair()
            var byte: UInt8 = 1
            #expect(write(far, &byte, 1) == 1)
            shutdown(far, Int32(SHUT_WR))
            let probe = Probe()
            try await onLoop(loop) {
                try loop.register(near, interest: [.read, .peerClosed, .edgeTriggered]) {
                    probe.saw($0)
                }
            }
            #expect(await probe.next() == [.read, .peerClosed])
            try await onLoop(loop) { loop.deregister(near) }
            close(near)
            close(far)
        }
    }

    @Test func descriptorGoneInTheSameTurnGetsNoCallback() async throws {
        try await withLoop { loop in
            let (first, firstPeer) = try socketPair()
            let (second, secondPeer) = try socketPair()
            let calls = Atomic<Int>(0)
            try await onLoop(loop) {
                for (own, other) in [(first, second), (second, first)] {
                    try loop.register(own, interest: .read) { _ in
                        calls.add(1, ordering: .relaxed)
                        loop.deregister(own)
                        loop.deregister(other)
                    }
                }
                var byte: UInt8 = 1
                _ = write(firstPeer, &byte, 1)
                _ = write(secondPeer, &byte, 1)
            }
            try await onLoop(loop) {}
            try await onLoop(loop) {}
            let count = calls.load(ordering: .relaxed)
            #expect(count == 1)
            for descriptor in [first, firstPeer, second, secondPeer] { close(descriptor) }
        }
    }

    @Test func refusalsAreTyped() async throws {
        try await withLoop { loop in
            await #expect(throws: ReactorError(call: .epollControl, code: EBADF)) {
                try await onLoop(loop) { try loop.register(-1, interest: .read) { _ in } }
            }
            await #expect(throws: ReactorError(call: .epollControl, code: ENOENT)) {
                try await onLoop(loop) { try loop.modify(0, interest: .read) }
            }
        }
    }

    @Test func floodOfJobsDoesNotStarveDescriptors() async throws {
        try await withLoop { loop in
            let (near, far) = try socketPair()
            let isOver = Atomic<Bool>(false)
            let probe = Probe()
            try await onLoop(loop) {
                try loop.register(near, interest: .read) { readiness in
                    isOver.store(true, ordering: .relaxed)
                    loop.deregister(near)
                    probe.saw(readiness)
                }
            }
            let flood = Task(executorPreference: loop) {
                while !isOver.load(ordering: .relaxed) { await Task.yield() }
            }
            var byte: UInt8 = 1
            #expect(write(far, &byte, 1) == 1)
            #expect(await probe.next() == .read)
            await flood.value
            close(near)
            close(far)
        }
    }
}

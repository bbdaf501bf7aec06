import Synchronization

/// Says once, to everybody who asks or waits, that the server wants to end.
public final class DrainSignal: Sendable {
    private struct State {
        var isDraining = false
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        /// Waiters cancelled before they could park.
        var cancelled: Set<UInt64> = []
    }

    // A lock, because waiters are on any executor. A continuation is taken out of `waiters` by
    // the one who resumes it, under the lock, so it is resumed once.
    private let state = Mutex(State())

    /// Makes a signal that has not been given.
    public init() {}

    /// Whether the server wants to end.
    public var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Returns as soon as the server wants to end, at once if it already does.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled first.
    public func wait() async throws {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(waiter) != nil {
                        return .failure(CancellationError())
                    }
                    if state.isDraining { return .success(()) }
                    state.waiters[waiter] = continuation
                    return nil
                }
                if let early { continuation.resume(with: early) }
            }
        } onCancel: {
            let parked: CheckedContinuation<Void, any Error>? = state.withLock { state in
                let parked = state.waiters.removeValue(forKey: waiter)
                if parked == nil { state.cancelled.insert(waiter) }
                return parked
            }
            parked?.resume(throwing: CancellationError())
        }
        // A cancellation that came after the resume leaves its mark behind.
        state.withLock { _ = $0.cancelled.remove(waiter) }
    }

    /// Gives the signal; a second time is nothing.
    ///
    /// A server does so when its drain begins; tests of handlers may do it themselves.
    public func begin() {
        let waiters = state.withLock { state in
            state.isDraining = true
            defer { state.waiters = [:] }
            return state.waiters.values.map { $0 }
        }
        for waiter in waiters { waiter.resume() }
    }
}

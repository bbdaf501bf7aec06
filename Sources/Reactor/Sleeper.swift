import Synchronization

/// What a loop's timer does.
enum TimerAction {
    case run(() -> Void)
    case wake(Sleeper)

    func fire() {
        switch self {
        case .run(let action): action()
        case .wake(let sleeper): sleeper.finish(.elapsed)
        }
    }

    /// The loop ends before the deadline.
    func drop() {
        if case .wake(let sleeper) = self { sleeper.finish(.cancelled) }
    }
}

/// One sleep: whoever comes first of timer and cancellation ends it, exactly once.
final class Sleeper: Sendable {
    enum Outcome {
        case elapsed
        case cancelled
    }

    private enum State {
        case fresh
        case waiting(CheckedContinuation<Outcome, Never>)
        case done(Outcome)
    }

    private struct Shared {
        var state = State.fresh
        var timer: TimerToken?
    }

    // A lock, because cancellation comes from any thread. Each change of state is made under it
    // and the continuation is taken out by the change that ends the wait, so it is resumed once.
    private let shared = Mutex(Shared())

    /// Parks the sleeping task; resumes it at once if the end came first.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        let early: Outcome? = shared.withLock { shared in
            if case .done(let outcome) = shared.state { return outcome }
            shared.state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    /// Ends the sleep; false if it had already ended.
    @discardableResult
    func finish(_ outcome: Outcome) -> Bool {
        let (waiting, changed): (CheckedContinuation<Outcome, Never>?, Bool) =
            shared.withLock { shared in
                switch shared.state {
                case .fresh:
                    shared.state = .done(outcome)
                    return (nil, true)
                case .waiting(let continuation):
                    shared.state = .done(outcome)
                    return (continuation, true)
                case .done:
                    return (nil, false)
                }
            }
        waiting?.resume(returning: outcome)
        return changed
    }

    /// Starts the timer, on the loop, unless the sleep has already ended.
    func arm(on loop: EventLoop, deadline: MonotonicInstant) {
        let isRefused = shared.withLock { shared in
            if case .done = shared.state { return false }
            shared.timer = loop.schedule(self, at: deadline)
            return shared.timer == nil
        }
        if isRefused { finish(.cancelled) }
    }

    /// Takes the timer off the loop after a cancellation.
    func disarm(on loop: EventLoop) {
        let timer = shared.withLock { $0.timer }
        if let timer { loop.cancel(timer) }
    }
}

extension EventLoop {
    /// Suspends the calling task until `deadline`; may be called from any executor.
    ///
    /// - Throws: `CancellationError` at once when the task is cancelled (also before the call),
    ///   and when the loop stops.
    public func sleep(until deadline: MonotonicInstant) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        let sleeper = Sleeper()
        let outcome = await withTaskCancellationHandler {
            if isCurrent {
                sleeper.arm(on: self, deadline: deadline)
            } else {
                execute { sleeper.arm(on: self, deadline: deadline) }
            }
            return await withCheckedContinuation { sleeper.wait($0) }
        } onCancel: {
            guard sleeper.finish(.cancelled) else { return }
            execute { sleeper.disarm(on: self) }
        }
        if outcome == .cancelled { throw CancellationError() }
    }

    /// Suspends the calling task for `duration`; see `sleep(until:)`.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        try await sleep(until: MonotonicInstant.now().advanced(by: duration))
    }
}

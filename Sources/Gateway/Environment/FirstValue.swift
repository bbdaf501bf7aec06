internal import Synchronization

/// A value that several may offer and one waits for: the first offer counts.
package final class FirstValue<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case settled(Value)
    }

    /// Nothing is offered yet.
    package init() {}

    // A lock: each holder makes one transition and returns; the waiter is resumed after it.
    private let state = Mutex(State.open)

    /// Settles the value unless it is settled.
    package func offer(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .settled: return nil
            case .open:
                state = .settled(value)
                return nil
            case .awaited(let waiter):
                state = .settled(value)
                return waiter
            }
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the first offer; to be called once.
    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            let settled = state.withLock { state -> Value? in
                if case .settled(let value) = state { return value }
                state = .awaited(continuation)
                return nil
            }
            if let settled { continuation.resume(returning: settled) }
        }
    }
}

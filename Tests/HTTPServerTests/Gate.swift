import Synchronization

/// A door that opens once, from any thread; who waits goes through, who comes later does not wait.
///
/// A wait also ends when its task is cancelled, so that a test over its time limit fails instead
/// of hanging.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    func wait() async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    if state.isOpen || state.cancelled.contains(waiter) { return false }
                    state.waiters[waiter] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            let parked = state.withLock { state in
                state.cancelled.insert(waiter)
                return state.waiters.removeValue(forKey: waiter)
            }
            parked?.resume()
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values.map { $0 }
        }
        for waiter in waiters { waiter.resume() }
    }
}

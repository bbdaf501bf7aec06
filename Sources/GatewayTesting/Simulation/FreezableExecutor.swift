internal import Synchronization

/// The part of a simulation that one process runs on: frozen, nothing of it moves while time goes on,
/// as when a machine is suspended or a debugger holds it.
public final class FreezableExecutor: TaskExecutor {
    private struct State {
        var isFrozen = false
        var kept: [UnownedJob] = []
    }

    private let simulation: Simulation
    // A lock: held to keep jobs or take them all; they are passed on after it is left.
    private let state = Mutex(State())

    /// Thawed.
    public init(_ simulation: Simulation) { self.simulation = simulation }

    /// Passes the job on, or keeps it until the thaw.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isKept = state.withLock { state in
            if state.isFrozen { state.kept.append(job) }
            return state.isFrozen
        }
        if !isKept { simulation.enqueue(job) }
    }

    /// Nothing moves from the next suspension on.
    public func freeze() { state.withLock { $0.isFrozen = true } }

    /// All that would have happened meanwhile happens now.
    public func thaw() {
        let kept = state.withLock { state in
            state.isFrozen = false
            defer { state.kept = [] }
            return state.kept
        }
        for job in kept { simulation.enqueue(job) }
    }
}

public import Gateway
internal import Glibc
internal import Synchronization
public import TravelModel

/// One thread, virtual time, and an order of events that follows from a seed.
///
/// Work runs on the thread that calls ``run(_:)`` and nowhere else. When nothing is ready, time
/// jumps to the next sleeper. Which of several ready jobs runs next is drawn from the seed, so a
/// few hundred seeds meet a few hundred interleavings, and a failing one can be replayed.
///
/// Sendable by its lock; jobs and sleepers are taken out under it and run after it is left.
public final class Simulation: TaskExecutor, GatewayClock {
    /// Why a simulated run did not come to its end.
    public enum Fault: Error, Hashable, Sendable {
        /// Nothing is ready and nobody sleeps, yet the work has not ended.
        case stuck(after: Duration)
        /// More turns than any sane run needs.
        case endless
        /// A job came from another thread: something left the simulation.
        case escaped
    }

    private struct Sleeper {
        let due: Uptime
        let number: Int
        let wake: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var ready: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var lastNumber = 0
        var now = Uptime(nanoseconds: 0)
        /// How far the wall was set forwards, or back where below zero.
        var wallJump = Duration.zero
        var order: SplitMix
        var turns = 0
        var thread: pthread_t?
        var hasEscaped = false
    }

    /// The wall clock when virtual time begins: 2027-01-01T00:00:00Z.
    public static let epoch = Instant(millisecondsSinceEpoch: 1_798_761_600_000)
    private static let mostTurns = 5_000_000

    // A lock; see above.
    private let state: Mutex<State>

    /// A run that starts at ``epoch``.
    public init(seed: UInt64) { state = Mutex(State(order: SplitMix(seed: seed))) }

    // MARK: Executor

    /// Takes a job; it must come from the simulation's own thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let here = pthread_self()
        state.withLock { state in
            if let thread = state.thread, pthread_equal(thread, here) == 0 {
                state.hasEscaped = true
            }
            state.ready.append(job)
        }
    }

    /// Runs the work to its end in virtual time and gives its value.
    ///
    /// Other work it started may still be unfinished; it goes on in the next run.
    public func run<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) throws(Fault) -> Value {
        state.withLock { $0.thread = pthread_self() }
        // A lock around one value, set by the last job and read between jobs.
        let box = Mutex<Value?>(nil)
        // Unstructured, for this call is not async; it is waited for by the loop below.
        Task(executorPreference: self) {
            let value = await work()
            box.withLock { $0 = value }
        }
        while true {
            if let value = box.withLock({ $0 }) { return value }
            try turn()
        }
    }

    /// Runs until nothing is ready and nobody sleeps, however much time passes.
    ///
    /// For the end of a simulation: work that is never woken keeps what it holds for ever.
    public func exhaust() throws(Fault) {
        state.withLock { $0.thread = pthread_self() }
        while state.withLock({ !$0.ready.isEmpty || !$0.sleepers.isEmpty }) { try turn() }
    }

    /// Tasks that wait for a moment to come.
    public var sleeping: Int { state.withLock { $0.sleepers.count } }

    private func turn() throws(Fault) {
        enum Next {
            case job(UnownedJob)
            case wake([CheckedContinuation<Bool, Never>])
            case fault(Fault)
        }
        let next = state.withLock { state -> Next in
            state.turns += 1
            if state.hasEscaped { return .fault(.escaped) }
            if state.turns > Self.mostTurns { return .fault(.endless) }
            if !state.ready.isEmpty {
                let place = state.order.number(in: 0...(state.ready.count - 1))
                return .job(state.ready.remove(at: place))
            }
            guard let due = state.sleepers.map(\.due).min() else {
                return .fault(.stuck(after: Uptime(nanoseconds: 0).duration(to: state.now)))
            }
            state.now = max(state.now, due)
            let woken = state.sleepers.filter { $0.due <= due }
            state.sleepers.removeAll { $0.due <= due }
            return .wake(woken.map(\.wake))
        }
        switch next {
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .wake(let sleepers): for sleeper in sleepers { sleeper.resume(returning: true) }
        case .fault(let fault): throw fault
        }
    }

    // MARK: Clock

    /// ``epoch`` plus the virtual time, and what the wall was set by.
    public func now() -> Instant {
        let (now, jump) = state.withLock { ($0.now, $0.wallJump) }
        return Self.epoch.advanced(by: Uptime(nanoseconds: 0).duration(to: now) + jump)
    }

    /// Sets the wall clock forwards, or back; nobody who sleeps is woken.
    public func setWall(by jump: Duration) { state.withLock { $0.wallJump += jump } }

    /// The virtual time.
    public func uptime() -> Uptime { state.withLock { $0.now } }

    /// Sleeps in virtual time.
    public func sleep(until deadline: Uptime) async throws(CancellationError) {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let isAwake = await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let answer = state.withLock { state -> Bool? in
                    if state.cancelled.remove(number) != nil { return false }
                    if deadline <= state.now { return true }
                    state.sleepers.append(Sleeper(due: deadline, number: number, wake: wake))
                    return nil
                }
                if let answer { wake.resume(returning: answer) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.sleepers.remove(at: place)
            }
            sleeper?.wake.resume(returning: false)
        }
        state.withLock { state in _ = state.cancelled.remove(number) }
        if !isAwake { throw CancellationError() }
    }
}

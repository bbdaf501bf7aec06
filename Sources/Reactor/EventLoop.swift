import CSystem
import Glibc
import Synchronization

/// One thread that waits for descriptors, timers and jobs, and runs them one at a time.
///
/// It is a task executor (`Task(executorPreference: loop)` stays on its thread) and a serial
/// executor (an actor whose `unownedExecutor` is `loop.asUnownedSerialExecutor()` shares the
/// thread, so loop-owned state needs no lock). An actor that a callback of the loop wants to
/// enter uses `assumeIsolated`.
///
/// A turn: wait, callbacks of ready descriptors, due timers, jobs up to a budget, work kept for
/// the end of the turn. Callbacks and jobs should not take longer than about 2 ms.
///
/// The thread keeps the loop alive until `stop()`. Methods for the loop only trap elsewhere.
///
/// Sendable without the compiler's check: `thread`, `remote` and the descriptors are safe from
/// anywhere, and everything else is touched only after `assertOnLoop()` or by the thread itself.
public final class EventLoop: TaskExecutor, SerialExecutor, @unchecked Sendable {
    private struct Remote {
        var work: [LoopWork] = []
        /// A wake-up is under way: written and not yet seen by the loop.
        var isWoken = false
        var isStopping = false
        /// The thread is gone; a short-lived one runs what still comes.
        var hasEnded = false
    }

    /// A name for logs, also that of the thread (cut to 15 bytes).
    public let name: String

    private let thread = Atomic<UInt>(0)
    private let handle: Mutex<pthread_t?> = Mutex(nil)
    /// What other threads leave for the loop; the lock is never held while their work runs.
    private let remote = Mutex(Remote())
    private let wakeDescriptor: Int32

    private var poller: Poller
    private var timers = TimerQueue<TimerAction>()
    private var local = WorkQueue()
    private var incoming: [LoopWork] = []
    private var endOfTurn: [() -> Void] = []
    private var endingTurn: [() -> Void] = []
    private var isStopping = false
    private var turnStart = MonotonicInstant.now()
    private var delay = StandingDelay(at: .now())
    // Read by any thread, each by itself: of a value that is one turn old nothing depends.
    private let announced = Atomic<Int64>(0)
    private let announcedAt = Atomic<Int64>(0)
    /// The start of the turn that runs, zero while the loop waits.
    private let busySince = Atomic<Int64>(0)

    /// Most jobs and closures run between two looks at the descriptors.
    static let jobBudget = 256

    /// Longest time spent on jobs between two looks at the descriptors, judged after each job.
    static let jobTime = Duration.milliseconds(2)

    /// Makes the loop and starts its thread.
    public init(name: String = "loop") throws(ReactorError) {
        self.name = name
        poller = try Poller()
        wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wakeDescriptor >= 0 else {
            throw ReactorError(call: .eventDescriptor, code: errno)
        }
        let retained = Unmanaged.passRetained(self)
        var created = pthread_t()
        let code = pthread_create(
            &created, nil, { EventLoop.threadMain($0) }, retained.toOpaque())
        guard code == 0 else {
            retained.release()
            throw ReactorError(call: .threadCreate, code: code)
        }
        handle.withLock { $0 = created }
    }

    deinit {
        // Nobody joined the thread, and nobody can any more: it takes its stack along when it ends.
        handle.withLock { handle in
            if let thread = handle { pthread_detach(thread) }
            handle = nil
        }
        poller.close()
        close(wakeDescriptor)
    }

    // MARK: Where am I

    /// Whether the caller runs on the loop's thread.
    public var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Traps unless the caller runs on the loop's thread.
    public func assertOnLoop() {
        precondition(isCurrent, "not on the event loop's thread")
    }

    /// The clock as read when the loop last woke: cheap, at most a turn old.
    ///
    /// To be called on the loop only.
    public var now: MonotonicInstant {
        assertOnLoop()
        return turnStart
    }

    /// How long work waits here before it runs, when all of it waits: zero on a loop that keeps up.
    ///
    /// From any thread. The least wait of the last tenth of a second, or how long the turn under way
    /// has taken, if that is longer.
    public var standingDelay: Duration {
        let now = MonotonicInstant.now()
        let announcedAt = MonotonicInstant(nanoseconds: announcedAt.load(ordering: .relaxed))
        let isFresh = announcedAt.duration(to: now) < StandingDelay.window * 2
        let told = isFresh ? announced.load(ordering: .relaxed) : 0
        let since = busySince.load(ordering: .relaxed)
        return .nanoseconds(max(told, since == 0 ? 0 : now.nanoseconds &- since))
    }

    // MARK: Work

    /// Runs `work` on the loop, in the order given, from any thread.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        add(.closure(work))
    }

    /// Runs `work` once, after the jobs of the current turn and before the loop waits.
    ///
    /// To be called on the loop only.
    public func atEndOfTurn(_ work: @escaping () -> Void) {
        assertOnLoop()
        endOfTurn.append(work)
    }

    /// Takes a job of a task or an actor that prefers this loop.
    public func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Traps unless on the loop; lets actors of this loop use `assumeIsolated` in callbacks.
    public func checkIsolated() {
        assertOnLoop()
    }

    private func add(_ work: LoopWork) {
        if isCurrent {
            local.append(work)
            return
        }
        let (mustWake, hasEnded) = remote.withLock { state in
            state.work.append(work)
            defer { state.isWoken = true }
            return (!state.isWoken, state.hasEnded)
        }
        guard mustWake else { return }
        if hasEnded { runLatecomers() } else { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    // MARK: Descriptors

    /// Tells `callback` of `descriptor` until it is deregistered.
    ///
    /// To be called on the loop only. The callback runs on the loop, outside of any task. A descriptor already registered is
    /// taken over. Close a descriptor only after `deregister`.
    /// - Throws: what epoll_ctl refuses.
    public func register(
        _ descriptor: Int32, interest: Interest, _ callback: @escaping (Readiness) -> Void
    ) throws(ReactorError) {
        assertOnLoop()
        try poller.register(descriptor, interest: interest, callback: callback)
    }

    /// Replaces what a registered descriptor's owner wants to be told of.
    ///
    /// To be called on the loop only.
    ///
    /// - Throws: what epoll_ctl refuses; ENOENT if the descriptor is not registered.
    public func modify(_ descriptor: Int32, interest: Interest) throws(ReactorError) {
        assertOnLoop()
        try poller.modify(descriptor, interest: interest)
    }

    /// Forgets a descriptor; no callback comes after this, not even of the same turn.
    ///
    /// To be called on the loop only.
    public func deregister(_ descriptor: Int32) {
        assertOnLoop()
        poller.deregister(descriptor)
    }

    // MARK: Timers

    /// Runs `action` once, on the loop, not before `deadline`.
    ///
    /// To be called on the loop only. A timer still pending when the loop stops is dropped.
    @discardableResult
    public func schedule(at deadline: MonotonicInstant, _ action: @escaping () -> Void)
        -> TimerToken
    {
        assertOnLoop()
        return timers.schedule(at: deadline, .run(action))
    }

    /// Cancels a timer; false if it already fired or was cancelled.
    ///
    /// To be called on the loop only.
    @discardableResult
    public func cancel(_ token: TimerToken) -> Bool {
        assertOnLoop()
        return timers.cancel(token)
    }

    /// Nil when the loop is stopping and would never wake the sleeper.
    func schedule(_ sleeper: Sleeper, at deadline: MonotonicInstant) -> TimerToken? {
        assertOnLoop()
        return isStopping ? nil : timers.schedule(at: deadline, .wake(sleeper))
    }

    // MARK: End

    /// Asks the loop to end once its jobs have run dry; does not wait.
    ///
    /// Sleepers are woken with `CancellationError`. Jobs enqueued after the end still run, on a
    /// short-lived thread, one at a time, so that no task hangs; descriptors and timers do not.
    public func stop() {
        let mustWake = remote.withLock { state in
            state.isStopping = true
            guard !state.hasEnded else { return false }
            defer { state.isWoken = true }
            return !state.isWoken
        }
        if mustWake { wake() }
    }

    /// Waits, blocking, until the thread has ended; not to be called on a loop.
    public func join() {
        precondition(!isCurrent, "a loop cannot wait for itself")
        let thread = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        if let thread { pthread_join(thread, nil) }
    }

    // MARK: The thread

    private static func threadMain(_ argument: UnsafeMutableRawPointer?)
        -> UnsafeMutableRawPointer?
    {
        guard let argument else { return nil }
        let loop = Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue()
        loop.run()
        return nil
    }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        blockSignals()
        _ = String(name.prefix(15)).withCString { pthread_setname_np(pthread_self(), $0) }
        // The wake descriptor is read when its event comes, before the remote work is taken, so
        // a wake-up written later always gives another event.
        let descriptor = wakeDescriptor
        let registered: Void? = try? poller.register(descriptor, interest: .read) { _ in
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
        }
        precondition(registered != nil, "epoll refuses the loop's own descriptor")
        repeat {
            turn()
        } while !isOver()
    }

    /// Whether the loop was told to stop and nothing is left to run.
    ///
    /// When true, the state has changed hands: whoever adds work from now on runs it.
    private func isOver() -> Bool {
        guard isStopping, local.isEmpty, endOfTurn.isEmpty else { return false }
        return remote.withLock { state in
            guard state.work.isEmpty else { return false }
            thread.store(0, ordering: .relaxed)
            state.isWoken = false
            state.hasEnded = true
            return true
        }
    }

    /// Runs jobs that came after the end.
    ///
    /// Called by the one who found the queue not woken, so there is one such thread at a time; the
    /// lock orders its accesses after the last one's.
    private func runLatecomers() {
        let retained = Unmanaged.passRetained(self)
        var created = pthread_t()
        let code = pthread_create(
            &created, nil, { EventLoop.latecomerMain($0) }, retained.toOpaque())
        if code == 0 { pthread_detach(created) } else { retained.release() }
    }

    private static func latecomerMain(_ argument: UnsafeMutableRawPointer?)
        -> UnsafeMutableRawPointer?
    {
        guard let argument else { return nil }
        let loop = Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue()
        loop.thread.store(UInt(pthread_self()), ordering: .relaxed)
        repeat {
            loop.remote.withLock { swap(&$0.work, &loop.incoming) }
            loop.local.append(takingFrom: &loop.incoming)
            loop.runJobs()
            loop.runEndOfTurn()
        } while !loop.isOver()
        return nil
    }

    /// Signals belong to the main thread, except those that tell of a fault in this one.
    private func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF] {
            sigdelset(&signals, fault)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func turn() {
        let waitTime = waitTime()
        if waitTime != 0 { busySince.store(0, ordering: .relaxed) }
        let ready = poller.wait(milliseconds: waitTime)
        turnStart = .now()
        busySince.store(turnStart.nanoseconds, ordering: .relaxed)
        for index in 0..<ready {
            if let event = poller.event(at: index) { event.callback(event.readiness) }
        }
        takeRemoteWork()
        while let action = timers.popDue(at: turnStart) {
            action.fire()
        }
        delay.turned(waiting: local.count, at: turnStart)
        let count = runJobs()
        runEndOfTurn()
        let now = MonotonicInstant.now()
        guard let standing = delay.ran(count, at: now) else { return }
        announced.store(standing.saturatedNanoseconds, ordering: .relaxed)
        announcedAt.store(now.nanoseconds, ordering: .relaxed)
    }

    private func waitTime() -> Int32 {
        if isStopping || !local.isEmpty || !endOfTurn.isEmpty { return 0 }
        guard let earliest = timers.earliest else { return -1 }
        let left = MonotonicInstant.now().duration(to: earliest).saturatedNanoseconds
        if left <= 0 { return 0 }
        // Rounded up: waking early would only spin until the deadline.
        return Int32(clamping: left / 1_000_000 + 1)
    }

    private func takeRemoteWork() {
        let mustStop = remote.withLock { state in
            swap(&state.work, &incoming)
            state.isWoken = false
            return state.isStopping
        }
        if !incoming.isEmpty { local.append(takingFrom: &incoming) }
        if mustStop, !isStopping {
            isStopping = true
            for action in timers.removeAll() { action.drop() }
        }
    }

    /// How many ran.
    @discardableResult
    private func runJobs() -> Int {
        let limit = turnStart.advanced(by: Self.jobTime)
        for count in 0..<Self.jobBudget {
            guard let work = local.popFirst() else { return count }
            switch work {
            case .job(let job):
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .closure(let closure):
                closure()
            }
            if MonotonicInstant.now() > limit { return count + 1 }
        }
        return Self.jobBudget
    }

    private func runEndOfTurn() {
        guard !endOfTurn.isEmpty else { return }
        swap(&endOfTurn, &endingTurn)
        for work in endingTurn { work() }
        endingTurn.removeAll(keepingCapacity: true)
    }
}

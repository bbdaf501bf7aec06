internal import Gateway
internal import Synchronization

/// Whether one run of a gateway lives, stands still or was killed.
///
/// Killed, nothing of it moves any more: what it was about to do is not done, what it had sent is on
/// its way. When the world is over it is buried: its tasks are let go to end, cut off from everything.
final class ProcessLife: Sendable {
    private struct State {
        var isDead = false
        var isBuried = false
        var isFrozen = false
        /// Tasks that died in the middle of a call.
        var fallen: [UnsafeContinuation<Void, Never>] = []
        /// Lets those who wait for this process know, by number.
        var cuts: [(number: Int, cut: @Sendable () -> Void)] = []
        var lastCut = 0
        var exchanges = 0
        var standstills: [(from: Uptime, until: Uptime?)] = []
    }

    /// `NODE/EPOCH`.
    let name: String
    /// What everything of it runs on.
    let executor: FreezableExecutor
    private let clock: Simulation
    // A lock around plain values; cuts are called and tasks resumed after it is left.
    private let state = Mutex(State())

    init(name: String, clock: Simulation) {
        self.name = name
        self.clock = clock
        executor = FreezableExecutor(clock)
    }

    var isDead: Bool { state.withLock { $0.isDead } }

    /// Kills it; `false` when it was dead before.
    func die() -> Bool {
        let cuts = state.withLock { state -> [@Sendable () -> Void]? in
            if state.isDead { return nil }
            state.isDead = true
            defer { state.cuts = [] }
            return state.cuts.map(\.cut)
        }
        guard let cuts else { return false }
        executor.freeze()
        for cut in cuts { cut() }
        return true
    }

    /// Where a task of a dead process stays until the burial; the living go on.
    func pass() async {
        guard isDead else { return }
        await withUnsafeContinuation { task in
            let isBuried = state.withLock { state in
                if !state.isBuried { state.fallen.append(task) }
                return state.isBuried
            }
            if isBuried { task.resume() }
        }
    }

    /// Lets its tasks go on, to end.
    func bury() {
        let fallen = state.withLock { state in
            state.isBuried = true
            state.isDead = true
            defer { state.fallen = [] }
            return state.fallen
        }
        for task in fallen { task.resume() }
        executor.thaw()
    }

    /// Calls `cut` when the process dies, at once if it has; the number takes it back.
    func onDeath(_ cut: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state -> Int? in
            guard !state.isDead else { return nil }
            state.lastCut += 1
            state.cuts.append((state.lastCut, cut))
            return state.lastCut
        }
        if number == nil { cut() }
        return number ?? 0
    }

    func forget(_ number: Int) { state.withLock { $0.cuts.removeAll { $0.number == number } } }

    // MARK: - Exchanges

    func beginExchange() { state.withLock { $0.exchanges += 1 } }

    func endExchange() { state.withLock { $0.exchanges -= 1 } }

    /// Exchanges with suppliers that have not ended.
    var exchanges: Int { state.withLock { $0.exchanges } }

    // MARK: - Standing still

    /// Nothing of it moves until the thaw; `false` for the dead and the frozen.
    func freeze() -> Bool {
        let now = clock.uptime()
        let isFrozen = state.withLock { state in
            if state.isDead || state.isFrozen { return false }
            state.isFrozen = true
            state.standstills.append((now, nil))
            return true
        }
        if isFrozen { executor.freeze() }
        return isFrozen
    }

    func thaw() {
        let now = clock.uptime()
        let isThawed = state.withLock { state in
            state.isFrozen = false
            if let last = state.standstills.indices.last { state.standstills[last].until = now }
            return !state.isDead
        }
        if isThawed { executor.thaw() }
    }

    /// Whether it stood still at any moment from `start` on.
    func stoodStill(since start: Uptime) -> Bool {
        state.withLock { state in
            state.standstills.contains { $0.until.map { $0 >= start } ?? true }
        }
    }
}

internal import Gateway
internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// What lasts in a world while gateways come and go: time, the suppliers, the durable books.
final class WorldGround: Sendable {
    private struct State {
        var dice: SplitMix
        var crashes: [WorldPlan.Crash]
        var nodes: [WorldProcess?]
        var starts: [Int]
        var processes: [WorldProcess] = []
        /// No gateway is started any more but the one that settles.
        var isClosing = false
    }

    let plan: WorldPlan
    let fault: PlantedFault?
    let clock: Simulation
    let log: WorldLog
    let history: WorldHistory
    let ledger = MemoryHoldLedger()
    let answers: MemoryAnswerStore
    let random: SeededRandom
    let suppliers: [WorldSupplier]
    let stay: StayDates
    // A lock around plain values; nothing is called under it.
    private let state: Mutex<State>

    init(_ plan: WorldPlan, fault: PlantedFault?, keepsLines: Bool) throws {
        self.plan = plan
        self.fault = fault
        clock = Simulation(seed: plan.seed)
        log = WorldLog(clock, keepsLines: keepsLines)
        history = WorldHistory(clock)
        answers = MemoryAnswerStore(clock: clock)
        random = SeededRandom(seed: plan.seed)
        let clock = clock
        suppliers = plan.houses.enumerated().map { place, house in
            WorldSupplier(house, clock: clock, seed: plan.seed &* 31 &+ UInt64(place))
        }
        guard let first = CivilDate("2027-01-11"), let last = CivilDate("2027-01-13"),
            let stay = StayDates(checkIn: first, checkOut: last)
        else { throw SimulatedGateway.Fault.badSetting }
        self.stay = stay
        state = Mutex(
            State(
                dice: SplitMix(seed: plan.seed ^ 0xD15C), crashes: plan.crashes,
                nodes: plan.nodes.map { _ in nil }, starts: plan.nodes.map { _ in 0 }))
        for (offer, rooms) in plan.ownRooms {
            ledger.stock(offer.rateKey, rooms: rooms, stay: stay)
        }
    }

    // MARK: - Gateways

    /// The process of a node that answers now, if there is one.
    func process(_ node: Int) -> WorldProcess? {
        state.withLock { state in
            state.nodes.indices.contains(node) ? state.nodes[node] : nil
        }
    }

    /// Every process there ever was.
    var processes: [WorldProcess] { state.withLock { $0.processes } }

    /// Starts a node anew, as its next epoch.
    func start(_ node: Int, isSettling: Bool = false) async throws {
        let start = state.withLock { state -> Int? in
            if state.isClosing, !isSettling { return nil }
            state.starts[node] += 1
            return state.starts[node]
        }
        guard let start else { return }
        let owner = try await ledger.enter(plan.nodes[node])
        let isNewBoot = plan.reboots || fault == .forgottenBoot
        let process = try WorldProcess(
            self, owner: owner, boot: isNewBoot ? "\(plan.nodes[node])-\(start)" : "one",
            isSettling: isSettling)
        log.note(process.life.name, "starts")
        state.withLock { state in
            state.nodes[node] = process
            state.processes.append(process)
        }
    }

    /// From now on no gateway starts by itself; gives those that live.
    func close() -> [WorldProcess] {
        state.withLock { state in
            state.isClosing = true
            defer { state.nodes = state.nodes.map { _ in nil } }
            return state.nodes.compactMap { $0 }
        }
    }

    /// Lets go of every process, once the world is over: each of them holds the world.
    func forget() {
        let processes = state.withLock { state in
            state.nodes = state.nodes.map { _ in nil }
            defer { state.processes = [] }
            return state.processes
        }
        // Taken out under the lock, and ended here, after it.
        _ = consume processes
    }

    /// Kills a process; its node starts again after a while.
    func kill(_ life: ProcessLife, _ why: String) {
        guard life.die() else { return }
        log.note(life.name, "killed \(why)")
        history.count("killed")
        let (node, pause) = state.withLock { state -> (Int?, Duration) in
            let node = state.nodes.firstIndex { $0?.life === life }
            if let node { state.nodes[node] = nil }
            return (node, WorldPlan.millis(&state.dice, 50...9_000))
        }
        guard let node else { return }
        let due = clock.uptime().advanced(by: pause)
        // Whoever looks after the node; ends with the start.
        Task(executorPreference: clock) { [self] in
            try? await clock.sleep(until: due)
            do {
                try await start(node)
            } catch {
                history.check(.answered, false, "node \(node) did not start: \(error)")
            }
        }
    }

    /// A process passes a point where the plan may kill it.
    func meet(_ point: CrashPoint, _ life: ProcessLife) async {
        let kills = state.withLock { state -> Bool in
            guard let place = state.crashes.firstIndex(where: { $0.point == point }) else {
                return false
            }
            state.crashes[place].passes -= 1
            guard state.crashes[place].passes <= 0 else { return false }
            state.crashes.remove(at: place)
            return true
        }
        if kills, !life.isDead {
            history.crashed(point)
            kill(life, point.rawValue)
        }
        await life.pass()
    }

    /// No planned crash comes any more.
    func quiet() { state.withLock { $0.crashes = [] } }

    // MARK: - Disk

    /// What a call of the durable books costs; nothing is done when it throws.
    func disk(_ life: ProcessLife, isSlow: Bool) async throws(StorageFault) {
        await life.pass()
        if life.isDead { throw .unavailable }
        let (wait, fault) = state.withLock { state -> (Duration, StorageFault?) in
            if state.isClosing { return (.zero, nil) }
            var wait = Duration.zero
            let roll = state.dice.number(in: 1...100)
            if roll > 60 { wait = WorldPlan.millis(&state.dice, 1...plan.diskPause) }
            if isSlow, roll > 97 { wait = WorldPlan.millis(&state.dice, 100...900) }
            let fails = state.dice.chance(plan.diskFaults)
            return (wait, fails ? state.dice.pick([StorageFault.busy, .unavailable]) : nil)
        }
        if wait > .zero {
            try? await clock.sleep(until: clock.uptime().advanced(by: wait))
            await life.pass()
            if life.isDead { throw .unavailable }
        }
        if let fault { throw fault }
    }

    /// Whether a planted fault strikes now.
    func strikes(_ percent: Int) -> Bool { state.withLock { $0.dice.chance(percent) } }

    // MARK: - Suppliers

    /// Who is meant by an address, and what it is asked.
    func target(of url: String) -> (WorldSupplier, String)? {
        for supplier in suppliers {
            let base = "https://\(supplier.id).test/"
            if url.hasPrefix(base) { return (supplier, String(url.dropFirst(base.count))) }
        }
        return nil
    }

    /// A supplier does what it was asked.
    func act(_ supplier: WorldSupplier, _ target: String, _ name: String) -> String {
        let answer = supplier.act(target)
        if !target.hasPrefix("search") {
            log.note(name, "acted: \(answer)")
        }
        if target.hasPrefix("hold?"), answer.hasPrefix("held") { checkKept(supplier, target) }
        return answer
    }
}

internal import Gateway
internal import Synchronization
internal import TravelModel

/// A whole world from one number: gateways, suppliers, clients, and what befalls them.
///
/// Everything happens on the thread that calls ``run()``, in virtual time, in an order that follows
/// from the seed: the same seed is the same world to the last event. Gateways are killed at the points
/// of ``CrashPoint`` and start again over what had been written; they stand still and go on as if
/// nothing had happened; walls jump. In the end everything is let settle, and every promise of
/// ``WorldPromise`` is judged by the books of the ledger, of the suppliers and of the clients.
public struct SimulatedWorld: Sendable {
    private let plan: WorldPlan
    private let fault: PlantedFault?
    private let keepsLines: Bool

    /// `keepsLines` keeps the whole log in the report; nothing else depends on it.
    public init(seed: UInt64, fault: PlantedFault? = nil, keepsLines: Bool = false) throws {
        plan = try WorldPlan(seed: seed)
        self.fault = fault
        self.keepsLines = keepsLines
    }

    /// Lets the world begin, go on and end.
    ///
    /// Throws ``Simulation/Fault`` where it cannot come to its end, which is a broken promise, too.
    public func run() throws -> WorldReport {
        let world = try WorldGround(plan, fault: fault, keepsLines: keepsLines)
        defer { world.forget() }
        let records = WorldRecords(world.history, world.ledger)
        let run = WorldRun(world: world, desk: WorldDesk(world: world, records: records))
        try world.clock.run { await Result.caught { () async throws in try await run.all() } }.get()
        let report = WorldReport(
            seed: plan.seed, fault: fault, digest: world.log.digest, events: world.log.count,
            virtualTime: Uptime(nanoseconds: 0).duration(to: world.clock.uptime()),
            checks: world.history.checks, crashes: world.history.crashes,
            counts: world.history.counts, lines: world.log.lines)
        try world.clock.run { await run.bury() }
        try world.clock.exhaust()
        return report
    }
}

extension Result where Failure == any Error {
    fileprivate static func caught(_ body: () async throws -> Success) async -> Result {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}

/// One world from its beginning to the last check.
private struct WorldRun: Sendable {
    /// The longest a search call may take, with the time to store its answer.
    private static let longestCall = Duration.seconds(6)
    /// The longest that anything is looked for, before it must have settled.
    private static let longestSettling = Duration.seconds(6_000)

    let world: WorldGround
    let desk: WorldDesk

    func all() async throws {
        for node in world.plan.nodes.indices { try await world.start(node) }
        // The world's own doings, beside the clients; they end by themselves.
        let happenings = Task(executorPreference: world.clock) { await happen() }
        await live()
        await happenings.value
        world.quiet()
        await desk.pause(Self.longestCall)
        checkCalls()
        try await settle()
    }

    private func live() async {
        await withTaskGroup(of: Void.self) { group in
            for (place, plan) in world.plan.clients.enumerated() {
                group.addTask(executorPreference: world.clock) {
                    var client = WorldClient(desk, plan, place: place)
                    await client.live()
                }
            }
        }
    }

    // MARK: - What happens by itself

    private func happen() async {
        await withTaskGroup(of: Void.self) { group in
            for (at, what) in world.plan.happenings {
                group.addTask(executorPreference: world.clock) {
                    try? await world.clock.sleep(until: Uptime(nanoseconds: 0).advanced(by: at))
                    await happen(what)
                }
            }
        }
    }

    private func happen(_ what: WorldPlan.Happening) async {
        switch what {
        case .crash(let node):
            if let life = world.process(node)?.life { world.kill(life, "at any moment") }
        case .freeze(let node, let time): await freeze(node, time)
        case .wall(let jump):
            world.log.note("world", "the wall jumps by \(jump)")
            world.history.count("wall jumps")
            world.clock.setWall(by: jump)
        case .price(let house, let rate, let minor):
            world.log.note("world", "\(world.suppliers[house].id) rate \(rate) costs \(minor)")
            world.suppliers[house].change(rate) { $0.minor = minor }
        case .terms(let house, let rate):
            world.log.note("world", "\(world.suppliers[house].id) rate \(rate) has other meals")
            world.suppliers[house].change(rate) { $0.board = $0.board == "BB" ? "RO" : "BB" }
        case .sell(let house, let rate, let isOn):
            world.log.note("world", "\(world.suppliers[house].id) rate \(rate) sold: \(isOn)")
            world.suppliers[house].change(rate) { $0.isOn = isOn }
        }
    }

    private func freeze(_ node: Int, _ time: Duration) async {
        guard let life = world.process(node)?.life, life.freeze() else { return }
        world.log.note(life.name, "stands still for \(time)")
        world.history.count("standstills")
        await desk.pause(time)
        life.thaw()
        world.log.note(life.name, "goes on")
    }

    // MARK: - The end

    /// Nobody searches any more, and all calls have had their time.
    private func checkCalls() {
        for node in world.plan.nodes.indices {
            guard let process = world.process(node) else { continue }
            let calls = process.searches.callsUnderWay
            world.history.check(
                .nothingLeft, calls == 0, "\(process.life.name): \(calls) calls under way")
        }
    }

    /// One gateway goes on alone, with calm suppliers, until nothing is left to do.
    private func settle() async throws {
        for supplier in world.suppliers { supplier.calm() }
        let now = world.clock.uptime()
        for process in world.close() {
            if world.plan.seed % 3 == 0 { await drain(process) }
            _ = process.life.die()
        }
        try await world.start(0, isSettling: true)
        let end = now.advanced(by: Self.longestSettling)
        var quietSince = world.clock.uptime()
        // Very late answers come within five minutes of quiet.
        while world.clock.uptime() < end,
            quietSince.duration(to: world.clock.uptime()) < .seconds(420)
        {
            await desk.pause(.seconds(30))
            if !world.ledger.rows.allSatisfy(\.isOver) { quietSince = world.clock.uptime() }
        }
        world.checkBooks()
        world.checkAcknowledged(desk.records)
        if let process = world.process(0) { checkLeft(process) }
        // Only the sweep sleeps, or is at work.
        world.history.check(
            .nothingLeft, world.clock.sleeping <= 1, "\(world.clock.sleeping) timers")
    }

    private func drain(_ process: WorldProcess) async {
        world.log.note(process.life.name, "drains")
        await process.drain(until: world.clock.uptime().advanced(by: .seconds(2)))
        await desk.pause(.seconds(1))
        checkLeft(process)
    }

    private func checkLeft(_ process: WorldProcess) {
        let (calls, runs) = (process.searches.callsUnderWay, process.holds.running)
        let exchanges = process.life.exchanges
        world.history.check(
            .nothingLeft, calls == 0 && runs == 0 && exchanges == 0,
            "\(process.life.name): \(calls) calls, \(runs) runs, \(exchanges) exchanges")
    }

    /// Lets every process end that was killed or is still there.
    func bury() async {
        let now = world.clock.uptime()
        for process in world.processes { await process.bury(at: now) }
    }
}

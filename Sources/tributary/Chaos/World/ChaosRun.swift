import Foundation
import HTTPClient
import Ledger
import Reactor
import TravelModel

/// One run from the first process to the last: load, settling, the end, and what was seen.
struct ChaosRun {
    /// How often the line on the terminal and the mocks' books come.
    private static let look = 3000
    /// How long a gateway may take to end, beyond its own drain time.
    private static let endTime = 20_000

    let settings: ChaosSettings
    let folder: ChaosFolder
    let files: ProductFiles
    /// Lines for people who wait.
    let tell: @Sendable (String) -> Void

    /// Starts everything, runs, ends everything; what was seen on the way.
    ///
    /// Throws when a process did not start or the mocks' books cannot be read.
    func history() async throws -> History {
        try folder.prepare()
        guard let today = BootClock.now().civil(offsetSeconds: 0)?.date else {
            throw UsageFault("the clock cannot be read")
        }
        let ground = try GroundReader.read(folder: files.catalogue, today: today)
        let mocks = try MockProcess(
            options: [
                "--port", "0", "--scenario", settings.scenario, "--seed", "\(settings.seed)",
                "--root", files.root,
            ], log: folder.mocksLog)
        defer { mocks.stop() }
        let demo = DemoConfiguration(files: files, port: 0, data: folder.data)
        let configuration = demo.adding(mocks.ports, to: try demo.read(environment: [:]))
        try folder.write(configuration, holdLife: settings.holdLife, quoteLife: 60_000)
        tell("starting the gateway; its place index is built the first time")
        let gateway = try GatewayProcess(
            configuration: folder.configuration, log: folder.gatewayLog)
        defer { gateway.stop() }
        tell("gateway at \(gateway.address), mocks' control at 127.0.0.1:\(mocks.ports.control)")
        let loops = try EventLoopGroup(count: 2, name: "chaos")
        defer { loops.shutdown() }
        let stage = Stage(loops, gateway, mocks)
        let history: History
        do {
            history = try await run(stage, ground)
        } catch {
            await stage.close()
            throw error
        }
        await stage.close()
        return history
    }

    /// What stands between the first and the last process.
    private struct Stage: Sendable {
        let loops: EventLoopGroup
        let gateway: GatewayProcess
        let control: MockControl
        let clock = RunClock()
        let clients: [HTTPClient]
        let progress = RunProgress()

        init(_ loops: EventLoopGroup, _ gateway: GatewayProcess, _ mocks: MockProcess) {
            self.loops = loops
            self.gateway = gateway
            var limits = ClientLimits()
            limits.connectionsPerHost = limits.connections
            clients = loops.loops.map { HTTPClient(loop: $0, limits: limits) }
            control = MockControl(
                port: ClientPort(
                    client: clients[0], loop: loops.loops[0], clock: clock,
                    base: "http://127.0.0.1:\(mocks.ports.control)"),
                suppliers: mocks.ports.suppliers.keys.sorted())
        }

        func port(of client: Int) -> ClientPort {
            let index = client % clients.count
            return ClientPort(
                client: clients[index], loop: loops.loops[index], clock: clock,
                base: gateway.address)
        }

        func close() async { for client in clients { await client.close() } }
    }

    private func run(_ stage: Stage, _ ground: ChaosGround) async throws -> History {
        let sampler = ProcessorSampler(
            process: stage.gateway.processIdentifier, clock: stage.clock,
            loops: stage.loops.loops)
        sampler.start()
        defer { sampler.stop() }
        var history = try await withThrowingTaskGroup(of: [[SupplierBook]]?.self) { group in
            group.addTask {
                await sampler.watchLoops(); return nil
            }
            group.addTask { try await watch(stage) }
            let history = await load(stage, ground)
            group.cancelAll()
            var seen = history
            while let books = try await group.next() {
                if let books { seen.books = books }
            }
            return seen
        }
        history.waits = sampler.measured
        tell("load ended; waiting for undecided holds")
        await settle(stage, &history)
        history.books.append(try await stage.control.books())
        history.calls = try await stage.control.calls()
        history.gatewayExit = await end(stage)
        history.ledger = try LedgerAudit(path: folder.ledger)
        return history
    }

    // MARK: - Load

    private func load(_ stage: Stage, _ ground: ChaosGround) async -> History {
        let start = stage.clock.now()
        let end = start.adding(milliseconds: settings.duration * 1000)
        let races = ChaosSchedule.races(
            seed: settings.seed, milliseconds: settings.duration * 1000, ground: ground)
        return await withTaskGroup(of: History.self) { group in
            for number in 0..<settings.clients {
                let port = stage.port(of: number)
                let schedule = ChaosSchedule(
                    seed: settings.seed, client: number, ground: ground)
                group.addTask(executorPreference: port.loop) {
                    let client = ChaosClient(
                        number: number, port: port, schedule: schedule, races: races,
                        progress: stage.progress)
                    await client.run(from: start, until: end)
                    return client.history
                }
            }
            var history = History()
            for await part in group { history.merge(part) }
            return history
        }
    }

    /// A line and a look at the mocks' books every few seconds, until cancelled.
    private func watch(_ stage: Stage) async throws -> [[SupplierBook]] {
        let start = stage.clock.now()
        var books: [[SupplierBook]] = []
        let loop = stage.loops.loops[0]
        while (try? await loop.sleep(for: .milliseconds(Self.look))) != nil {
            let progress = stage.progress
            let seconds = Int(stage.clock.now().milliseconds(since: start) / 1000)
            tell(
                "\(seconds) s: \(progress.searches) searches, \(progress.holds) hold requests, "
                    + "\(progress.granted) granted, \(progress.broken) broken")
            if let found = try? await stage.control.books() { books.append(found) }
            // A long run keeps every second look, then every second of those.
            if books.count > 200 {
                books = books.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            }
        }
        return books
    }

    // MARK: - Settling

    /// Waits for undecided holds, looks at every acknowledged one, gives everything back.
    private func settle(_ stage: Stage, _ history: inout History) async {
        let until = stage.clock.now().adding(milliseconds: settings.grace * 1000)
        history.stillPending = await wait(stage, until: until) { $0.state == "PENDING" }
        let warden = ChaosClient(
            number: -1, port: stage.port(of: 0),
            schedule: ChaosSchedule(
                seed: settings.seed, client: -1,
                ground: ChaosGround(
                    places: [], ownHotels: [], supplierHotels: [], today: .earliest)),
            races: [], progress: stage.progress)
        var seen: Set<String> = []
        let holds = history.sights.map(\.hold).filter { seen.insert($0).inserted }
        tell("looking at \(holds.count) acknowledged holds, and giving them back")
        for hold in holds { await warden.look(hold) }
        for hold in holds { await warden.release(hold) }
        for hold in holds { await warden.look(hold) }
        let released = stage.clock.now().adding(milliseconds: 30_000)
        history.stillReleasing = await wait(stage, until: max(until, released)) {
            $0.stage == "releasing"
        }
        history.merge(warden.history)
    }

    /// Waits until no row of the ledger is `unsettled`; how many still are.
    private func wait(
        _ stage: Stage, until: RunTime, unsettled: (LedgerAudit.Hold) -> Bool
    ) async -> Int {
        var told = 0
        while true {
            let rows = (try? LedgerAudit(path: folder.ledger))?.holds ?? []
            let left = rows.count { unsettled($0) }
            if left == 0 || stage.clock.now() >= until { return left }
            if told % 5 == 0 { tell("\(left) holds are not settled yet") }
            told += 1
            guard (try? await stage.loops.loops[0].sleep(for: .seconds(1))) != nil else {
                return left
            }
        }
    }

    // MARK: - The end

    /// SIGTERM, and the exit status that follows; `nil` when none does.
    private func end(_ stage: Stage) async -> Int32? {
        stage.gateway.terminate()
        let until = stage.clock.now().adding(milliseconds: Self.endTime)
        while stage.clock.now() < until {
            if let status = stage.gateway.exitStatus { return status }
            guard (try? await stage.loops.loops[0].sleep(for: .milliseconds(20))) != nil else {
                break
            }
        }
        return stage.gateway.exitStatus
    }
}

import Foundation
import Ledger
import Reactor
import Synchronization
import TravelModel

/// One run from the first process to the last: load, settling, the end, and what was seen.
struct ChaosRun {
    /// How often the mocks' books are looked at, milliseconds.
    private static let look = 3000

    /// How long the look at what was promised before a restart may take, milliseconds.
    private static let examination = 10_000

    let settings: ChaosSettings
    let folder: ChaosFolder
    let files: ProductFiles
    let screen: ProgressScreen

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
        screen.tell("starting the gateway; its place index is built the first time")
        let lives = try GatewayLives(folder)
        defer { lives.stop() }
        screen.tell(
            "gateway at \(lives.address), mocks' control at 127.0.0.1:\(mocks.ports.control)")
        let loops = try EventLoopGroup(count: 2, name: "chaos")
        defer { loops.shutdown() }
        let stage = RunStage(loops, lives, mocks.ports)
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

    private func run(_ stage: RunStage, _ ground: ChaosGround) async throws -> History {
        let lives = stage.lives
        let sampler = ProcessorSampler(clock: stage.clock, loops: stage.loops.loops) {
            lives.processIdentifier
        }
        sampler.start()
        defer { sampler.stop() }
        var history = await underWatch(stage, ground, sampler)
        history.waits = sampler.measured
        history.outages = stage.progress.outages
        screen.tell("load ended; waiting for undecided holds")
        await Settling(settings: settings, folder: folder, screen: screen)
            .settle(stage, &history)
        history.books.append(try await stage.control.books())
        history.calls = try await stage.control.calls()
        lives.send(SIGTERM)
        history.gatewayExit = await interrupter(stage).ended()
        history.ledger = try LedgerAudit(path: folder.ledger)
        return history
    }

    /// What ends together with the load.
    private enum Watched: Sendable {
        case load(History)
        case books([[SupplierBook]])
        case samples([OperatorSample])
        case nothing
    }

    private func underWatch(
        _ stage: RunStage, _ ground: ChaosGround, _ sampler: ProcessorSampler
    ) async -> History {
        let lives = stage.lives
        return await withTaskGroup(of: Watched.self) { group in
            group.addTask {
                await sampler.watchLoops()
                return .nothing
            }
            group.addTask {
                let port = stage.port(of: 0) { lives.operators }
                return .samples(
                    await OperatorSampler(port: port, progress: stage.progress).run())
            }
            group.addTask { .books(await lookAtBooks(stage)) }
            group.addTask {
                await showProgress(stage, sampler)
                return .nothing
            }
            group.addTask { .load(await load(stage, ground)) }
            var (history, books, samples) = (History(), [[SupplierBook]](), [OperatorSample]())
            while let next = await group.next() {
                switch next {
                case .load(let found):
                    history = found
                    group.cancelAll()
                case .books(let found): books = found
                case .samples(let found): samples = found
                case .nothing: break
                }
            }
            (history.books, history.samples) = (books, samples)
            return history
        }
    }

    // MARK: - Load

    private func load(_ stage: RunStage, _ ground: ChaosGround) async -> History {
        let milliseconds = settings.duration * 1000
        let start = stage.clock.now()
        let end = start.adding(milliseconds: milliseconds)
        let races = ChaosSchedule.races(
            seed: settings.seed, milliseconds: milliseconds, ground: ground)
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
            group.addTask { await interrupt(stage, from: start, until: end) }
            var history = History()
            for await part in group { history.merge(part) }
            history.load = Span(sent: start, received: end)
            return history
        }
    }

    /// The interruptions, and what a warden saw after each restart.
    private func interrupt(
        _ stage: RunStage, from start: RunTime, until end: RunTime
    ) async -> History {
        let plan = ChaosSchedule.interruptions(
            seed: settings.seed, milliseconds: settings.duration * 1000,
            count: settings.restarts)
        // A lock: the restarts come one after the other, but the compiler cannot know it.
        let seen = Mutex(History())
        await interrupter(stage).run(plan, from: start, until: end) {
            let warden = stage.warden()
            await warden.examine(
                stage.progress.common,
                until: stage.clock.now().adding(milliseconds: Self.examination))
            let history = warden.history
            seen.withLock { $0.merge(history) }
        }
        return seen.withLock { $0 }
    }

    private func interrupter(_ stage: RunStage) -> Interrupter {
        Interrupter(
            lives: stage.lives, clock: stage.clock, loop: stage.loops.loops[0],
            progress: stage.progress, tell: screen.tell)
    }

    // MARK: - Watching

    /// A look at the mocks' books every few seconds, until cancelled.
    private func lookAtBooks(_ stage: RunStage) async -> [[SupplierBook]] {
        var books: [[SupplierBook]] = []
        while (try? await stage.loops.loops[0].sleep(for: .milliseconds(Self.look))) != nil {
            if let found = try? await stage.control.books() { books.append(found) }
            // A long run keeps every second look, then every second of those.
            if books.count > 200 {
                books = books.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            }
        }
        return books
    }

    /// A line every second on a terminal, else every ten seconds, until cancelled.
    private func showProgress(_ stage: RunStage, _ sampler: ProcessorSampler) async {
        let start = stage.clock.now()
        let pause = screen.width == nil ? 10 : 1
        var judge = RunningJudge()
        while (try? await stage.loops.loops[1 % stage.loops.loops.count].sleep(
            for: .seconds(pause))) != nil
        {
            var fresh = stage.progress.takeFresh()
            fresh.outages = stage.progress.outages
            fresh.waits = sampler.measured
            judge.take(fresh)
            var figures = stage.progress.figures
            figures.broken = judge.broken
            let seconds = Int(stage.clock.now().milliseconds(since: start) / 1000)
            screen.show(
                ProgressLine.text(
                    figures, seconds: seconds, of: settings.duration, width: screen.width))
        }
    }
}

import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@testable import Gateway

/// The driver against transports that behave, lie and ignore it; all in virtual time.
@Suite struct StepDriverTests {
    /// Orders what it is told to and writes down what happens.
    private struct Recorder: StepMachine {
        var first: [StepOrder]
        var answers: [String: StepReaction<[String]>] = [:]
        var endAfter = Int.max
        var log: [String] = []

        mutating func start(at now: Instant) -> StepReaction<[String]> {
            StepReaction(orders: first)
        }

        mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<[String]> {
            let name =
                switch event {
                case .head(let tag, let head): "head \(tag.number) \(head.status)"
                case .bytes(let tag, let bytes): "bytes \(tag.number) \(bytes.count)"
                case .end(let tag): "end \(tag.number)"
                case .fault(let tag, let fault): "fault \(tag.number) \(fault.reason)"
                case .timer(let tag): "timer \(tag.number)"
                }
            log.append(name)
            if log.count >= endAfter { return .ended(log) }
            return answers[name] ?? StepReaction()
        }
    }

    private struct Bench {
        let simulation: Simulation
        let transport: ScriptedTransport
        let supplier: Supplier
        let driver: StepDriver

        init(seed: UInt64 = 1, _ director: @escaping ScriptedTransport.Director) throws {
            var manifest = SupplierManifest(
                id: try Sample.supplier("alpha"), name: "Alpha", protocolName: "line",
                baseURL: "https://alpha.test")
            manifest.timeouts.search = .seconds(2)
            let simulation = Simulation(seed: seed)
            self.simulation = simulation
            transport = ScriptedTransport(clock: simulation, director: director)
            supplier = Supplier(
                manifest: manifest, adapter: LineProtocol(manifest: manifest),
                credentials: SupplierCredentials())
            driver = StepDriver(
                transport: transport,
                environment: Environment(
                    clock: simulation, random: SeededRandom(seed: seed), executor: simulation))
        }

        func run(_ machine: some StepMachine<[String]>) throws -> StepOutcome<[String]> {
            try simulation.run { [driver, supplier] in
                await driver.run(machine, step: .search, of: supplier)
            }
        }

        var milliseconds: Int64 { simulation.uptime().nanoseconds / 1_000_000 }
    }

    private func send(_ number: Int, idempotent: Bool = true) -> StepOrder {
        .send(
            SupplierRequest(method: .get, path: "/\(number)", idempotent: idempotent),
            RequestTag(number))
    }

    @Test func eventsComeInOrderAndWhole() throws {
        let bench = try Bench { _, _ in .drip(["ab", "c"], every: .milliseconds(10)) }
        let outcome = try bench.run(Recorder(first: [send(0)], endAfter: 4))
        guard case .ended(let log) = outcome.verdict else {
            Issue.record("\(outcome.verdict)")
            return
        }
        #expect(log == ["head 0 200", "bytes 0 2", "bytes 0 1", "end 0"])
        #expect(!outcome.mayHaveActed)
    }

    @Test func atMostFourAtOnceTheRestInOrder() throws {
        let most = Mutex(0)
        let bench = try Bench { _, _ in .answer("", after: .milliseconds(100)) }
        let transport = bench.transport
        transport.direct { _, _ in
            most.withLock { $0 = max($0, transport.running) }
            return .answer("", after: .milliseconds(100))
        }
        _ = try bench.run(Recorder(first: (0..<10).map { send($0) }, endAfter: 20))
        #expect(most.withLock { $0 } == 4)
        let order = bench.transport.urls.compactMap { $0.last?.wholeNumberValue }
        #expect(order.prefix(4).sorted() == [0, 1, 2, 3])
        #expect(order.dropFirst(4).prefix(4).sorted() == [4, 5, 6, 7])
        #expect(bench.milliseconds == 300)
    }

    @Test func timersComeWhenDue() throws {
        let bench = try Bench { _, _ in .hang }
        let machine = Recorder(
            first: [
                .setTimer(.milliseconds(300), TimerTag(1)),
                .setTimer(.milliseconds(100), TimerTag(2)),
            ], endAfter: 2)
        guard case .ended(let log) = try bench.run(machine).verdict else {
            Issue.record("not ended")
            return
        }
        #expect(log == ["timer 2", "timer 1"])
        #expect(bench.milliseconds == 300)
    }

    @Test func theHardDeadlineEndsAHangAndTheTransportTellsThePhase() throws {
        let bench = try Bench { _, _ in Script([.head(status: 200), .hang]) }
        guard case .ended(let log) = try bench.run(Recorder(first: [send(0)], endAfter: 2)).verdict
        else {
            Issue.record("not ended")
            return
        }
        #expect(log == ["head 0 200", "fault 0 timeout"])
        #expect(bench.milliseconds == 2000)
    }

    @Test func aTransportThatIgnoresEverythingHoldsNothingBack() throws {
        let bench = try Bench { _, _ in Script([.head(status: 200), .freeze]) }
        let outcome = try bench.run(Recorder(first: [send(0, idempotent: false)]))
        guard case .failed(let failure) = outcome.verdict else {
            Issue.record("\(outcome.verdict)")
            return
        }
        #expect(failure.code == .timeout && failure.phase == .body)
        #expect(outcome.mayHaveActed)
        #expect(bench.milliseconds == 2025)
    }

    @Test func cancellingTheCallerEndsTheStepAtOnce() throws {
        let bench = try Bench { _, _ in .hang }
        let outcome = try bench.simulation.run { [send] in
            let step = Task(executorPreference: bench.simulation) {
                await bench.driver.run(
                    Recorder(first: [send(0, true)]), step: .search, of: bench.supplier)
            }
            let later = Uptime(nanoseconds: 50_000_000)
            try? await bench.simulation.sleep(until: later)
            step.cancel()
            let outcome = await step.value
            #expect(bench.milliseconds == 50)
            // The exchange hears of it in its own time.
            try? await bench.simulation.sleep(until: Uptime(nanoseconds: 51_000_000))
            return outcome
        }
        guard case .failed(let failure) = outcome.verdict else {
            Issue.record("\(outcome.verdict)")
            return
        }
        #expect(failure.code == .cancelled && failure.phase == .headers)
        #expect(bench.transport.cancelled == 1)
    }

    @Test func aMachineThatWaitsForNothingIsEnded() throws {
        let bench = try Bench { _, _ in .answer("x") }
        guard case .failed(let failure) = try bench.run(Recorder(first: [send(0)])).verdict else {
            Issue.record("not failed")
            return
        }
        #expect(failure.code == .malformed && failure.phase == .decode)
        #expect(bench.milliseconds == 0)
    }

    @Test func aRequestGivenUpIsHeardOfNoMore() throws {
        let bench = try Bench { request, _ in
            request.url.hasSuffix("0")
                ? .drip(["a", "b", "c"], every: .milliseconds(50)) : .answer("", after: .seconds(1))
        }
        let machine = Recorder(
            first: [send(0), send(1)],
            answers: ["bytes 0 1": StepReaction(orders: [.cancel(RequestTag(0))])], endAfter: 4)
        guard case .ended(let log) = try bench.run(machine).verdict else {
            Issue.record("not ended")
            return
        }
        #expect(log == ["head 0 200", "bytes 0 1", "head 1 200", "end 1"])
    }

    @Test func thePhaseIsThatOfTheRequestsUnderWay() throws {
        let bench = try Bench { request, _ in
            request.url.hasSuffix("1") ? .hang : .answer("x", after: .milliseconds(5))
        }
        let machine = Recorder(
            first: [send(0)],
            answers: ["end 0": StepReaction(orders: [send(1)])], endAfter: 4)
        let phases = Mutex<[CallPhase]>([])
        let (driver, supplier) = (bench.driver, bench.supplier)
        _ = try bench.simulation.run {
            await driver.run(machine, step: .search, of: supplier) { news in
                if case .phase(let phase) = news { phases.withLock { $0.append(phase) } }
            }
        }
        #expect(phases.withLock { $0 } == [.headers, .body, .connect, .headers])
    }

    @Test func aRequestThatCannotBeSignedEndsTheStep() throws {
        let bench = try Bench { _, _ in .answer("x") }
        let bad = StepOrder.send(
            SupplierRequest(method: .get, path: "no slash", idempotent: false), RequestTag(0))
        let outcome = try bench.run(Recorder(first: [bad]))
        guard case .failed(let failure) = outcome.verdict else {
            Issue.record("\(outcome.verdict)")
            return
        }
        #expect(failure.phase == .connect && !outcome.mayHaveActed)
        #expect(bench.transport.urls.isEmpty)
    }

    /// What a call that ends from outside is told to have reached, and what that proves.
    @Test(arguments: [
        (Script.unreachable, CallPhase.connect), (.hang, .headers),
        (Script([.head(status: 200), .hang]), .body),
    ])
    func aCancelledStepTellsHowFarItCame(script: Script, phase: CallPhase) throws {
        let bench = try Bench { _, _ in script }
        let outcome = try bench.simulation.run { [send] in
            let step = Task(executorPreference: bench.simulation) {
                await bench.driver.run(
                    Recorder(first: [send(0, false)]), step: .search, of: bench.supplier)
            }
            try? await bench.simulation.sleep(until: Uptime(nanoseconds: 50_000_000))
            step.cancel()
            return await step.value
        }
        guard case .failed(let failure) = outcome.verdict else {
            Issue.record("\(outcome.verdict)")
            return
        }
        #expect(failure.code == .cancelled && failure.phase == phase)
        // The word that it goes out may come too late: without the transport's own nothing is sure.
        #expect(outcome.mayHaveActed)
    }

    @Test(arguments: [
        (Script.refused, false), (.unreachable, false), (.overloaded, false),
        (Script.reset(after: "x"), true), (.hang, true),
    ])
    func whetherTheSupplierMayHaveActed(script: Script, mayHave: Bool) throws {
        let bench = try Bench { _, _ in script }
        let machine = Recorder(first: [send(0, idempotent: false)])
        #expect(try bench.run(machine).mayHaveActed == mayHave)
    }

    @Test func aSlowReaderHoldsTheSupplierBack() throws {
        // One event of a running request is under way at a time: the mailbox never grows.
        let mailbox = StepMailbox()
        let simulation = Simulation(seed: 1)
        let order = try simulation.run {
            let log = Mutex<[String]>([])
            let sender = Task(executorPreference: simulation) {
                for number in 0..<3 {
                    log.withLock { $0.append("send \(number)") }
                    await mailbox.send(.timer(TimerTag(number)))
                }
            }
            for number in 0..<3 {
                let delivery = await mailbox.receive()
                log.withLock { $0.append("read \(number)") }
                delivery.acknowledge()
            }
            await sender.value
            return log.withLock { $0 }
        }
        #expect(order == ["send 0", "read 0", "send 1", "read 1", "send 2", "read 2"])
    }
}

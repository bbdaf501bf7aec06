import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// A gate through hours of a supplier's troubles, call by call, in virtual time.
@Suite struct SupplierTroubleTests {
    /// Calls that come at a steady rate to a supplier that does what a test says.
    private struct World {
        /// What a call that begins at a time, in seconds, gets; `nil` latency never ends.
        typealias Behaviour = (_ second: Double, _ dice: inout SplitMix) -> (Duration?, CallVerdict)

        private struct Out {
            let permit: CallPermit
            let ends: Uptime
            let verdict: CallVerdict
        }

        var gate: SupplierGate
        var now: Uptime
        var admitted = 0
        var timeouts = 0
        var refusals: [CallRefusal.Reason: Int] = [:]
        var openings = 0
        private var dice: SplitMix
        private var out: [Out] = []
        private let origin: Uptime

        init(_ gate: SupplierGate, seed: UInt64, origin: Uptime) {
            self.gate = gate
            dice = SplitMix(seed: seed)
            self.origin = origin
            now = origin
        }

        /// Lets `seconds` go by, `rate` calls each.
        mutating func run(seconds: Int, rate: Int, _ behave: Behaviour) {
            let step = Duration.seconds(1) / rate
            for _ in 0..<(seconds * rate) {
                now = now.advanced(by: step)
                for done in out.filter({ $0.ends <= now }).sorted(by: { $0.ends < $1.ends }) {
                    if gate.end(done.permit, done.verdict, at: done.ends) { openings += 1 }
                }
                out.removeAll { $0.ends <= now }
                switch gate.admit(.search, at: now) {
                case .failure(let refusal): refusals[refusal.reason, default: 0] += 1
                case .success(let permit):
                    admitted += 1
                    let (latency, verdict) = behave(origin.duration(to: now) / .seconds(1), &dice)
                    if let latency, latency <= permit.budget {
                        out.append(
                            Out(
                                permit: permit, ends: now.advanced(by: latency), verdict: verdict))
                    } else {
                        timeouts += 1
                        let failure = SupplierFailure(.timeout, phase: .headers)
                        out.append(
                            Out(permit: permit, ends: permit.deadline, verdict: .failed(failure)))
                    }
                }
            }
        }

        var budget: Duration { gate.timeouts[.search]?.budget(at: now) ?? .zero }
        var standing: Breaker.Standing { gate[.search].breaker.standing(at: now) }
    }

    private static func quick(_ dice: inout SplitMix) -> (Duration?, CallVerdict) {
        (.milliseconds(dice.number(in: 300...600)), .answered)
    }

    private func world(_ seed: UInt64, origin: Int64 = 0) throws -> World {
        var settings = HealthSettings()
        settings.timeoutFloor = .milliseconds(500)
        return World(
            try SupplierGateTests.gate(settings, seed: UInt8(seed)), seed: seed,
            origin: Uptime(nanoseconds: origin))
    }

    @Test("Five times slower for ten minutes, then healed", arguments: 1...4 as ClosedRange<UInt64>)
    func slow(seed: UInt64) throws {
        var world = try world(seed)
        world.run(seconds: 60, rate: 30) { Self.quick(&$1) }
        // At most 600 ms, rounded up by an eighth, and a fifth on top.
        #expect(world.budget >= .milliseconds(700) && world.budget <= .milliseconds(810))
        #expect(world.openings == 0)

        world.run(seconds: 600, rate: 30) { _, dice in
            (.milliseconds(dice.number(in: 1_500...3_000)), .answered)
        }
        #expect(world.budget >= .seconds(3), "the supplier answers, slowly: it is waited for")
        #expect(world.openings <= 2, "slow is not down")
        let before = world.timeouts
        world.run(seconds: 10, rate: 30) { _, dice in
            (.milliseconds(dice.number(in: 1_500...3_000)), .answered)
        }
        #expect(world.timeouts - before < 10)

        world.run(seconds: 30, rate: 30) { Self.quick(&$1) }
        #expect(world.budget <= .milliseconds(810))
        #expect(world.standing == .closed)
        #expect(world.gate.concurrency.limit >= 28)
        let refused = world.refusals
        world.run(seconds: 10, rate: 30) { Self.quick(&$1) }
        #expect(world.refusals == refused, "nothing is refused any more")
    }

    @Test("Hangs for five minutes, then healed", arguments: 1...4 as ClosedRange<UInt64>)
    func hanging(seed: UInt64) throws {
        var world = try world(seed)
        world.run(seconds: 60, rate: 30) { Self.quick(&$1) }
        let before = world.admitted
        world.run(seconds: 300, rate: 30) { _, _ in (nil, .answered) }
        #expect(world.openings >= 3)
        #expect(world.admitted - before < 150, "of 9,000: it is left alone")
        #expect((world.refusals[.circuitOpen] ?? 0) > 8_000)
        // The longest time open, a fifth on top, and two probes.
        world.run(seconds: 80, rate: 30) { Self.quick(&$1) }
        #expect(world.standing == .closed)
        world.run(seconds: 30, rate: 30) { Self.quick(&$1) }
        #expect(world.budget <= .milliseconds(810) && world.gate.concurrency.limit >= 16)
    }

    @Test("Answers 429 for a minute, then is itself again", arguments: [nil, 5] as [Int?])
    func throttling(wait: Int?) throws {
        var world = try world(1)
        world.run(seconds: 60, rate: 30) { Self.quick(&$1) }
        let before = world.admitted
        world.run(seconds: 60, rate: 30) { _, _ in
            let failure = SupplierFailure(
                .throttled, phase: .headers, retryAfter: wait.map { .seconds($0) })
            return (.milliseconds(50), .failed(failure))
        }
        // A few in flight at each return, and no more returns than it asked for.
        #expect(world.admitted - before < (wait == nil ? 30 : 60))
        #expect(world.openings == 0 && world.standing == .closed, "throttled is not down")
        #expect((world.refusals[.throttled] ?? 0) > 1_700)
        world.run(seconds: 62, rate: 30) { Self.quick(&$1) }
        #expect(world.gate[.search].pace.refusal(at: world.now) == nil)
        world.run(seconds: 30, rate: 30) { Self.quick(&$1) }
        #expect(world.gate.concurrency.limit >= 16)
    }

    @Test("Flaps between five good and five bad seconds", arguments: 1...4 as ClosedRange<UInt64>)
    func flapping(seed: UInt64) throws {
        var world = try world(seed)
        world.run(seconds: 600, rate: 30) { second, dice in
            let isDown = Int(second / 5) % 2 == 1
            guard isDown else { return (.milliseconds(dice.number(in: 50...100)), .answered) }
            return (
                .milliseconds(20), .failed(SupplierFailure(.connectFailed, phase: .connect))
            )
        }
        // Sixty bad spells, each of which would cost 150 calls.
        #expect(world.openings >= 4 && world.openings <= 70)
        #expect(world.gate[.search].running >= 0)
        world.run(seconds: 75, rate: 30) { _, _ in (.milliseconds(50), .answered) }
        #expect(world.standing == .closed)
    }

    /// Nothing here knows the wall clock, and a monotonic one may begin anywhere.
    @Test(arguments: [0, 1 << 40, Int64.max / 2, -1_000_000_000_000])
    func whereTheClockBeginsDoesNotMatter(origin: Int64) throws {
        func told(_ origin: Int64) throws -> [String] {
            var world = try world(3, origin: origin)
            world.run(seconds: 40, rate: 30) { Self.quick(&$1) }
            world.run(seconds: 40, rate: 30) { _, _ in (nil, .answered) }
            world.run(seconds: 40, rate: 30) { Self.quick(&$1) }
            return ["\(world.admitted)", "\(world.openings)", "\(world.standing)"]
        }
        // Slices of whole seconds begin where the clock does: the same, give or take a few calls.
        let (here, there) = (try told(0), try told(origin))
        #expect(here[2] == there[2])
        #expect(abs(try #require(Int(here[0])) - #require(Int(there[0]))) < 200)
    }
}

import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// One supplier's gate: who is let out, and what one lane's troubles mean for the other.
@Suite struct SupplierGateTests {
    private static func at(_ milliseconds: Int64) -> Uptime {
        Uptime(nanoseconds: milliseconds * 1_000_000)
    }

    static func gate(
        _ settings: HealthSettings = HealthSettings(), seed: UInt8 = 1,
        configure: (inout SupplierManifest) -> Void = { _ in }
    ) throws -> SupplierGate {
        var manifest = SupplierManifest(
            id: try Sample.supplier("alpha"), name: "Alpha", protocolName: "line",
            baseURL: "https://alpha.test")
        configure(&manifest)
        let supplier = Supplier(
            manifest: manifest, adapter: LineProtocol(manifest: manifest),
            credentials: SupplierCredentials())
        return SupplierGate(supplier, settings, chance: Chance(seed: [seed]), now: at(0))
    }

    private static let timeout = SupplierFailure(.timeout, phase: .headers)

    @Test func searchesLeaveAnEighthOfTheContractToHolds() throws {
        var gate = try Self.gate { $0.limits.concurrency = 16 }
        var searches = 0
        while case .success = gate.admit(.search, at: Self.at(0)) { searches += 1 }
        #expect(searches == 14)
        #expect(try gate.admit(.revalidate, at: Self.at(0)).get().step == .revalidate)
        #expect(try gate.admit(.hold, at: Self.at(0)).get().step == .hold)
        #expect(throws: CallRefusal.overloaded(retryAfter: .seconds(1))) {
            try gate.admit(.hold, at: Self.at(0)).get()
        }
    }

    /// Whoever asks for one price again and again leaves searches and holds their places.
    @Test func looksAtPricesAreAShareOfTheCalls() throws {
        var gate = try Self.gate { $0.limits.concurrency = 16 }
        var looks: [CallPermit] = []
        while case .success(let permit) = gate.admit(.revalidate, .asking, at: Self.at(0)) {
            looks.append(permit)
        }
        #expect(looks.count == 4)
        var searches = 0
        while case .success = gate.admit(.search, at: Self.at(1)) { searches += 1 }
        #expect(searches == 10, "nobody made room for the looks that were refused")
        _ = gate.end(try #require(looks.first), .answered, at: Self.at(2))
        #expect(gate.admit(.revalidate, .asking, at: Self.at(2)).refusal == nil)
        #expect(try gate.admit(.hold, at: Self.at(3)).get().step == .hold)
    }

    /// Also where the contract counts calls by the second: a quarter, in the long run.
    @Test(arguments: [1, 2, 8, 40])
    func looksAtPricesAreAShareOfTheRate(rate: Int) throws {
        var gate = try Self.gate {
            $0.limits.concurrency = 64
            $0.limits.callsPerSecond = rate
        }
        var admitted: [SupplierStep: Int] = [:]
        for time in stride(from: 0, to: 60_000, by: 10) as StrideTo<Int64> {
            for step in [SupplierStep.revalidate, .search] {
                let admission = gate.admit(step, .asking, at: Self.at(time))
                guard case .success(let permit) = admission else { continue }
                admitted[step, default: 0] += 1
                _ = gate.end(permit, .answered, at: Self.at(time))
            }
        }
        let looks = try #require(admitted[.revalidate])
        let searches = try #require(admitted[.search])
        #expect(looks >= rate * 60 / 4 && looks <= rate * 60 / 4 + max(1, rate / 2))
        #expect(looks + searches <= rate * 60 + rate && looks + searches >= rate * 60)
    }

    /// Even one call at a time: a hold that found no place finds one when it comes again.
    @Test func searchesMakeRoomForAHoldThatWasRefused() throws {
        var gate = try Self.gate { $0.limits.concurrency = 1 }
        var running = try gate.admit(.search, at: Self.at(0)).get()
        #expect(throws: CallRefusal.self) { try gate.admit(.revalidate, at: Self.at(10)).get() }
        _ = gate.end(running, .answered, at: Self.at(500))
        #expect(throws: CallRefusal.self) { try gate.admit(.search, at: Self.at(501)).get() }
        running = try gate.admit(.revalidate, at: Self.at(1_010)).get()
        _ = gate.end(running, .answered, at: Self.at(1_100))
        #expect(try gate.admit(.search, at: Self.at(1_101)).get().step == .search)
    }

    /// The client may not come again: then searches go on.
    @Test func theRoomIsNotKeptForEver() throws {
        var gate = try Self.gate { $0.limits.concurrency = 1 }
        let running = try gate.admit(.search, at: Self.at(0)).get()
        _ = try? gate.admit(.hold, at: Self.at(10)).get()
        _ = gate.end(running, .answered, at: Self.at(20))
        #expect(throws: CallRefusal.self) { try gate.admit(.search, at: Self.at(5_009)).get() }
        #expect(try gate.admit(.search, at: Self.at(5_010)).get().step == .search)
    }

    @Test func underAContractsRateHoldsGoInAdvanceAndSearchesWait() throws {
        var gate = try Self.gate { $0.limits.callsPerSecond = 2 }
        var admitted: [String] = []
        for time in stride(from: 0, to: 10_000, by: 10) as StrideTo<Int64> {
            if case .success(let permit) = gate.admit(.search, at: Self.at(time)) {
                admitted.append("search")
                _ = gate.end(permit, .answered, at: Self.at(time))
            }
            guard time == 5_000 else { continue }
            for step in [SupplierStep.revalidate, .hold] {
                let permit = try gate.admit(step, at: Self.at(time)).get()
                _ = gate.end(permit, .answered, at: Self.at(time))
                admitted.append(step.rawValue)
            }
        }
        #expect(admitted.count { $0 != "search" } == 2)
        #expect(admitted.count <= 2 + 20 + 2, "burst, ten seconds, two in advance")
        #expect(admitted.count >= 21)
    }

    @Test func aRefusalNamesTheWorstAndUsesNothingUp() throws {
        var gate = try Self.gate { $0.limits.callsPerSecond = 1 }
        _ = try gate.admit(.search, at: Self.at(0)).get()
        let refused = gate.admit(.search, at: Self.at(400))
        #expect(refused == .failure(.overloaded(retryAfter: .milliseconds(600))))
        gate.isEnabled = false
        #expect(gate.admit(.search, at: Self.at(400)) == .failure(.disabled))
        #expect(gate.admit(.hold, at: Self.at(400)) == .failure(.disabled))
        // What is kept for us is looked up and given back all the same.
        #expect(try gate.admit(.release, at: Self.at(400)).get().step == .release)
        #expect(try gate.admit(.retrieve, at: Self.at(400)).get().step == .retrieve)
        #expect(gate.refusals.isEmpty, "counted when they are given up")
    }

    @Test func aPermitCountsOnce() throws {
        var gate = try Self.gate { $0.limits.concurrency = 8 }
        let permit = try gate.admit(.search, at: Self.at(0)).get()
        for _ in 0..<7 { _ = gate.end(permit, .failed(Self.timeout), at: Self.at(1)) }
        #expect(gate.running == 0)
        #expect(gate[.search].breaker.failuresInARow == 1)
    }

    @Test func searchesThatFailDoNotKeepHoldsAway() throws {
        var gate = try Self.gate()
        for _ in 0..<5 {
            let permit = try gate.admit(.search, at: Self.at(0)).get()
            _ = gate.end(permit, .failed(Self.timeout), at: Self.at(0))
        }
        guard case .failure(.circuitOpen(let wait)) = gate.admit(.search, at: Self.at(1)) else {
            Issue.record("let out")
            return
        }
        #expect(wait > .milliseconds(790) && wait < .milliseconds(1_200))
        #expect(try gate.admit(.revalidate, at: Self.at(1)).get().step == .revalidate)
        // And holds that fail are told at once.
        for _ in 0..<5 {
            let permit = try gate.admit(.hold, at: Self.at(1)).get()
            _ = gate.end(permit, .failed(Self.timeout), at: Self.at(1))
        }
        #expect(gate.admit(.revalidate, at: Self.at(2)).refusal?.reason == .circuitOpen)
    }

    /// One client's nonsense neither keeps the others away nor hides that the supplier fails.
    @Test func aNoToOneRequestNeitherOpensNorKeepsClosed() throws {
        let no = CallVerdict.failed(
            SupplierFailure(
                .supplierError, phase: .headers, retryAfter: .seconds(60), isOfRequest: true))
        for step in [SupplierStep.search, .revalidate, .hold] {
            var gate = try Self.gate()
            func call(_ verdict: CallVerdict) throws -> Bool {
                gate.end(try gate.admit(step, at: Self.at(0)).get(), verdict, at: Self.at(1))
            }
            for _ in 0..<50 { #expect(try !call(no), "not opened, and no pause for the others") }
            for _ in 0..<4 {
                #expect(try !call(.failed(Self.timeout)))
                #expect(try !call(no))
            }
            #expect(try call(.failed(Self.timeout)), "the fifth failure in a row")
        }
    }

    /// Throttled is not down, a client that left is no failure, a secret we lack is our own fault.
    @Test(arguments: [
        CallVerdict.abandoned, .failed(SupplierFailure(.throttled, phase: .headers)),
        .failed(SupplierFailure(.cancelled, phase: .headers)),
        .failed(SupplierFailure(.auth, phase: .connect)),
        .failed(SupplierFailure(.malformed, phase: .connect)), .void(nil),
        .void(SupplierFailure(.timeout, phase: .headers)),
    ])
    func whatSaysNothingAboutASupplierOpensNothing(verdict: CallVerdict) throws {
        var gate = try Self.gate()
        var now: Int64 = 0
        for _ in 0..<50 {
            let permit = try gate.admit(.search, at: Self.at(now)).get()
            #expect(gate.end(permit, verdict, at: Self.at(now + 1)) == false)
            // After any pause a throttle asks for.
            now += 70_000
        }
        #expect(gate[.search].breaker.standing(at: Self.at(now)) == .closed)
        #expect(gate[.search].breaker.epoch == 0)
    }

    @Test(arguments: SupplierFailure.Code.allCases)
    func everyOtherFailureOpensIt(code: SupplierFailure.Code) throws {
        var gate = try Self.gate()
        var hasOpened = false
        for _ in 0..<5 {
            guard case .success(let permit) = gate.admit(.search, at: Self.at(0)) else { break }
            let failure = SupplierFailure(code, phase: .headers)
            hasOpened = gate.end(permit, .failed(failure), at: Self.at(0)) || hasOpened
        }
        let saysNothing: [SupplierFailure.Code] = [.throttled, .cancelled, .overloaded]
        #expect(hasOpened == !saysNothing.contains(code))
    }

    @Test func onlyABrokenWayIsTriedAgainOnceAndWithinTheBudget() throws {
        var gate = try Self.gate()
        func fail(_ code: SupplierFailure.Code, _ step: SupplierStep = .search) throws
            -> (CallPermit, CallPermit?)
        {
            let permit = try gate.admit(step, at: Self.at(0)).get()
            let failure = SupplierFailure(code, phase: .connect)
            let again = gate.retry(permit, after: failure, at: Self.at(0))
            _ = gate.end(permit, .answered, at: Self.at(0))
            if let again { _ = gate.end(again, .answered, at: Self.at(0)) }
            return (permit, again)
        }
        #expect(try fail(.connectFailed).1 == nil, "nothing is saved up yet")
        for _ in 0..<40 { _ = try fail(.malformed) }
        #expect(gate.retries.left == 4)
        for code in SupplierFailure.Code.allCases
        where code != .connectFailed && code != .brokenBody {
            #expect(try fail(code).1 == nil, "\(code)")
        }
        for step in SupplierStep.allCases where step != .search {
            #expect(try fail(.connectFailed, step).1 == nil, "never \(step)")
        }
        let again = try #require(try fail(.connectFailed).1)
        #expect(again.isRetry)
        let failure = SupplierFailure(.connectFailed, phase: .connect)
        #expect(gate.retry(again, after: failure, at: Self.at(0)) == nil, "once")
        #expect(try fail(.brokenBody).1 != nil)
    }

    @Test func oneInFiftyGetsItsWholeTimeHoldsAlways() throws {
        var gate = try Self.gate { $0.limits.concurrency = 256 }
        for step in [SupplierStep.search, .revalidate, .hold, .release, .retrieve] {
            for _ in 0..<200 {
                let permit = try gate.admit(step, at: Self.at(0)).get()
                _ = gate.end(permit, .answered, at: Self.at(100))
            }
        }
        func budgets(_ step: SupplierStep) throws -> [Duration: Int] {
            var found: [Duration: Int] = [:]
            for _ in 0..<5000 {
                let permit = try gate.admit(step, at: Self.at(100)).get()
                found[permit.budget, default: 0] += 1
                _ = gate.end(permit, .abandoned, at: Self.at(100))
            }
            return found
        }
        let search = try budgets(.search)
        #expect(search.count == 2)
        #expect((60...140).contains(search[.seconds(6)] ?? 0))
        #expect(search[.seconds(1)] != nil, "the floor")
        #expect(try Set(budgets(.revalidate).keys) == [.seconds(3), .seconds(10)])
        #expect(try budgets(.hold) == [.seconds(60): 5000])
        #expect(try budgets(.retrieve) == [.seconds(20): 5000])
    }

    /// Calls that were cut off, and those whose clients left, say "at least so long": a supplier that
    /// becomes slow is waited for after a few of them.
    @Test(arguments: [CallVerdict.failed(timeout), .abandoned])
    func aSupplierThatBecomesSlowIsWaitedForAfterAFewCalls(verdict: CallVerdict) throws {
        var gate = try Self.gate { $0.limits.concurrency = 256 }
        func call(_ milliseconds: Int64, _ verdict: CallVerdict) throws {
            let permit = try gate.admit(.search, at: Self.at(0)).get()
            _ = gate.end(permit, verdict, at: Self.at(milliseconds))
        }
        for _ in 0..<200 { try call(100, .answered) }
        #expect(gate.timeouts[.search]?.budget(at: Self.at(0)) == .seconds(1))
        for _ in 0..<3 { try call(1_000, verdict) }
        #expect(gate.timeouts[.search]?.budget(at: Self.at(0)) == .seconds(6))
    }

    /// Reading at any moment, any number of times, changes no later decision.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func readingChangesNothing(seed: UInt64) throws {
        func decisions(reading: Bool) throws -> [String] {
            var dice = SplitMix(seed: seed)
            var readers = SplitMix(seed: ~seed)
            var gate = try Self.gate {
                $0.limits.concurrency = 6
                $0.limits.callsPerSecond = 40
            }
            let supplier = try Self.supplier()
            var now = Self.at(0)
            var out: [CallPermit] = []
            var told: [String] = []
            for _ in 0..<600 {
                now = now.advanced(by: .milliseconds(dice.number(in: 0...120)))
                if reading {
                    for _ in 0..<readers.number(in: 0...3) {
                        // Also of moments that have not come, as a clock ahead of ours would.
                        let ahead = Duration.milliseconds(readers.number(in: 0...90_000))
                        let view = gate.view(
                            supplier, actions: [], at: now.advanced(by: ahead))
                        #expect(view.timeouts.count == 5)
                    }
                }
                let step = dice.pick(SupplierStep.allCases)
                switch gate.admit(step, at: now) {
                case .success(let permit):
                    told.append("\(permit.budget) \(String(describing: permit.pass))")
                    out.append(permit)
                case .failure(let refusal): told.append("\(refusal)")
                }
                while !out.isEmpty, dice.chance(60) {
                    let permit = out.remove(at: dice.number(in: 0...(out.count - 1)))
                    let code = dice.pick(SupplierFailure.Code.allCases)
                    let verdict: CallVerdict =
                        dice.chance(50)
                        ? .answered : .failed(SupplierFailure(code, phase: .headers))
                    told.append("\(gate.end(permit, verdict, at: now))")
                }
            }
            return told
        }
        let quiet = try decisions(reading: false)
        #expect(quiet.contains { $0.contains("circuitOpen") } || seed > 0)
        #expect(try decisions(reading: true) == quiet)
    }

    static func supplier() throws -> Supplier {
        let manifest = SupplierManifest(
            id: try Sample.supplier("alpha"), name: "Alpha", protocolName: "line",
            baseURL: "https://alpha.test")
        return Supplier(
            manifest: manifest, adapter: LineProtocol(manifest: manifest),
            credentials: SupplierCredentials())
    }
}

extension Result where Failure == CallRefusal {
    fileprivate var refusal: CallRefusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}

import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Every (state, stage, event) there is, held against the table at the head of `HoldMachine.swift`.
@Suite("The hold machine, pair by pair")
struct HoldMachineTests {
    /// What the table says: situation and event, and where it leads.
    ///
    /// All that is missing is refused.
    private static let table: [String: String] = [
        "pending claimed": """
        resume: pending claimed, revalidate
        current: pending claimed, hold
        currentOwn: pending claimed, grant
        currentCheck: pending claimed, grant
        dearer: pending claimed, refuse
        gone: pending claimed, refuse
        forgotten: pending claimed, forget
        silent: pending claimed, forget
        keep: pending keeping, ask
        grantOwn: held settled, rest
        grantCheck: priceConfirmed settled, rest
        refused: refused settled, rest
        closed: refused settled, rest
        """,
        "pending keeping": """
        resume: pending doubtful, lookUp
        held: held settled, rest
        heldLate: expired releasing, release
        keptGone: pending keeping, refuse
        keptPrice: pending claimed, renumber
        keptRefused: pending keeping, refuse
        keptThrottled: pending keeping, forget
        keptNothing: pending keeping, forget
        keptLost: pending doubtful, lookUp
        keptDuplicate: pending doubtful, lookUp
        refused: refused settled, rest
        closed: refused watching, rest
        """,
        "pending doubtful": """
        resume: pending doubtful, lookUp
        found: held settled, rest
        foundLate: expired releasing, release
        notFound: pending doubtful, lookUp
        letGo: pending doubtful, refuse
        lookFailed: pending doubtful, lookUp
        refused: refused watching, rest
        closed: refused watching, rest
        """,
        "held settled": """
        resume: held settled, rest
        found: held settled, rest
        foundLate: held settled, rest
        notFound: held settled, rest
        letGo: released settled, rest
        lookFailed: held settled, rest
        release: released releasing, release
        extend: held settled, rest
        """,
        "priceConfirmed settled": """
        resume: priceConfirmed settled, rest
        release: released settled, rest
        """,
    ]
    private static let ended: [String: String] = [
        "releasing": """
        resume: STATE releasing, release
        unconfirmed: STATE releasing, release
        givenBack: STATE settled, rest
        closed: STATE settled, rest
        """,
        "watching": """
        resume: STATE watching, lookUp
        found: STATE releasing, release
        foundLate: STATE releasing, release
        notFound: STATE watching, rest
        letGo: STATE settled, rest
        lookFailed: STATE watching, rest
        forsaken: STATE settled, rest
        closed: STATE settled, rest
        """,
        "settled": """
        resume: STATE settled, rest
        suspected: STATE watching, lookUp
        """,
    ]

    private static func expected(_ state: HoldState, _ stage: HoldStage, _ event: String) -> String?
    {
        var lines = table["\(state) \(stage)"] ?? ""
        if [.refused, .released, .expired].contains(state) {
            lines = (ended["\(stage)"] ?? "").replacing("STATE", with: "\(state)")
        }
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: ": ")
            if parts[0] == event { return String(parts[1]) }
        }
        return nil
    }

    @Test(
        "Legal events lead where the table says; all others leave the row as it was",
        arguments: HoldState.allCases, HoldStage.allCases)
    func everyPair(state: HoldState, stage: HoldStage) throws {
        let samples = try MachineSamples()
        for (name, event) in samples.events {
            let before = samples.record(state, stage)
            var record = before
            let order = samples.machine.on(event, &record, at: samples.now)
            let told = order.map {
                "\(record.state) \(record.stage), \(MachineSamples.name(of: $0))"
            }
            #expect(
                told == Self.expected(state, stage, name), "\(state) \(stage) on \(name)")
            if order == nil { #expect(record == before, "\(state) \(stage) on \(name)") }
        }
    }

    @Test("A hold does not expire before its deadline, and does at it")
    func deadline() throws {
        let samples = try MachineSamples()
        var record = samples.record(.held, .settled)
        let event = HoldMachine.Event.ended(.expired, by: .deadline)
        let early = samples.now.advanced(by: .milliseconds(299_999))
        #expect(samples.machine.on(event, &record, at: early) == nil)
        #expect(record.state == .held)
        let late = samples.now.advanced(by: .seconds(300))
        #expect(samples.machine.on(event, &record, at: late) != nil)
        #expect(record.state == .expired && record.stage == .releasing)
    }

    @Test("Doubt that is never dispelled ends in a refusal only once all would have been indexed")
    func doubtEnds() throws {
        let samples = try MachineSamples()
        for (seconds, name) in [(119, "lookUp"), (120, "refuse")] {
            var record = samples.record(.pending, .doubtful)
            let order = try #require(
                samples.machine.on(
                    .lookedUp(.ended(.notFound)), &record,
                    at: samples.now.advanced(by: .seconds(seconds))))
            #expect(MachineSamples.name(of: order) == name)
        }
    }

    @Test("What ended without the supplier's word is looked up three times, then no more")
    func watchEnds() throws {
        let samples = try MachineSamples()
        var record = samples.record(.refused, .watching)
        var stages: [HoldStage] = []
        for _ in 0..<3 {
            _ = samples.machine.on(.lookedUp(.ended(.notFound)), &record, at: samples.now)
            stages.append(record.stage)
        }
        #expect(stages == [.watching, .watching, .settled])
        #expect(record.watch == nil)
    }

    @Test("Look-ups of what ended without the supplier's word fail for a day, then no more")
    func watchFails() throws {
        let samples = try MachineSamples()
        let failed = HoldMachine.Event.lookedUp(
            .failed(SupplierFailure(.timeout, phase: .headers)))
        for (seconds, stage) in [(86_399, HoldStage.watching), (86_400, .settled)] {
            var record = samples.record(.refused, .watching)
            let start = record.retentionStart
            _ = samples.machine.on(
                failed, &record, at: start.advanced(by: .seconds(seconds)))
            #expect(record.stage == stage)
            #expect((record.watch == nil) == (stage == .settled))
        }
    }

    @Test("Releases that are not confirmed are repeated at growing waits, never given up")
    func releaseWaits() throws {
        let samples = try MachineSamples()
        var record = samples.record(.released, .releasing)
        record.watch = nil
        var waits: [Duration] = []
        for _ in 0..<12 {
            guard
                case .release(let wait) = samples.machine.on(
                    .unconfirmed, &record, at: samples.now)
            else { break }
            waits.append(wait)
        }
        #expect(
            waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256, 256].map { .seconds($0) })
        #expect(record.stage == .releasing)
    }

    @Test("What a client asks for again still watches what the first attempt may have left")
    func inheritedWatch() throws {
        let samples = try MachineSamples()
        let refusal = StoredRefusal(reason: .soldOut, body: [])
        for stage in [HoldStage.claimed, .keeping] {
            var record = samples.record(.pending, stage)
            record.watch = HoldWatch(due: samples.now, misses: 1)
            _ = samples.machine.on(.refused(refusal), &record, at: samples.now)
            #expect(record.stage == .watching && record.watch?.misses == 1)
        }
    }

    @Test("A reference the supplier has let go is spent")
    func spentReferences() throws {
        let samples = try MachineSamples()
        for (stage, event) in [
            (HoldStage.releasing, HoldMachine.Event.givenBack),
            (.watching, .lookedUp(.ended(.ended))),
        ] {
            var record = samples.record(.refused, stage)
            _ = samples.machine.on(event, &record, at: samples.now)
            #expect(record.stage == .settled && record.isReferenceSpent)
        }
    }

    @Test("A room the supplier misses twice is released, and given back to be sure")
    func missedTwice() throws {
        let samples = try MachineSamples()
        var record = samples.record(.held, .settled)
        _ = samples.machine.on(.lookedUp(.ended(.notFound)), &record, at: samples.now)
        #expect(record.state == .held && record.watch?.misses == 1)
        _ = samples.machine.on(.lookedUp(.ended(.notFound)), &record, at: samples.now)
        #expect(record.state == .released && record.stage == .releasing)
        #expect(record.endedBy == .supplier)
    }
}

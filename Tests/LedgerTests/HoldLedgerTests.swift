import Foundation
import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

/// What only a ledger on a disk promises; the rest is in `Conformance`.
@Suite("The book of holds on a disk")
struct HoldLedgerTests {
    @Test("Everything written is there after the file is opened again, quotes and guests included")
    func reopening() async throws {
        let fixture = try LedgerFixture()
        let record = try LedgerFixture.claim(1).granted(until: 1_800_000_600_000)
        let ledger = SQLiteHoldLedger(fixture.file)
        _ = try await ledger.claim(LedgerFixture.claim(1))
        _ = try await ledger.update(record, inventory: .none)
        fixture.file.close()
        let again = SQLiteHoldLedger(try LedgerFixture.open(fixture.folder))
        #expect(try await again.hold(record.id, of: record.tenant) == record)
    }

    @Test("What suppliers keep, may keep or must give back is counted by supplier, and no more")
    func atSuppliers() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let acme = try #require(SupplierID("acme"))
        let bravo = try #require(SupplierID("bravo"))
        let states: [(SupplierID, HoldState, HoldStage)] = [
            (bravo, .held, .settled), (acme, .released, .releasing), (acme, .pending, .doubtful),
            (acme, .released, .settled), (bravo, .priceConfirmed, .settled),
            (.direct, .held, .settled),
        ]
        for (number, (supplier, state, stage)) in states.enumerated() {
            let claim = try LedgerFixture.claim(number + 1, supplier: supplier)
            _ = try await ledger.claim(claim)
            var next = claim.granted(until: 1_800_000_600_000)
            (next.state, next.stage) = (state, stage)
            _ = try await ledger.update(next, inventory: .none)
        }
        let counts = try await ledger.holdsAtSuppliers()
        #expect(counts.map(\.supplier) == [acme, bravo])
        #expect(counts.map(\.holds) == [2, 1])
    }

    @Test("A row that cannot be decoded is counted and stops no other")
    func unreadable() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        for number in 1...3 { _ = try await ledger.claim(LedgerFixture.claim(number)) }
        try await fixture.file.writer.run { database in
            try database.execute("UPDATE hold SET body = x'ff' WHERE attempt = 'key-2'")
        }
        let now = LedgerFixture.now()
        let due = try await ledger.due(at: now, for: .first, most: 9)
        #expect(due.map(\.key.text) == ["key-1", "key-3"])
        #expect(try await ledger.backlog(at: now, for: .first)[.unreadable] == 1)
        #expect(try await ledger.list(HoldFilter()).count == 2)
    }

    @Test("Who read a hold before its data was erased writes nothing of it back")
    func erasedMeanwhile() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let claim = try LedgerFixture.claim(1)
        _ = try await ledger.claim(claim)
        var over = claim.granted(until: 1_800_000_000_000)
        over.state = .expired
        _ = try await ledger.update(over, inventory: .none)
        let late = LedgerFixture.now(1_800_000_000_000 + 31 * 86_400_000)
        // First the key, then the data.
        for _ in 0..<2 { _ = try await ledger.retire(HoldRetention(), at: late, most: 9) }
        var suspected = over
        suspected.version += 1
        suspected.stage = .watching
        let update = try await ledger.update(suspected, inventory: .none)
        guard case .stale(let row) = update else {
            Issue.record("\(update)")
            return
        }
        #expect(row?.fingerprint == [] && row?.key.text == claim.id.text)
    }
}

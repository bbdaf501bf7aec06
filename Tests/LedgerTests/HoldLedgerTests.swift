import Foundation
import Gateway
import Testing
import TravelModel

@testable import Ledger

@Suite("The book of holds")
struct HoldLedgerTests {
    @Test("A claim is found by its id and its key, by its tenant only")
    func claim() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let record = try LedgerFixture.claim(1)
        guard case .claimed = try await ledger.claim(record) else {
            Issue.record("not claimed")
            return
        }
        let other = try #require(TenantID("other"))
        #expect(try await ledger.hold(record.id, of: record.tenant) == record)
        #expect(try await ledger.hold(record.key, of: record.tenant) == record)
        #expect(try await ledger.hold(record.id, of: other) == nil)
        #expect(try await ledger.hold(record.key, of: other) == nil)
    }

    @Test("One row a key, one open hold a quote")
    func uniqueness() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let first = try LedgerFixture.claim(1)
        _ = try await ledger.claim(first)
        guard
            case .sameKey(let byKey) = try await ledger.claim(LedgerFixture.claim(2, key: "key-1"))
        else {
            Issue.record("the key was taken twice")
            return
        }
        #expect(byKey.id == first.id)
        let rival = try LedgerFixture.claim(3, quote: "quote-1")
        guard case .sameQuote(let byQuote) = try await ledger.claim(rival) else {
            Issue.record("the quote was held twice")
            return
        }
        #expect(byQuote.id == first.id)

        var refused = first
        refused.version += 1
        refused.state = .refused
        refused.stage = .settled
        refused.refusal = StoredRefusal(reason: .soldOut, body: Array("{}".utf8))
        _ = try await ledger.update(refused, inventory: .none)
        guard case .claimed = try await ledger.claim(rival) else {
            Issue.record("a refused hold still keeps its quote")
            return
        }
        #expect(try await ledger.hold(first.key, of: first.tenant) == refused)
    }

    @Test("An update from a version that is gone changes nothing and shows the row as it is")
    func compareAndSet() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        let winner = record.granted(until: 1_800_000_600_000)
        _ = try await ledger.update(winner, inventory: .none)
        var loser = record
        loser.version += 1
        loser.state = .refused
        guard case .stale(let current) = try await ledger.update(loser, inventory: .none) else {
            Issue.record("the late update was stored")
            return
        }
        #expect(current == winner)
        try await ledger.forget(record.id, version: 1)
        #expect(try await ledger.hold(record.id, of: record.tenant) == winner)
        try await ledger.forget(record.id, version: 2)
        #expect(try await ledger.hold(record.id, of: record.tenant) == nil)
    }

    @Test("A freed key starts anew, and the hold it led to is still found by its id")
    func freeKey() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        var refused = record
        refused.version += 1
        refused.state = .refused
        _ = try await ledger.update(refused, inventory: .none)
        try await ledger.freeKey(of: record.id, version: 1)
        #expect(try await ledger.hold(record.key, of: record.tenant) == refused, "an old version")
        try await ledger.freeKey(of: record.id, version: 2)
        #expect(try await ledger.hold(record.key, of: record.tenant) == nil)
        #expect(try await ledger.hold(record.id, of: record.tenant) == refused)
        let second = try LedgerFixture.claim(2, key: record.key.text)
        guard case .claimed = try await ledger.claim(second) else {
            Issue.record("the key is not free")
            return
        }
        #expect(try await ledger.hold(record.key, of: record.tenant)?.id == second.id)
    }

    @Test("What needs looking after is found: pending, over, to be given back, and nothing else")
    func unsettled() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        for number in 1...5 { _ = try await ledger.claim(LedgerFixture.claim(number)) }
        let over = try LedgerFixture.claim(2).granted(until: 1_800_000_001_000)
        _ = try await ledger.update(over, inventory: .none)
        let running = try LedgerFixture.claim(3).granted(until: 1_800_000_900_000)
        _ = try await ledger.update(running, inventory: .none)
        var refused = try LedgerFixture.claim(4)
        refused.version += 1
        refused.state = .refused
        refused.stage = .settled
        _ = try await ledger.update(refused, inventory: .none)
        var released = try LedgerFixture.claim(5).granted(until: 1_800_000_900_000)
        released.state = .released
        released.stage = .releasing
        _ = try await ledger.update(released, inventory: .none)
        let found = try await ledger.unsettled(at: LedgerFixture.now(1_800_000_001_000), most: 10)
        #expect(
            found.map(\.key.text) == ["key-1", "key-5", "key-2"],
            "those with work left first, then what is over")
    }

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
}

import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// Claims in the place of others, and looks that no supplier and no row keeps from the rest.
@Suite("Claims after claims, and fair looks")
struct HoldSuccessionTests {
    private let now = LedgerFixture.now()
    private let owner = HoldOwner(node: "a", epoch: 1)

    /// A hold that came to nothing, as it is in the ledger and as it shall be.
    private func former(_ ledger: any HoldLedger) async throws -> (HoldRecord, FormerHold) {
        let claim = try LedgerFixture.claim(1)
        _ = try await ledger.claim(claim)
        var refused = claim
        refused.version += 1
        (refused.state, refused.stage) = (.refused, .watching)
        refused.watch = HoldWatch(due: now, misses: 0)
        _ = try await ledger.update(refused, inventory: .none)
        var settled = refused
        settled.version += 1
        (settled.stage, settled.watch) = (.settled, nil)
        return (refused, FormerHold(record: settled, owner: owner, entries: []))
    }

    @Test(
        "The key leads to the new claim, and the former watches no more",
        arguments: LedgerKind.allCases)
    func succeeds(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let (_, former) = try await former(ledger)
        let next = try LedgerFixture.claim(2, key: "key-1", quote: "quote-1")
        let told = try await ledger.claim(next, after: former, within: HoldLimits(), entries: [])
        #expect(Told(told) == .claimed)
        #expect(try await ledger.hold(next.key, of: next.tenant)?.id == next.id)
        #expect(try await ledger.history(former.record.id)?.0.stage == .settled)
        #expect(
            try await ledger.forget(next.id, version: 1, by: owner) == false,
            "it is announced from its first moment")
    }

    @Test("A claim that is turned down leaves the former as it was", arguments: LedgerKind.allCases)
    func turnedDown(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let (row, former) = try await former(ledger)
        _ = try await ledger.claim(LedgerFixture.claim(3))
        var limits = HoldLimits()
        limits.mostOpenPerTenant = 1
        let next = try LedgerFixture.claim(2, key: "key-1", quote: "quote-1")
        let told = try await ledger.claim(next, after: former, within: limits, entries: [])
        guard case .tooMany = told else {
            Issue.record("\(told)")
            return
        }
        #expect(try await ledger.hold(row.key, of: row.tenant) == row)
        #expect(try await ledger.hold(next.id, of: next.tenant) == nil)
    }

    @Test("A former that has changed meanwhile is the answer", arguments: LedgerKind.allCases)
    func changed(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let (row, former) = try await former(ledger)
        var found = row
        found.version += 1
        found.stage = .releasing
        _ = try await ledger.update(found, inventory: .none)
        let next = try LedgerFixture.claim(2, key: "key-1", quote: "quote-1")
        let told = try await ledger.claim(next, after: former, within: HoldLimits(), entries: [])
        #expect(Told(told) == .sameKey(row.id))
        #expect(try await ledger.hold(row.key, of: row.tenant)?.stage == .releasing)
        #expect(try await ledger.hold(next.id, of: next.tenant) == nil)
    }

    @Test("Work of one supplier keeps none of another waiting", arguments: LedgerKind.allCases)
    func fair(kind: LedgerKind) async throws {
        let ledger = try await kind.make().ledger
        let acme = try #require(SupplierID("acme"))
        for number in 1...6 {
            _ = try await ledger.claim(
                LedgerFixture.claim(number, supplier: number < 6 ? acme : .direct))
        }
        let due = try await ledger.due(at: now, for: owner, most: 2)
        #expect(due.map(\.key.text) == ["key-1", "key-2", "key-6"])
    }
}

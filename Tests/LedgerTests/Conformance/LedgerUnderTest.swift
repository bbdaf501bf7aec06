import Foundation
import Gateway
import GatewayTesting
import Testing
import TravelModel

@testable import Ledger

/// The implementations of ``HoldLedger`` that keep one set of promises.
enum LedgerKind: String, CaseIterable, CustomTestStringConvertible {
    case durable
    case inMemory

    var testDescription: String { rawValue }

    /// An empty ledger with `rooms` of the fixture's kind on every night that its claims ask for.
    func make(rooms: Int = 0) async throws -> LedgerUnderTest {
        switch self {
        case .durable:
            let fixture = try LedgerFixture()
            _ = try await SQLiteInventory(
                fixture.file, rooms: [LedgerFixture.room(allotment: rooms)])
            let ledger = KeptLedger(ledger: SQLiteHoldLedger(fixture.file), fixture: fixture)
            return LedgerUnderTest(ledger: ledger, rooms: rooms) { night in
                try await fixture.file.reader.run { database in
                    let taken = try database.statement("SELECT taken FROM night WHERE day = ?1")
                        .bind(Int64(night.daysSinceEpoch))
                    defer { taken.reset() }
                    return try taken.step() ? Int(taken.integer(0)) : 0
                }
            }
        case .inMemory:
            let ledger = MemoryHoldLedger()
            for night in 0..<LedgerUnderTest.nights {
                let stay = try LedgerFixture.claim(1, nights: 1, firstNight: night).quote.stay
                ledger.stock("DBL", rooms: rooms, stay: stay)
            }
            return LedgerUnderTest(ledger: ledger, rooms: rooms) { night in
                rooms - (ledger.free("DBL", night) ?? 0)
            }
        }
    }
}

/// A ledger, and how many rooms of its one kind are taken on a night.
struct LedgerUnderTest: Sendable {
    /// From the fixture's first night on.
    static let nights = 6

    let ledger: any HoldLedger
    let rooms: Int
    let taken: @Sendable (CivilDate) async throws -> Int

    /// Rooms taken on each night, in order.
    func takenNights() async throws -> [Int] {
        var nights: [Int] = []
        for night in 0..<Self.nights {
            let stay = try LedgerFixture.claim(1, nights: 1, firstNight: night).quote.stay
            nights.append(try await taken(stay.checkIn))
        }
        return nights
    }
}

/// A durable ledger whose folder stays for as long as somebody uses it.
private struct KeptLedger: HoldLedger {
    let ledger: SQLiteHoldLedger
    let fixture: LedgerFixture

    func enter(_ node: String) async throws(StorageFault) -> HoldOwner {
        try await ledger.enter(node)
    }

    func claim(
        _ record: HoldRecord, within limits: HoldLimits, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        try await ledger.claim(record, within: limits, entries: entries)
    }

    func update(
        _ record: HoldRecord, by owner: HoldOwner, inventory: InventoryChange, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldUpdate {
        try await ledger.update(record, by: owner, inventory: inventory, entries: entries)
    }

    func claim(
        _ record: HoldRecord, after former: FormerHold, within limits: HoldLimits,
        entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        try await ledger.claim(record, after: former, within: limits, entries: entries)
    }

    func forget(
        _ id: HoldID, version: Int64, by owner: HoldOwner
    ) async throws(StorageFault) -> Bool {
        try await ledger.forget(id, version: version, by: owner)
    }

    func take(
        _ id: HoldID, by lease: HoldLease, at now: StampedTime
    ) async throws(StorageFault) -> HoldRecord? {
        try await ledger.take(id, by: lease, at: now)
    }

    func renew(
        _ ids: [HoldID], _ lease: HoldLease
    ) async throws(StorageFault) -> [HoldID] {
        try await ledger.renew(ids, lease)
    }

    func announce(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await ledger.announce(id, of: tenant)
    }

    func hold(_ id: HoldID, of tenant: TenantID) async throws(StorageFault) -> HoldRecord? {
        try await ledger.hold(id, of: tenant)
    }

    func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await ledger.hold(key, of: tenant)
    }

    func due(
        at now: StampedTime, for owner: HoldOwner, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        try await ledger.due(at: now, for: owner, most: most)
    }

    func backlog(
        at now: StampedTime, for owner: HoldOwner
    ) async throws(StorageFault) -> HoldBacklog {
        try await ledger.backlog(at: now, for: owner)
    }

    func list(_ filter: HoldFilter) async throws(StorageFault) -> [HoldRecord] {
        try await ledger.list(filter)
    }

    func history(_ id: HoldID) async throws(StorageFault) -> (HoldRecord, [HoldEntry])? {
        try await ledger.history(id)
    }

    func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) async throws(StorageFault) -> HoldRetirement {
        try await ledger.retire(retention, at: now, most: most)
    }
}

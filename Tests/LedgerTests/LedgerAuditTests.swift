import Foundation
import Gateway
import GatewayTesting
import Testing

@testable import Ledger

@Suite("Audit of a ledger's file")
struct LedgerAuditTests {
    @Test("Reads holds and nights beside the running gateway")
    func reads() async throws {
        let fixture = try LedgerFixture()
        _ = try await SQLiteInventory(fixture.file, rooms: [LedgerFixture.room(allotment: 3)])
        let ledger = SQLiteHoldLedger(fixture.file)
        var record = try LedgerFixture.claim(1)
        _ = try await ledger.claim(record)
        record.version = 2
        record.state = .held
        record.stage = .settled
        record.granted = record.quote.offer
        _ = try await ledger.update(record, inventory: .take)
        let path = fixture.folder.appending(path: "ledger.db").path
        let audit = try LedgerAudit(path: path)
        #expect(audit.holds.map(\.state) == ["HELD"])
        #expect(audit.holds.first?.attempt == "key-1")
        #expect(audit.nights.count == 2)
        #expect(audit.nights.allSatisfy { $0.taken == 1 && $0.accounted == 1 })
        #expect(audit.nights.allSatisfy { $0.allotment == 3 })
        record.version = 3
        record.state = .released
        _ = try await ledger.update(record, inventory: .giveBack)
        let after = try LedgerAudit(path: path)
        #expect(after.holds.map(\.state) == ["RELEASED"])
        #expect(after.nights.allSatisfy { $0.taken == 0 && $0.accounted == 0 })
    }

    @Test("A file that is no ledger is refused")
    func refuses() {
        #expect(throws: (any Error).self) { try LedgerAudit(path: "/dev/null") }
    }
}

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
}

import Gateway
import Testing
import TravelModel

@testable import Ledger

/// How SQLite carries out what is asked of holds again and again: a cost that grows with the holds that
/// are open is multiplied by every hold that is made.
@Suite struct QueryPlanTests {
    @Test func nothingAskedOfHoldsReadsThemAll() async throws {
        let fixture = try LedgerFixture()
        let ledger = SQLiteHoldLedger(fixture.file)
        let now = LedgerFixture.now()
        let owner = try await ledger.enter("n1")
        var record = try LedgerFixture.claim(1)
        record.buyer = "buyer"
        _ = try await ledger.claim(record, within: HoldLimits(), entries: [])
        _ = try await ledger.due(at: now, for: owner, most: 10)

        _ = try await ledger.backlog(at: now, for: owner)
        _ = try await ledger.holdsAtSuppliers()

        let plans =
            try await fixture.file.writer.run { try Self.plans(in: $0) }
            + fixture.file.reader.run { try Self.plans(in: $0) }
        let claims = plans.filter { $0.0.contains("SELECT 1 FROM hold") }
        let sweeps = plans.filter { $0.0.contains("row_number()") }
        #expect(claims.count == 2 && sweeps.count == 1)
        for (_, plan) in claims {
            #expect(plan.contains { $0.contains("COVERING INDEX hold_running (tenant=?") })
        }
        for (_, plan) in sweeps {
            #expect(plan.contains { $0.contains("COVERING INDEX hold_granted") })
        }
        for (text, plan) in plans {
            #expect(!plan.contains("SCAN hold"), "all rows are read by \(text)")
        }
    }

    private static func plans(in database: Database) throws -> [(String, [String])] {
        try database.texts.filter { $0.contains("hold") }
            .map { ($0, try plan(of: $0, in: database)) }
    }

    private static func plan(of text: String, in database: Database) throws -> [String] {
        let row = try database.statement("EXPLAIN QUERY PLAN " + text)
        defer { row.reset() }
        var steps: [String] = []
        while try row.step() { steps.append(row.text(3)) }
        return steps
    }
}

import Codec
import Gateway
import TravelModel

/// Brings personal data under the key of today, once after each change of it: rows of releases before
/// there were keys or whose fingerprints and marks were not under one, and rows of an earlier key.
///
/// Small transactions: a start that is cut off goes on at the next one.
struct Resealing {
    private static let batch = 256

    let keys: PersonalKeys

    /// `progress` is told of rows whose key is not here, and of damaged ones: they stay as they are.
    func run(in database: Database, progress: (String) -> Void) throws {
        let mark = try database.statement("SELECT key FROM sealed_by WHERE id = 1")
        let isDone = try mark.step() && mark.bytes(0) == keys.currentID
        mark.reset()
        if isDone { return }
        var last = ""
        var (unreadable, damaged) = (0, 0)
        while let rows = try next(after: last, in: database), let end = rows.last?.id {
            try database.execute("BEGIN IMMEDIATE")
            do {
                damaged += rows.count { !$0.isIntact }
                for row in rows where row.isIntact {
                    unreadable += try reseal(row, in: database) ? 0 : 1
                }
                try database.execute("COMMIT")
            } catch {
                try? database.execute("ROLLBACK")
                throw error
            }
            last = end
        }
        try database.statement(
            "INSERT INTO sealed_by(id, key) VALUES(1, ?1) ON CONFLICT DO UPDATE SET key = ?1"
        ).bind(keys.currentID).run()
        // What was there before still stands in the log.
        _ = try database.checkpoint(.truncate, patience: Database.patience)
        if unreadable > 0 {
            progress(
                "The guests' data of \(unreadable) holds is sealed with a key that is not "
                    + "configured; the holds themselves are carried on")
        }
        if damaged > 0 {
            progress(
                "\(damaged) holds are damaged and stay as they are; see tributary ledger verify")
        }
    }

    private struct Row {
        let id: String
        let tenant: String
        let personal: [UInt8]
        let body: [UInt8]
        let isIntact: Bool
    }

    private func next(after last: String, in database: Database) throws -> [Row]? {
        let statement = try database.statement(
            """
            SELECT id, tenant, personal, body, \(ChecksummedTable.hold.isIntact) FROM hold
            WHERE id > ?1 ORDER BY id LIMIT ?2
            """
        ).bind(last).bind(Int64(Self.batch))
        defer { statement.reset() }
        var rows: [Row] = []
        while try statement.step() {
            rows.append(
                Row(
                    id: statement.text(0), tenant: statement.text(1), personal: statement.bytes(2),
                    body: statement.bytes(3), isIntact: statement.integer(4) == 1))
        }
        return rows.isEmpty ? nil : rows
    }

    /// `false` when it cannot be opened.
    private func reseal(_ row: Row, in database: Database) throws -> Bool {
        guard keys.isOutdated(row.personal) || HoldRecordCodec.isOutdated(body: row.body) else {
            return true
        }
        guard case .success(let plain) = keys.open(row.personal, row.tenant, row.id) else {
            return false
        }
        guard let record = try? HoldRecordCodec.decode(body: row.body, personal: .success(plain)),
            record.personalDataFault == nil
        else {
            // Not for us to read; the seal comes first.
            try database.statement("UPDATE hold SET personal = ?2 WHERE id = ?1")
                .bind(row.id).bind(try keys.seal(plain, row.tenant, row.id)).run()
            return true
        }
        let (body, personal) = HoldRecordCodec.encode(record)
        let statement = try database.statement(
            "UPDATE hold SET body = ?2, personal = ?3, buyer_mark = ?4 WHERE id = ?1"
        ).bind(row.id).bind(body).bind(try keys.seal(personal, row.tenant, row.id))
        if let buyer = record.buyer, record.state.isOpen {
            statement.bind(try keys.mark(buyer: buyer, row.tenant))
        } else {
            statement.bind(Int64?.none)
        }
        try statement.run()
        return true
    }
}

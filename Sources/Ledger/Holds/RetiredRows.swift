import Gateway
import TravelModel

/// Rows of holds that are over: their keys, then their personal data, then the rows themselves go.
///
/// The column `kept` says how far a row has come; one index serves all three looks. The wall clock
/// finds candidates, the record, which knows both clocks, decides; a row that cannot be decoded goes
/// by the wall alone, so that damage keeps no guest's data alive.
struct RetiredRows: Sendable {
    let retention: HoldRetention
    let now: StampedTime
    /// Rows of each kind at most.
    let most: Int
    let rows: HoldRows

    private struct Row {
        let id: String
        /// `nil` for one that is damaged or cannot be decoded.
        let record: HoldRecord?

        /// A change of a damaged row leaves it known as one.
        var mark: String { record == nil ? ", checksum = NULL" : "" }
    }

    /// Frees the keys whose time has come; how many.
    func freeKeys(in database: Database) throws -> Int {
        let due = try due(kept: 2, after: retention.key, in: database)
        for row in due {
            try database.statement(
                """
                UPDATE hold SET kept = 1, attempt = 'free ' || id \(row.mark) WHERE id = ?1
                """
            ).bind(row.id).run()
        }
        return due.count
    }

    /// Erases the personal data whose time has come; of how many holds.
    func erase(in database: Database) throws -> Int {
        let due = try due(kept: 1, after: retention.personalData, in: database)
        for row in due {
            // What suppliers said is masked, and still theirs who stayed: it goes as well.
            try EntryRows.remove(of: row.id, in: database)
            guard var record = row.record?.withoutPersonalData else {
                try database.statement(
                    "UPDATE hold SET kept = 0, personal = x'' \(row.mark) WHERE id = ?1"
                ).bind(row.id).run()
                continue
            }
            // Whoever read the row before must not write its key and fingerprint back.
            record.version += 1
            let (body, _) = HoldRecordCodec.encode(record)
            try database.statement(
                "UPDATE hold SET kept = 0, personal = x'', body = ?2, version = ?3 WHERE id = ?1"
            ).bind(row.id).bind(body).bind(record.version).run()
        }
        return due.count
    }

    /// Removes the rows whose time has come; how many.
    func remove(in database: Database) throws -> Int {
        let due = try due(kept: 0, after: retention.record, in: database)
        for row in due {
            try EntryRows.remove(of: row.id, in: database)
            try database.statement("DELETE FROM hold WHERE id = ?1").bind(row.id).run()
        }
        return due.count
    }

    /// Removes nights that are as old as the rows that go, and of which nothing is taken.
    func removeNights(in database: Database) throws {
        let oldest = now.wall.advanced(by: .zero - retention.record).millisecondsSinceEpoch
        try database.statement(
            """
            DELETE FROM night WHERE (hotel, room, day) IN (
                SELECT hotel, room, day FROM night WHERE day < ?1 AND taken = 0 LIMIT ?2)
            """
        ).bind(oldest / 86_400_000).bind(Int64(most)).run()
    }

    /// From when the oldest personal data of a hold that is over is kept; two looks into the index.
    static func oldestPersonal(in database: Database) throws -> Instant? {
        let oldest = try [1, 2].compactMap { kept -> Int64? in
            let row = try database.statement(
                """
                SELECT min(coalesce(expires_ms, created_ms)) FROM hold WHERE kept = \(kept)
                    AND state IN ('REFUSED', 'RELEASED', 'EXPIRED') AND stage = 'settled'
                """)
            defer { row.reset() }
            return try row.step() && !row.isNull(0) ? row.integer(0) : nil
        }.min()
        return oldest.map { Instant(millisecondsSinceEpoch: $0) }
    }

    private func due(
        kept: Int64, after age: Duration, in database: Database
    ) throws -> [Row] {
        let statement = try database.statement(
            """
            SELECT \(HoldRows.columns) FROM hold
            WHERE kept = ?1 AND coalesce(expires_ms, created_ms) <= ?2
                AND state IN ('REFUSED', 'RELEASED', 'EXPIRED') AND stage = 'settled'
            ORDER BY coalesce(expires_ms, created_ms), id LIMIT ?3
            """
        )
        .bind(kept).bind(now.wall.advanced(by: .zero - age).millisecondsSinceEpoch)
        .bind(Int64(most))
        defer { statement.reset() }
        var due: [Row] = []
        while try statement.step() {
            let row = Row(id: statement.text(1), record: try? rows.record(statement))
            if let record = row.record {
                guard record.retentionStart.advanced(by: age).hasCome(at: now) else { continue }
            }
            due.append(row)
        }
        return due
    }
}

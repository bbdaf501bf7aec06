import Codec
import Gateway
import TravelModel

/// What happened to holds, entry by entry.
enum EntryRows {
    /// Appends, and drops the oldest after the first half once a hold has too many.
    static func append(
        _ entries: [HoldEntry], to hold: HoldID, in database: Database
    ) throws {
        guard !entries.isEmpty else { return }
        var last = try newest(of: hold, in: database)
        for entry in entries {
            last += 1
            try database.statement(
                """
                INSERT INTO hold_event(hold, sequence, at_ms, kind, actor, detail)
                VALUES(?1, ?2, ?3, ?4, ?5, ?6)
                """
            )
            .bind(hold.text).bind(last).bind(entry.at.millisecondsSinceEpoch)
            .bind(entry.kind.rawValue).bind(entry.actor).bind(HoldEntryCodec.encode(entry)).run()
        }
        let half = Int64(HoldEntry.mostKept / 2)
        try database.statement(
            "DELETE FROM hold_event WHERE hold = ?1 AND sequence > ?2 AND sequence <= ?3"
        ).bind(hold.text).bind(half).bind(last - half).run()
    }

    static func remove(of hold: String, in database: Database) throws {
        try database.statement("DELETE FROM hold_event WHERE hold = ?1").bind(hold).run()
    }

    /// Oldest first.
    static func entries(of hold: HoldID, in database: Database) throws -> [HoldEntry] {
        let row = try database.statement(
            """
            SELECT detail, \(ChecksummedTable.event.isIntact) FROM hold_event
            WHERE hold = ?1 ORDER BY sequence
            """
        ).bind(hold.text)
        defer { row.reset() }
        var entries: [HoldEntry] = []
        while try row.step() {
            guard row.integer(1) == 1 else { throw StorageFault.damagedRow }
            do throws(CodecFault) {
                entries.append(try HoldEntryCodec.decode(row.bytes(0)))
            } catch {
                throw StorageFault.corrupt
            }
        }
        return entries
    }

    private static func newest(of hold: HoldID, in database: Database) throws -> Int64 {
        let row = try database.statement(
            "SELECT coalesce(max(sequence), 0) FROM hold_event WHERE hold = ?1"
        ).bind(hold.text)
        defer { row.reset() }
        return try row.step() ? row.integer(0) : 0
    }
}

public import TravelModel

/// That this ledger was put in place from a backup: what was granted after the backup was taken is
/// unknown to it.
public struct Restoration: Sendable, Hashable {
    /// When it was put in place, by the wall clock of the machine that did it.
    public let restoredAt: Instant
    /// When the backup was taken; `nil` for a copy that was not made by `tributary ledger backup`.
    public let backupTakenAt: Instant?

    /// Both of them; there are no defaults.
    public init(restoredAt: Instant, backupTakenAt: Instant?) {
        self.restoredAt = restoredAt
        self.backupTakenAt = backupTakenAt
    }

    /// The latest one the file tells of; `nil` when it was never restored.
    static func latest(in database: Database) throws -> Restoration? {
        let row = try database.statement(
            """
            SELECT restored_ms, backup_ms, \(ChecksummedTable.restoration.isIntact)
            FROM restoration WHERE restored_ms IS NOT NULL
            ORDER BY restored_ms DESC, id DESC LIMIT 1
            """)
        defer { row.reset() }
        guard try row.step() else { return nil }
        guard row.integer(2) == 1 else {
            throw LedgerFault.damaged("the note of its restore is not as it was written")
        }
        return Restoration(
            restoredAt: Instant(millisecondsSinceEpoch: row.integer(0)),
            backupTakenAt: row.isNull(1) ? nil : Instant(millisecondsSinceEpoch: row.integer(1)))
    }

    /// Marks a copy as a backup; put in place later, it says when it was taken.
    static func noteBackup(at taken: Instant, in database: Database) throws(DatabaseFault) {
        try database.statement("INSERT INTO restoration(backup_ms) VALUES(?1)")
            .bind(taken.millisecondsSinceEpoch).run()
    }

    /// Marks a copy as restored, by the mark it got as a backup if it has one.
    static func noteRestore(at restored: Instant, in database: Database) throws(DatabaseFault) {
        try database.statement(
            "UPDATE restoration SET restored_ms = ?1 WHERE restored_ms IS NULL"
        ).bind(restored.millisecondsSinceEpoch).run()
        guard database.changes == 0 else { return }
        try database.statement("INSERT INTO restoration(restored_ms) VALUES(?1)")
            .bind(restored.millisecondsSinceEpoch).run()
    }
}

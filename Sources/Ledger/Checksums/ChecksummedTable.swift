/// A table whose rows carry a checksum over all their columns, in the column `checksum`.
///
/// Triggers write it in the statement that writes the row, so that no way of writing can forget it,
/// and refuse to change a row that does not fit its checksum: a change would make the damage look
/// sound. Where damage must be overwritten all the same, because guests' data has to go, the statement
/// sets `checksum` to NULL, and the row stays known as damaged.
struct ChecksummedTable: Sendable {
    let name: String
    /// What names a row.
    let key: [String]
    /// Every column but the checksum.
    let columns: [String]

    /// Whether a row is as it was written: a condition for rows of this table.
    var isIntact: String {
        "checksum IS \(ChecksumFunction.name)(\(columns.joined(separator: ", ")))"
    }

    /// Names a row of the table to an operator: the key's values as one text.
    var rowName: String { key.map { "quote(\($0))" }.joined(separator: " || ' ' || ") }

    static let hold = ChecksummedTable(
        name: "hold", key: ["id"],
        columns: [
            "id", "tenant", "attempt", "quote", "node", "supplier", "reference", "state", "stage",
            "version", "created_ms", "expires_ms", "body", "personal", "kept", "owner_node",
            "owner_epoch", "lease_ms", "lease_boot", "lease_up", "expires_boot", "expires_up",
            "watch_ms", "watch_boot", "watch_up", "watch_misses", "announced", "buyer_mark",
            "their_reference",
        ])
    static let event = ChecksummedTable(
        name: "hold_event", key: ["hold", "sequence"],
        columns: ["hold", "sequence", "at_ms", "kind", "actor", "detail"])
    static let ownRoom = ChecksummedTable(
        name: "own_room", key: ["hotel", "room"], columns: ["hotel", "room", "allotment"])
    static let night = ChecksummedTable(
        name: "night", key: ["hotel", "room", "day"], columns: ["hotel", "room", "day", "taken"])
    static let takenRoom = ChecksummedTable(
        name: "taken_room", key: ["hold"],
        columns: ["hold", "hotel", "room", "first_day", "nights", "rooms"])
    static let clientKey = ChecksummedTable(
        name: "client_key", key: ["id"],
        columns: [
            "id", "tenant", "hash", "sandbox", "created_ms", "expires_ms", "revoked_ms",
        ])
    static let epoch = ChecksummedTable(
        name: "epoch", key: ["node"], columns: ["node", "number"])
    static let restoration = ChecksummedTable(
        name: "restoration", key: ["id"], columns: ["id", "backup_ms", "restored_ms"])

    /// Everything that decides something.
    ///
    /// The rest is none: the heartbeat's pulse is random, `sealed_by`
    /// and `client_key_change` only make the gateway look again.
    static let all = [
        hold, event, ownRoom, night, takenRoom, clientKey, epoch, restoration,
    ]

    // MARK: - Format 6

    /// What adds the column and its triggers to the tables as format 5 has them.
    ///
    /// Part of a released script: a table that gets another column later needs new triggers by a
    /// script of its own.
    static var formatSix: String { all.map(\.script).joined(separator: "\n") }

    private var script: String {
        let old = columns.map { "OLD.\($0)" }.joined(separator: ", ")
        let new = columns.map { "NEW.\($0)" }.joined(separator: ", ")
        let names = columns.joined(separator: ", ")
        let isThis = key.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
        return """
            ALTER TABLE \(name) ADD COLUMN checksum INTEGER;
            CREATE INDEX \(unfilled) ON \(name)(\(key.joined(separator: ", ")))
                WHERE checksum IS NULL;
            CREATE TRIGGER \(name)_written AFTER INSERT ON \(name) BEGIN
                UPDATE \(name) SET checksum = row_checksum(\(new)) WHERE \(isThis);
            END;
            CREATE TRIGGER \(name)_guarded BEFORE UPDATE OF \(names) ON \(name)
                WHEN NEW.checksum IS NOT NULL AND OLD.checksum IS NOT row_checksum(\(old)) BEGIN
                SELECT RAISE(ABORT, 'damaged row');
            END;
            CREATE TRIGGER \(name)_rewritten AFTER UPDATE OF \(names) ON \(name)
                WHEN NEW.checksum IS NOT NULL BEGIN
                UPDATE \(name) SET checksum = row_checksum(\(new)) WHERE \(isThis);
            END;
            """
    }

    /// An index over the rows of earlier formats that have no checksum yet; dropped with the last.
    var unfilled: String { "\(name)_unfilled" }
}

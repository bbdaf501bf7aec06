/// Gives the rows of a file of an earlier format their checksums, once.
///
/// Small transactions: a start that is cut off goes on at the next one. What such a row holds is taken
/// as it is found, since nothing vouches for it; from then on the checksum does.
enum ChecksumFill {
    private static let batch = 512

    static func run(in database: Database) throws {
        for table in ChecksummedTable.all where try isUnfinished(table, in: database) {
            let key = table.key.joined(separator: ", ")
            let columns = table.columns.joined(separator: ", ")
            repeat {
                try database.execute(
                    """
                    UPDATE \(table.name) SET checksum = row_checksum(\(columns))
                    WHERE (\(key)) IN (
                        SELECT \(key) FROM \(table.name) WHERE checksum IS NULL LIMIT \(batch))
                    """)
                let pages = database.logPages
                if pages > CheckpointPolicy().hardPages {
                    _ = try database.checkpoint(.truncate, patience: Database.patience)
                }
            } while database.changes > 0
            try database.execute("DROP INDEX \(table.unfilled)")
        }
    }

    /// Whether rows of the table may have no checksum yet.
    static func isUnfinished(
        _ table: ChecksummedTable, in database: Database
    ) throws(DatabaseFault) -> Bool {
        try database.integer(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name = '\(table.unfilled)'"
        ) > 0
    }
}

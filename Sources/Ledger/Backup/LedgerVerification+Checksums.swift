// Whether every row, and every table, is as a release wrote it.
extension LedgerVerification {
    /// The first format whose rows carry checksums.
    static let firstWithChecksums = 6

    /// Compares the file's own description of its tables with the one its format has: a changed letter
    /// there would change what every row means.
    mutating func checkSchema(_ database: Database) throws {
        let model = try Database(path: ":memory:", mode: .readWrite)
        try LedgerSchema.migrate(model, by: Array(LedgerSchema.migrations.prefix(format)))
        let found = try Self.schema(of: database)
        for (name, text) in try Self.schema(of: model) where found[name] != text {
            note("\(name): is not as format \(format) has it")
        }
        guard format < Self.firstWithChecksums,
            found.values.contains(where: { $0.contains(ChecksumFunction.name) })
        else { return }
        note("the format is \(format), and the tables are those of a later one")
    }

    /// The statements that made tables, indexes and triggers, by kind and name; those of the indexes
    /// that go when the checksums are filled in are left out.
    private static func schema(of database: Database) throws -> [String: String] {
        let rows = try database.statement(
            """
            SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
            """)
        defer { rows.reset() }
        var texts: [String: String] = [:]
        let passing = Set(ChecksummedTable.all.map { "index \($0.unfilled)" })
        while try rows.step() {
            if !passing.contains(rows.text(0)) { texts[rows.text(0)] = rows.text(1) }
        }
        return texts
    }

    /// Compares every row with its checksum.
    mutating func checkRows(_ database: Database) throws {
        for table in ChecksummedTable.all {
            // A start that was cut off has left some without: they are as the earlier format's.
            let isFilled = try !ChecksumFill.isUnfinished(table, in: database)
            let rows = try database.statement(
                """
                SELECT \(table.rowName) FROM \(table.name)
                WHERE NOT (\(table.isIntact)) \(isFilled ? "" : "AND checksum IS NOT NULL")
                LIMIT \(Self.mostFaults)
                """)
            defer { rows.reset() }
            while try rows.step() {
                note("\(table.name) \(rows.text(0)): the row is not as it was written")
            }
        }
    }
}

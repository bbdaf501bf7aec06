import Testing

@testable import Ledger

@Suite("Checksums of rows")
struct RowImageTests {
    @Test(
        "The checksum is the beginning of SHA-256, as FIPS 180-4 publishes it",
        arguments: [
            ("abc", 0xba78_16bf_8f01_cfea as UInt64), ("", 0xe3b0_c442_98fc_1c14),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 0x248d_6a61_d206_38b8),
        ])
    func vectors(text: String, sum: UInt64) throws {
        #expect(try RowImage.checksum(of: Array(text.utf8)) == Int64(bitPattern: sum))
    }

    @Test("Values that differ in kind, order or where one ends have checksums of their own")
    func distinct() throws {
        let database = try Database(path: ":memory:", mode: .readWrite)
        let rows = [
            "NULL", "NULL, NULL", "0", "0.0", "''", "x''", "'a', 'bc'", "'ab', 'c'", "'abc'",
            "x'616263'", "1, 2", "2, 1", "1, NULL", "NULL, 1", "-1", "255", "'1'",
        ]
        let sums = try rows.map { try database.integer("SELECT row_checksum(\($0))") }
        #expect(Set(sums).count == rows.count)
        #expect(try database.integer("SELECT row_checksum('a', 'bc')") == sums[6], "and stays")
    }

    @Test("Every column of every table that decides something is covered")
    func coverage() throws {
        let database = try Database(path: ":memory:", mode: .readWrite)
        try LedgerSchema.bringUpToDate(database)
        let tables = try texts(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", database)
        let covered = ChecksummedTable.all.map(\.name)
        #expect(
            Set(tables).subtracting(covered) == ["heartbeat", "sealed_by", "client_key_change"])
        for table in ChecksummedTable.all {
            let columns = try texts(
                "SELECT name FROM pragma_table_info('\(table.name)')", database)
            #expect(columns.sorted() == (table.columns + ["checksum"]).sorted())
            for trigger in ["written", "guarded", "rewritten"] {
                let sql = try texts(
                    "SELECT sql FROM sqlite_schema WHERE name = '\(table.name)_\(trigger)'",
                    database)
                let lists = trigger == "guarded" ? "OLD." : "NEW."
                #expect(table.columns.allSatisfy { sql.first?.contains(lists + $0) == true })
            }
        }
    }

    private func texts(_ sql: String, _ database: Database) throws -> [String] {
        let rows = try database.statement(sql)
        defer { rows.reset() }
        var texts: [String] = []
        while try rows.step() { texts.append(rows.text(0)) }
        return texts
    }
}

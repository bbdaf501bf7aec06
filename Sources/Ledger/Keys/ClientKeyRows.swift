import Gateway
import TravelModel

/// The table of clients' keys; the same rows for the gateway that reads and the command that writes.
enum ClientKeyRows {
    /// Every key, by id; a row that makes no sense is damage and not passed over.
    static func all(in database: Database) throws -> [ClientKeyRecord] {
        let rows = try database.statement(
            """
            SELECT id, tenant, hash, sandbox, created_ms, expires_ms, revoked_ms,
                \(ChecksummedTable.clientKey.isIntact)
            FROM client_key ORDER BY id
            """)
        defer { rows.reset() }
        var records: [ClientKeyRecord] = []
        while try rows.step() {
            guard rows.integer(7) == 1 else { throw StorageFault.damagedRow }
            guard let tenant = TenantID(rows.text(1)) else { throw StorageFault.corrupt }
            var record = ClientKeyRecord(
                id: rows.text(0), tenant: tenant, hash: rows.bytes(2),
                createdAt: Instant(millisecondsSinceEpoch: rows.integer(4)))
            record.isSandbox = rows.integer(3) != 0
            record.expiresAt = instant(rows, 5)
            record.revokedAt = instant(rows, 6)
            records.append(record)
        }
        return records
    }

    private static func instant(_ rows: Statement, _ column: Int32) -> Instant? {
        rows.isNull(column) ? nil : Instant(millisecondsSinceEpoch: rows.integer(column))
    }

    static func insert(_ record: ClientKeyRecord, into database: Database) throws {
        try database.statement(
            """
            INSERT INTO client_key(id, tenant, hash, sandbox, created_ms, expires_ms, revoked_ms)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        )
        .bind(record.id).bind(record.tenant.text).bind(record.hash)
        .bind(Int64(record.isSandbox ? 1 : 0)).bind(record.createdAt.millisecondsSinceEpoch)
        .bind(record.expiresAt?.millisecondsSinceEpoch)
        .bind(record.revokedAt?.millisecondsSinceEpoch).run()
    }
}

import Codec
import Gateway
import TravelModel

/// Holds as rows: every statement for the life of a hold stands here; ``RetiredRows`` has those for
/// what comes after.
struct HoldRows: Sendable {
    private static let columns = "tenant, id, body, personal"

    let keys: PersonalKeys

    func insert(_ record: HoldRecord, node: String, into database: Database) throws {
        let (body, plain) = HoldRecordCodec.encode(record)
        let personal = try keys.seal(plain, record.tenant.text, record.id.text)
        try database.statement(
            """
            INSERT INTO hold(id, tenant, attempt, quote, node, supplier, reference, state, stage,
                version, created_ms, expires_ms, body, personal)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """
        )
        .bind(record.id.text).bind(record.tenant.text).bind(record.key.text)
        .bind(record.quote.id.text).bind(node).bind(record.quote.supplier.text)
        .bind(record.reference.text).bind(record.state.rawValue).bind(record.stage.rawValue)
        .bind(record.version).bind(record.createdAt.wall.millisecondsSinceEpoch)
        .bind(record.expiresAt?.wall.millisecondsSinceEpoch).bind(body).bind(personal)
        .run()
    }

    /// Compare-and-set on the version; `false` when somebody else was first. Personal data stays as
    /// the claim wrote it.
    func replace(_ record: HoldRecord, in database: Database) throws -> Bool {
        let (body, _) = HoldRecordCodec.encode(record)
        try database.statement(
            """
            UPDATE hold SET state = ?1, stage = ?2, version = ?3, expires_ms = ?4, body = ?5
            WHERE id = ?6 AND version = ?7
            """
        )
        .bind(record.state.rawValue).bind(record.stage.rawValue).bind(record.version)
        .bind(record.expiresAt?.wall.millisecondsSinceEpoch).bind(body)
        .bind(record.id.text).bind(record.version - 1)
        .run()
        return database.changes == 1
    }

    func find(
        _ id: HoldID, _ tenant: TenantID, in database: Database
    ) throws -> HoldRecord? {
        try first(
            try database.statement(
                "SELECT \(Self.columns) FROM hold WHERE id = ?1 AND tenant = ?2"
            ).bind(id.text).bind(tenant.text))
    }

    func find(
        _ key: IdempotencyKey, _ tenant: TenantID, in database: Database
    ) throws -> HoldRecord? {
        try first(
            try database.statement(
                "SELECT \(Self.columns) FROM hold WHERE tenant = ?1 AND attempt = ?2"
            ).bind(tenant.text).bind(key.text))
    }

    func find(
        open quote: QuoteID, _ tenant: TenantID, in database: Database
    ) throws -> HoldRecord? {
        try first(
            try database.statement(
                """
                SELECT \(Self.columns) FROM hold WHERE tenant = ?1 AND quote = ?2
                    AND state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED')
                """
            ).bind(tenant.text).bind(quote.text))
    }

    /// Rows somebody must look after: pending and releasing ones, then granted ones that are over, oldest
    /// first, at most `most` of each, so that neither kind keeps the other waiting.
    ///
    /// The wall clock finds the candidates with two days to spare in case it jumped; the record,
    /// which knows both clocks, decides.
    func unsettled(
        at now: StampedTime, most: Int, in database: Database
    ) throws -> [HoldRecord] {
        let statement = try database.statement(
            """
            SELECT * FROM (SELECT \(Self.columns) FROM hold
                WHERE state = 'PENDING' OR stage = 'releasing' ORDER BY created_ms, id LIMIT ?2)
            UNION ALL
            SELECT * FROM (SELECT \(Self.columns) FROM hold
                WHERE state IN ('HELD', 'PRICE_CONFIRMED') AND expires_ms <= ?1
                ORDER BY expires_ms, id LIMIT ?2)
            """
        ).bind(now.wall.advanced(by: .seconds(2 * 86_400)).millisecondsSinceEpoch)
            .bind(Int64(most))
        defer { statement.reset() }
        var records: [HoldRecord] = []
        while try statement.step() { records.append(try record(statement)) }
        return records.filter {
            $0.state == .pending || $0.stage == .releasing
                || $0.state(at: now) == .expired
        }
    }

    private func first(_ statement: Statement) throws -> HoldRecord? {
        defer { statement.reset() }
        return try statement.step() ? try record(statement) : nil
    }

    /// The record in a row of ``columns``.
    func record(_ row: Statement) throws -> HoldRecord {
        let personal = keys.open(row.bytes(3), row.text(0), row.text(1))
        do throws(CodecFault) {
            return try HoldRecordCodec.decode(body: row.bytes(2), personal: personal)
        } catch {
            throw StorageFault.corrupt
        }
    }
}

import Codec
import Gateway
import SupplierKit
import TravelModel

/// Holds as rows: every statement that touches the row itself stands here; leases, work and history
/// have files of their own, and ``RetiredRows`` has what comes after.
struct HoldRows: Sendable {
    /// As ``record(_:)`` wants them.
    static let columns =
        "tenant, id, body, personal, \(LeaseRows.columns), \(ChecksummedTable.hold.isIntact)"

    let keys: PersonalKeys

    func insert(_ record: HoldRecord, node: String, into database: Database) throws {
        let (body, plain) = HoldRecordCodec.encode(record)
        let personal = try keys.seal(plain, record.tenant.text, record.id.text)
        let statement = try database.statement(
            """
            INSERT INTO hold(id, tenant, attempt, quote, node, supplier, reference, state, stage,
                version, created_ms, body, personal, buyer_mark, owner_node, owner_epoch, lease_ms,
                lease_boot, lease_up)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
                ?19)
            """
        )
        .bind(record.id.text).bind(record.tenant.text).bind(record.key.text)
        .bind(record.quote.id.text).bind(node).bind(record.quote.supplier.text)
        .bind(record.reference.text).bind(record.state.rawValue).bind(record.stage.rawValue)
        .bind(record.version).bind(record.createdAt.wall.millisecondsSinceEpoch)
        .bind(body).bind(personal)
        try bind(buyer: record, to: statement)
        try Self.bind(record.lease, to: statement).run()
    }

    /// Compare-and-set on the version, fenced by the owner; `false` when it is another's by now.
    ///
    /// Personal data stays as the claim wrote it.
    func replace(
        _ record: HoldRecord, by owner: HoldOwner, in database: Database
    ) throws -> Bool {
        let (body, _) = HoldRecordCodec.encode(record)
        let statement = try database.statement(
            """
            UPDATE hold SET state = ?1, stage = ?2, version = ?3, body = ?4,
                expires_ms = ?5, expires_boot = ?6, expires_up = ?7,
                watch_ms = ?8, watch_boot = ?9, watch_up = ?10, watch_misses = ?11,
                owner_node = ?12, owner_epoch = ?13, lease_ms = ?14, lease_boot = ?15,
                lease_up = ?16, their_reference = coalesce(?17, their_reference),
                buyer_mark = CASE WHEN ?18 THEN buyer_mark END
            WHERE id = ?19 AND version = ?20
                AND (owner_node IS NULL OR (owner_node = ?21 AND owner_epoch = ?22))
            """
        )
        .bind(record.state.rawValue).bind(record.stage.rawValue).bind(record.version)
        .bind(body)
        MomentColumns.bind(record.expiresAt, to: statement)
        MomentColumns.bind(record.watch?.due, to: statement)
            .bind(Int64(record.watch?.misses ?? 0))
        Self.bind(record.lease, to: statement)
        Self.bind(record.supplierHold?.reference.text, to: statement)
        try statement.bind(record.state.isOpen ? 1 : 0)
            .bind(record.id.text).bind(record.version - 1)
            .bind(owner.node).bind(owner.epoch)
            .run()
        guard database.changes == 1 else { return false }
        if record.referenceNumber > 0 {
            // Apart, for it is rare and has an index.
            try database.statement("UPDATE hold SET reference = ?1 WHERE id = ?2")
                .bind(record.reference.text).bind(record.id.text).run()
        }
        return true
    }

    /// Lets the row no longer be found by its key.
    static func freeKey(of id: HoldID, in database: Database) throws {
        // No client's key has a space in it, so this one never meets another.
        try database.statement("UPDATE hold SET attempt = 'free ' || id WHERE id = ?1")
            .bind(id.text).run()
    }

    /// Whether the row is gone: it had that version, was the owner's and announced to nobody.
    static func forget(
        _ id: HoldID, version: Int64, by owner: HoldOwner, in database: Database
    ) throws -> Bool {
        try database.statement(
            """
            DELETE FROM hold WHERE id = ?1 AND version = ?2 AND announced = 0
                AND (owner_node IS NULL OR (owner_node = ?3 AND owner_epoch = ?4))
            """
        ).bind(id.text).bind(version).bind(owner.node).bind(owner.epoch).run()
        guard database.changes == 1 else { return false }
        try EntryRows.remove(of: id.text, in: database)
        return true
    }

    static func announce(_ id: HoldID, _ tenant: TenantID, in database: Database) throws {
        try database.statement("UPDATE hold SET announced = 1 WHERE id = ?1 AND tenant = ?2")
            .bind(id.text).bind(tenant.text).run()
    }

    // MARK: - Finding

    func find(
        _ id: HoldID, _ tenant: TenantID, in database: Database
    ) throws -> HoldRecord? {
        try first(
            try database.statement(
                "SELECT \(Self.columns) FROM hold WHERE id = ?1 AND tenant = ?2"
            ).bind(id.text).bind(tenant.text))
    }

    func find(_ id: HoldID, in database: Database) throws -> HoldRecord? {
        try first(
            try database.statement("SELECT \(Self.columns) FROM hold WHERE id = ?1").bind(id.text))
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

    private func first(_ statement: Statement) throws -> HoldRecord? {
        defer { statement.reset() }
        return try statement.step() ? try record(statement) : nil
    }

    /// The record in a row of ``columns``; one that is not as it was written is never acted on.
    func record(_ row: Statement) throws(StorageFault) -> HoldRecord {
        guard row.integer(9) == 1 else { throw .damagedRow }
        let personal = keys.open(row.bytes(3), row.text(0), row.text(1))
        do throws(CodecFault) {
            var record = try HoldRecordCodec.decode(body: row.bytes(2), personal: personal)
            record.lease = LeaseRows.read(row, at: 4)
            return record
        } catch {
            throw StorageFault.corrupt
        }
    }

    // MARK: - Binding

    @discardableResult
    private static func bind(_ lease: HoldLease?, to statement: Statement) -> Statement {
        bind(lease?.owner.node, to: statement).bind(lease?.owner.epoch)
        return MomentColumns.bind(lease?.until, to: statement)
    }

    @discardableResult
    private static func bind(_ text: String?, to statement: Statement) -> Statement {
        if let text { return statement.bind(text) }
        return statement.bind(Int64?.none)
    }

    private func bind(buyer record: HoldRecord, to statement: Statement) throws {
        guard let mark = try record.buyer.map({ try keys.mark(buyer: $0, record.tenant.text) })
        else {
            statement.bind(Int64?.none)
            return
        }
        statement.bind(mark)
    }
}

import Gateway
import TravelModel

/// Which holds need looking after, and how many: the statements of the sweep.
struct WorkRows: Sendable {
    let rows: HoldRows

    private static let work = "(state = 'PENDING' OR stage = 'releasing')"
    private static let rests = "stage IN ('settled', 'watching')"
    private static let granted = "state IN ('HELD', 'PRICE_CONFIRMED')"

    /// Rows with work that nobody living has, then those granted that are over, then those whose
    /// look-up is due; oldest first, at most `most` of each and of a supplier, so that no kind and no
    /// supplier keeps another waiting.
    ///
    /// A row that is damaged or cannot be decoded is only counted: it stops no other.
    func due(
        at now: StampedTime, for owner: HoldOwner, most: Int, in database: Database
    ) throws -> (records: [HoldRecord], unreadable: Int, damaged: Int) {
        // ?1 limit, ?2 node, ?3 epoch, ?4 to ?6 now.
        let statement = try database.statement(
            """
            \(Self.first("\(Self.work) AND \(LeaseRows.isForsaken(taker: 2))", by: "created_ms"))
            UNION ALL
            \(Self.first(
                "\(Self.granted) AND \(MomentColumns.hasCome("expires", now: 4))", by: "expires_ms"))
            UNION ALL
            \(Self.first(
                "watch_ms IS NOT NULL AND \(Self.rests) AND \(MomentColumns.hasCome("watch", now: 4))",
                by: "watch_ms"))
            """
        ).bind(Int64(most)).bind(owner.node).bind(owner.epoch)
        MomentColumns.bind(now, to: statement)
        defer { statement.reset() }
        return try readable(statement)
    }

    /// The first `?1` of each supplier that meet the condition.
    private static func first(_ condition: String, by moment: String) -> String {
        """
        SELECT * FROM (SELECT \(HoldRows.columns) FROM hold WHERE id IN (
            SELECT place FROM (
                SELECT id AS place,
                    row_number() OVER (PARTITION BY supplier ORDER BY \(moment), id) AS number
                FROM hold WHERE \(condition))
            WHERE number <= ?1)
            ORDER BY \(moment), id)
        """
    }

    /// The rows of a statement that can be read, and how many cannot: in all, and of those that are
    /// not as they were written.
    private func readable(
        _ statement: Statement
    ) throws -> (records: [HoldRecord], unreadable: Int, damaged: Int) {
        var (records, unreadable, damaged): ([HoldRecord], Int, Int) = ([], 0, 0)
        while try statement.step() {
            do throws(StorageFault) {
                records.append(try rows.record(statement))
            } catch {
                unreadable += 1
                if error == .damagedRow { damaged += 1 }
            }
        }
        return (records, unreadable, damaged)
    }

    func backlog(
        at now: StampedTime, for owner: HoldOwner, in database: Database
    ) throws -> HoldBacklog {
        let statement = try database.statement(
            """
            SELECT
                (SELECT count(*) FROM hold WHERE state = 'PENDING'),
                (SELECT count(*) FROM hold WHERE \(Self.work) AND \(LeaseRows.isForsaken(taker: 1))),
                (SELECT count(*) FROM hold
                    WHERE \(Self.granted) AND \(MomentColumns.hasCome("expires", now: 3))),
                (SELECT count(*) FROM hold WHERE \(Self.work) AND stage = 'releasing'),
                (SELECT count(*) FROM hold WHERE watch_ms IS NOT NULL AND stage = 'watching'),
                (SELECT count(*) FROM hold
                    WHERE watch_ms IS NOT NULL AND \(Self.granted) AND watch_misses > 0)
            """
        ).bind(owner.node).bind(owner.epoch)
        MomentColumns.bind(now, to: statement)
        defer { statement.reset() }
        guard try statement.step() else { throw StorageFault.corrupt }
        let kinds: [HoldBacklog.Kind] = [
            .pending, .abandoned, .overdue, .releasing, .watched, .missing,
        ]
        var counts: [HoldBacklog.Kind: Int] = [:]
        for (column, kind) in kinds.enumerated() {
            counts[kind] = Int(clamping: statement.integer(Int32(column)))
        }
        return HoldBacklog(counts)
    }

    /// How many holds suppliers keep, may keep or have to be made give back, by supplier.
    func atSuppliers(in database: Database) throws -> [(supplier: String, holds: Int)] {
        // Written so that each half is answered from an index of open rows, however many are over.
        let statement = try database.statement(
            """
            SELECT supplier, count(*) FROM (
                SELECT id, supplier FROM hold
                    WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED')
                        AND state <> 'PRICE_CONFIRMED'
                UNION SELECT id, supplier FROM hold WHERE \(Self.work) AND stage = 'releasing')
            GROUP BY supplier ORDER BY supplier
            """)
        defer { statement.reset() }
        var counts: [(supplier: String, holds: Int)] = []
        while try statement.step() {
            counts.append((statement.text(0), Int(clamping: statement.integer(1))))
        }
        return counts
    }

    /// The cap that one more hold of the tenant and its buyer would pass.
    func cap(
        on record: HoldRecord, within limits: HoldLimits, in database: Database
    ) throws -> HoldCap? {
        let tenants = "tenant = ?2"
        let tenant = record.tenant.text
        if try isReached(limits.mostOpenPerTenant, tenants, in: database, bind: { $0.bind(tenant) })
        {
            let firstEnd = try firstEnd(tenants, in: database) { $0.bind(tenant) }
            return HoldCap(.tenant, most: limits.mostOpenPerTenant, firstEnd: firstEnd)
        }
        guard let buyer = record.buyer else { return nil }
        let buyers = "tenant = ?2 AND buyer_mark = ?3"
        let mark = try rows.keys.mark(buyer: buyer, tenant)
        func bind(_ statement: Statement) -> Statement { statement.bind(tenant).bind(mark) }
        guard try isReached(limits.mostOpenPerBuyer, buyers, in: database, bind: bind) else {
            return nil
        }
        let firstEnd = try firstEnd(buyers, in: database, bind: bind)
        return HoldCap(.buyer, most: limits.mostOpenPerBuyer, firstEnd: firstEnd)
    }

    /// Asked before every claim, so it reads no row: only entries of an index, and no more than `most`.
    private func isReached(
        _ most: Int, _ whose: String, in database: Database, bind: (Statement) -> Statement
    ) throws -> Bool {
        let most = Int64(max(0, most))
        let row = bind(
            try database.statement(
                """
                SELECT count(*) FROM (SELECT 1 FROM hold
                    WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED') AND \(whose) LIMIT ?1)
                """
            ).bind(most))
        defer { row.reset() }
        return try row.step() && row.integer(0) >= most
    }

    private func firstEnd(
        _ whose: String, in database: Database, bind: (Statement) -> Statement
    ) throws -> StampedTime? {
        let row = bind(
            try database.statement(
                """
                SELECT expires_ms, expires_boot, expires_up FROM hold
                WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED') AND \(whose)
                    AND expires_ms IS NOT NULL
                ORDER BY expires_ms LIMIT ?1
                """
            ).bind(1 as Int64))
        defer { row.reset() }
        return try row.step() ? MomentColumns.read(row, at: 0) : nil
    }

    /// Newest first.
    func list(_ filter: HoldFilter, in database: Database) throws -> [HoldRecord] {
        var conditions: [String] = []
        var texts: [String] = []
        func add(_ condition: String, _ text: String?) {
            guard let text else { return }
            texts.append(text)
            conditions.append(condition.replacing("?", with: "?\(texts.count + 1)"))
        }
        add("state = ?", filter.state?.rawValue)
        add("supplier = ?", filter.supplier?.text)
        add("(reference = ? OR their_reference = ?)", filter.reference)
        add("tenant = ?", filter.tenant?.text)
        let whose = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let statement = try database.statement(
            """
            SELECT \(HoldRows.columns) FROM hold \(whose) ORDER BY created_ms DESC, id LIMIT ?1
            """
        ).bind(Int64(max(1, min(filter.limit, 500))))
        for text in texts { statement.bind(text) }
        defer { statement.reset() }
        return try readable(statement).records
    }
}

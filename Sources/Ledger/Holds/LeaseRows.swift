import Gateway
import TravelModel

/// Who works on which hold: every statement about owners and leases stands here.
enum LeaseRows {
    /// Columns of a lease, as ``read(_:at:)`` wants them.
    static let columns = "owner_node, owner_epoch, lease_ms, lease_boot, lease_up"

    /// Whether nobody living but the taker has the row; binds node, epoch and `now` at `first` and
    /// the four after it.
    static func isOpen(taker first: Int) -> String {
        """
        (owner_node IS NULL OR (owner_node = ?\(first) AND owner_epoch <= ?\(first + 1))
            OR \(MomentColumns.hasCome("lease", now: first + 2)))
        """
    }

    /// The same as `isOpen`, but for rows the taker has already.
    static func isForsaken(taker first: Int) -> String {
        """
        (owner_node IS NULL OR (owner_node = ?\(first) AND owner_epoch < ?\(first + 1))
            OR \(MomentColumns.hasCome("lease", now: first + 2)))
        """
    }

    static func enter(_ node: String, in database: Database) throws -> HoldOwner {
        try database.statement(
            """
            INSERT INTO epoch(node, number) VALUES(?1, 1)
            ON CONFLICT DO UPDATE SET number = number + 1
            """
        ).bind(node).run()
        let row = try database.statement("SELECT number FROM epoch WHERE node = ?1").bind(node)
        defer { row.reset() }
        guard try row.step() else { throw StorageFault.corrupt }
        return HoldOwner(node: node, epoch: row.integer(0))
    }

    /// Whether the row is the lease's from now on.
    static func take(
        _ id: HoldID, _ lease: HoldLease, at now: StampedTime, in database: Database
    ) throws -> Bool {
        let statement = try database.statement(
            """
            UPDATE hold SET owner_node = ?2, owner_epoch = ?3, lease_ms = ?4, lease_boot = ?5,
                lease_up = ?6
            WHERE id = ?1 AND stage IN ('claimed', 'keeping', 'doubtful', 'releasing')
                AND \(isOpen(taker: 7))
            """
        ).bind(id.text).bind(lease.owner.node).bind(lease.owner.epoch)
        MomentColumns.bind(lease.until, to: statement)
        statement.bind(lease.owner.node).bind(lease.owner.epoch)
        try MomentColumns.bind(now, to: statement).run()
        return database.changes == 1
    }

    /// Prolongs those that are still the owner's; gives the others.
    static func renew(
        _ ids: [HoldID], _ lease: HoldLease, in database: Database
    ) throws -> [HoldID] {
        try ids.filter { id in
            let statement = try database.statement(
                """
                UPDATE hold SET lease_ms = ?4, lease_boot = ?5, lease_up = ?6
                WHERE id = ?1 AND owner_node = ?2 AND owner_epoch = ?3
                """
            ).bind(id.text).bind(lease.owner.node).bind(lease.owner.epoch)
            try MomentColumns.bind(lease.until, to: statement).run()
            return database.changes == 0
        }
    }

    /// The lease in five columns of a row.
    static func read(_ row: Statement, at column: Int32) -> HoldLease? {
        guard !row.isNull(column), let until = MomentColumns.read(row, at: column + 2) else {
            return nil
        }
        return HoldLease(
            owner: HoldOwner(node: row.text(column), epoch: row.integer(column + 1)),
            until: until)
    }
}

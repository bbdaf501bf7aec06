import Codec
public import Gateway
internal import Synchronization
public import TravelModel

/// The book of holds in SQLite.
///
/// The columns are what rows are found by; the truth is the encoded record beside them, written in
/// the same statement. Personal data has a column of its own, so that it can be erased.
public struct SQLiteHoldLedger: HoldLedger {
    private let file: LedgerFile
    private let rows: HoldRows
    private let rewrites = RewriteTurns()
    private let unreadable = Unreadable()

    /// How many due rows could not be decoded at the last look.
    private final class Unreadable: Sendable {
        let count = Atomic(0)
    }

    /// Uses the file's writer, reader and keys.
    public init(_ file: LedgerFile) {
        self.file = file
        rows = HoldRows(keys: file.keys)
    }

    private var work: WorkRows { WorkRows(rows: rows) }

    /// See ``HoldLedger/enter(_:)``.
    public func enter(_ node: String) async throws(StorageFault) -> HoldOwner {
        try await file.writer.run { try LeaseRows.enter(node, in: $0) }
    }

    /// See ``HoldLedger/claim(_:within:entries:)``.
    public func claim(
        _ record: HoldRecord, within limits: HoldLimits, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        guard file.isInPlace else { throw .unavailable }
        return try await file.writer.run { [self] database in
            try insert(record, within: limits, entries, into: database)
        }
    }

    private func insert(
        _ record: HoldRecord, within limits: HoldLimits, _ entries: [HoldEntry],
        into database: Database
    ) throws -> HoldClaim {
        if let existing = try rows.find(record.key, record.tenant, in: database) {
            let end = existing.createdAt.advanced(by: limits.keyLife)
            guard existing.state != .pending, end.hasCome(at: record.createdAt) else {
                return .sameKey(existing)
            }
            try HoldRows.freeKey(of: existing.id, in: database)
        }
        if let existing = try rows.find(open: record.quote.id, record.tenant, in: database) {
            return .sameQuote(existing)
        }
        if let cap = try work.cap(on: record, within: limits, in: database) {
            return .tooMany(cap)
        }
        try rows.insert(record, node: file.node, into: database)
        try EntryRows.append(entries, to: record.id, in: database)
        return .claimed
    }

    /// See ``HoldLedger/claim(_:after:within:entries:)``.
    public func claim(
        _ record: HoldRecord, after former: FormerHold, within limits: HoldLimits,
        entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldClaim {
        guard file.isInPlace else { throw .unavailable }
        return try await file.writer.decide { [self] database in
            let old = former.record
            guard try rows.replace(old, by: former.owner, in: database) else {
                guard let now = try rows.find(old.id, old.tenant, in: database) else {
                    throw StorageFault.busy
                }
                return .undo(.sameKey(now))
            }
            try HoldRows.freeKey(of: old.id, in: database)
            try EntryRows.append(former.entries, to: old.id, in: database)
            let claim = try insert(record, within: limits, entries, into: database)
            guard case .claimed = claim else { return .undo(claim) }
            try HoldRows.announce(record.id, record.tenant, in: database)
            return .keep(.claimed)
        }
    }

    /// See ``HoldLedger/update(_:by:inventory:entries:)``.
    public func update(
        _ record: HoldRecord, by owner: HoldOwner, inventory: InventoryChange, entries: [HoldEntry]
    ) async throws(StorageFault) -> HoldUpdate {
        try await file.writer.decide { [rows] database in
            guard try rows.replace(record, by: owner, in: database) else {
                return .keep(.stale(try rows.find(record.id, record.tenant, in: database)))
            }
            try EntryRows.append(entries, to: record.id, in: database)
            switch inventory {
            case .none: return .keep(.stored)
            case .take:
                let taken = try RoomNights.take(for: record, in: database)
                return taken ? .keep(.stored) : .undo(.soldOut)
            case .giveBack:
                try RoomNights.giveBack(hold: record.id, in: database)
                return .keep(.stored)
            }
        }
    }

    /// See ``HoldLedger/forget(_:version:by:)``.
    public func forget(
        _ id: HoldID, version: Int64, by owner: HoldOwner
    ) async throws(StorageFault) -> Bool {
        try await file.writer.run { try HoldRows.forget(id, version: version, by: owner, in: $0) }
    }

    /// See ``HoldLedger/take(_:by:at:)``.
    public func take(
        _ id: HoldID, by lease: HoldLease, at now: StampedTime
    ) async throws(StorageFault) -> HoldRecord? {
        try await file.writer.run { [rows] database in
            guard try LeaseRows.take(id, lease, at: now, in: database) else { return nil }
            return try rows.find(id, in: database)
        }
    }

    /// See ``HoldLedger/renew(_:_:)``.
    public func renew(
        _ ids: [HoldID], _ lease: HoldLease
    ) async throws(StorageFault) -> [HoldID] {
        try await file.writer.run { try LeaseRows.renew(ids, lease, in: $0) }
    }

    /// See ``HoldLedger/announce(_:of:)``.
    public func announce(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await file.writer.run { [rows] database in
            try HoldRows.announce(id, tenant, in: database)
            return try rows.find(id, tenant, in: database)
        }
    }

    /// See ``HoldLedger/hold(_:of:)``.
    public func hold(
        _ id: HoldID, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await file.reader.run { [rows] in try rows.find(id, tenant, in: $0) }
    }

    /// See ``HoldLedger/hold(_:of:)``.
    public func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await file.reader.run { [rows] in try rows.find(key, tenant, in: $0) }
    }

    /// See ``HoldLedger/due(at:for:most:)``.
    public func due(
        at now: StampedTime, for owner: HoldOwner, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        let due = try await file.reader.run { [work] database in
            try work.due(at: now, for: owner, most: most, in: database)
        }
        unreadable.count.store(due.unreadable, ordering: .relaxed)
        if due.damaged > 0 { file.reader.noteDamaged(due.damaged) }
        return due.records
    }

    /// See ``HoldLedger/backlog(at:for:)``.
    public func backlog(
        at now: StampedTime, for owner: HoldOwner
    ) async throws(StorageFault) -> HoldBacklog {
        var backlog = try await file.reader.run { [work] database in
            try work.backlog(at: now, for: owner, in: database)
        }
        backlog.counts[.unreadable] = unreadable.count.load(ordering: .relaxed)
        return backlog
    }

    /// How many holds suppliers keep, may keep or have still to give back, by supplier in order; own
    /// rooms and confirmed prices are with nobody.
    public func holdsAtSuppliers() async throws(StorageFault) -> [(
        supplier: SupplierID, holds: Int
    )] {
        let counts = try await file.reader.run { [work] in try work.atSuppliers(in: $0) }
        return counts.compactMap { count in
            SupplierID(count.supplier).flatMap { $0 == .direct ? nil : ($0, count.holds) }
        }
    }

    /// See ``HoldLedger/list(_:)``.
    public func list(_ filter: HoldFilter) async throws(StorageFault) -> [HoldRecord] {
        try await file.reader.run { [work] in try work.list(filter, in: $0) }
    }

    /// See ``HoldLedger/history(_:)``.
    public func history(_ id: HoldID) async throws(StorageFault) -> (HoldRecord, [HoldEntry])? {
        try await file.reader.run { [rows] database in
            guard let record = try rows.find(id, in: database) else { return nil }
            return (record, try EntryRows.entries(of: id, in: database))
        }
    }

    /// See ``HoldLedger/retire(_:at:most:)``.
    public func retire(
        _ retention: HoldRetention, at now: StampedTime, most: Int
    ) async throws(StorageFault) -> HoldRetirement {
        let retired = RetiredRows(retention: retention, now: now, most: most, rows: rows)
        let done = try await file.writer.run { database in
            var done = HoldRetirement()
            done.removed = try retired.remove(in: database)
            done.erased = try retired.erase(in: database)
            done.keysFreed = try retired.freeKeys(in: database)
            done.mayBeMore = max(done.removed, done.erased, done.keysFreed) >= most
            try retired.removeNights(in: database)
            done.oldestPersonal = try RetiredRows.oldestPersonal(in: database)
            return done
        }
        let rewriting = rewrites.take(erased: done.erased > 0, mayBeMore: done.mayBeMore, at: now)
        // What was overwritten in the file still stands in the log, until that is cut.
        if rewriting || done.erased + done.removed > 0 {
            _ = try await file.writer.emptyLog(rewriting: rewriting)
        }
        return done
    }
}

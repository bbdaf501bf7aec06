import Codec
public import Gateway
public import TravelModel

/// The book of holds in SQLite.
///
/// The columns are what rows are found by; the truth is the encoded record beside them, written in
/// the same statement. Personal data has a column of its own, so that it can be erased.
public struct SQLiteHoldLedger: HoldLedger {
    private let file: LedgerFile
    private let rows: HoldRows

    /// Uses the file's writer, reader and keys.
    public init(_ file: LedgerFile) {
        self.file = file
        rows = HoldRows(keys: file.keys)
    }

    /// See ``HoldLedger/claim(_:)``.
    public func claim(_ record: HoldRecord) async throws(StorageFault) -> HoldClaim {
        guard file.isInPlace else { throw .unavailable }
        return try await file.writer.run { [rows, node = file.node] database in
            if let existing = try rows.find(record.key, record.tenant, in: database) {
                return .sameKey(existing)
            }
            if let existing = try rows.find(open: record.quote.id, record.tenant, in: database) {
                return .sameQuote(existing)
            }
            try rows.insert(record, node: node, into: database)
            return .claimed
        }
    }

    /// See ``HoldLedger/update(_:inventory:)``.
    public func update(
        _ record: HoldRecord, inventory: InventoryChange
    ) async throws(StorageFault) -> HoldUpdate {
        try await file.writer.decide { [rows] database in
            guard try rows.replace(record, in: database) else {
                return .keep(.stale(try rows.find(record.id, record.tenant, in: database)))
            }
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

    /// See ``HoldLedger/forget(_:version:)``.
    public func forget(_ id: HoldID, version: Int64) async throws(StorageFault) {
        try await file.writer.run { database in
            try database.statement("DELETE FROM hold WHERE id = ?1 AND version = ?2")
                .bind(id.text).bind(version).run()
        }
    }

    /// See ``HoldLedger/freeKey(of:version:)``.
    public func freeKey(of id: HoldID, version: Int64) async throws(StorageFault) {
        try await file.writer.run { database in
            // No client's key has a space in it, so this one never meets another.
            try database.statement(
                "UPDATE hold SET attempt = 'free ' || id WHERE id = ?1 AND version = ?2"
            ).bind(id.text).bind(version).run()
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

    /// See ``HoldLedger/unsettled(at:most:)``.
    public func unsettled(
        at now: StampedTime, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        try await file.reader.run { [rows] database in
            try rows.unsettled(at: now, most: most, in: database)
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
            return done
        }
        // What was overwritten in the file still stands in the log, until that is cut.
        if done.erased + done.removed > 0 { _ = try await file.writer.emptyLog() }
        return done
    }
}

import Codec
public import Gateway
public import TravelModel

/// The book of holds in SQLite.
///
/// The columns are what rows are found by; the truth is the encoded record beside them, written in
/// the same statement. Personal data has a column of its own, so that it can be erased.
public struct SQLiteHoldLedger: HoldLedger {
    private let file: LedgerFile

    /// Uses the file's writer and reader.
    public init(_ file: LedgerFile) { self.file = file }

    /// See ``HoldLedger/claim(_:)``.
    public func claim(_ record: HoldRecord) async throws(StorageFault) -> HoldClaim {
        guard file.isInPlace else { throw .unavailable }
        return try await file.writer.run { [node = file.node] database in
            if let existing = try HoldRow.find(record.key, record.tenant, in: database) {
                return .sameKey(existing)
            }
            if let existing = try HoldRow.find(open: record.quote.id, record.tenant, in: database) {
                return .sameQuote(existing)
            }
            try HoldRow.insert(record, node: node, into: database)
            return .claimed
        }
    }

    /// See ``HoldLedger/update(_:inventory:)``.
    public func update(
        _ record: HoldRecord, inventory: InventoryChange
    ) async throws(StorageFault) -> HoldUpdate {
        try await file.writer.decide { database in
            guard try HoldRow.replace(record, in: database) else {
                return .keep(.stale(try HoldRow.find(record.id, record.tenant, in: database)))
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
        try await file.reader.run { try HoldRow.find(id, tenant, in: $0) }
    }

    /// See ``HoldLedger/hold(_:of:)``.
    public func hold(
        _ key: IdempotencyKey, of tenant: TenantID
    ) async throws(StorageFault) -> HoldRecord? {
        try await file.reader.run { try HoldRow.find(key, tenant, in: $0) }
    }

    /// See ``HoldLedger/unsettled(at:most:)``.
    public func unsettled(
        at now: StampedTime, most: Int
    ) async throws(StorageFault) -> [HoldRecord] {
        try await file.reader.run { database in
            try HoldRow.unsettled(at: now, most: most, in: database)
        }
    }
}

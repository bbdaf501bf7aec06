public import Gateway
public import TravelModel

/// Clients' keys as an operator's command writes them, also while a gateway has the file open.
///
/// Blocks its thread, for at most some seconds where the gateway is writing.
public final class ClientKeyBook {
    /// Why a key was not made or changed.
    public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file has an earlier format, and a gateway that may not know this one uses it.
        case formatInUse(found: Int64, known: Int)
        /// No key has the id.
        case unknown(String)
        /// As many as a gateway looks up in.
        case tooMany

        /// One line for an operator.
        public var description: String {
            switch self {
            case .formatInUse(let found, let known):
                "the ledger has format \(found) and a gateway uses it; this release writes format "
                    + "\(known). Restart the gateway with this release first"
            case .unknown(let id): "there is no key \(id); see tributary key list"
            case .tooMany: "there are \(ClientKeyBook.most) keys, which is all there may be"
            }
        }
    }

    /// Keys at most, withdrawn ones included.
    public static let most = 10_000

    private let database: Database

    /// Opens the ledger at `path`, or makes it.
    ///
    /// `isInUse` says that a gateway has it open: then its format must be this release's already.
    /// `signs` are files that only stand beside a ledger that was used. Throws
    /// ``BackupFault/foreign(_:_:)`` for a file that is no ledger, ``LedgerFault`` where one was lost
    /// or a restore was cut off.
    public init(path: String, isInUse: Bool, signs: [String] = []) throws {
        let isMissing = !DurableFile.exists(path)
        let kind = isMissing ? .empty : try ForeignFile.kind(of: path)
        if kind == .empty {
            try LedgerCheck.refuseHalfRestored(path)
            try LedgerCheck.refuseLoss(signs + [path + "-wal"], isMissing: isMissing)
        } else if let kind {
            throw BackupFault.foreign(path, kind)
        }
        let database = try Database(path: path, mode: .readWrite)
        if try database.integer("SELECT count(*) FROM sqlite_master") == 0 {
            try LedgerCheck.refuseLoss(signs, isMissing: false)
        } else if try !ForeignFile.isLedger(database) {
            throw BackupFault.foreign(path, .otherDatabase)
        }
        // What a gateway has written it copies itself, or its errors would go unnoticed.
        try database.execute("PRAGMA wal_autocheckpoint=0")
        let format = try database.integer("PRAGMA user_version")
        if isInUse, format < LedgerSchema.newest {
            throw Fault.formatInUse(found: format, known: LedgerSchema.newest)
        }
        try LedgerSchema.prepareWriter(database)
        self.database = database
    }

    /// Writes a new key down; it is on the disk when this returns.
    public func add(_ record: ClientKeyRecord) throws {
        try database.transaction { database in
            guard try database.integer("SELECT count(*) FROM client_key") < Self.most else {
                throw Fault.tooMany
            }
            try ClientKeyRows.insert(record, into: database)
        }
    }

    /// Every key, by id.
    public func all() throws -> [ClientKeyRecord] { try ClientKeyRows.all(in: database) }

    /// Withdraws a key from `end` on, or earlier if that was decided before; returns it as it is now.
    public func revoke(_ id: String, from end: Instant) throws -> ClientKeyRecord {
        try database.transaction { database in
            try database.statement(
                """
                UPDATE client_key SET revoked_ms = min(coalesce(revoked_ms, ?2), ?2) WHERE id = ?1
                """
            ).bind(id).bind(end.millisecondsSinceEpoch).run()
            guard let record = try ClientKeyRows.all(in: database).first(where: { $0.id == id })
            else { throw Fault.unknown(id) }
            return record
        }
    }
}

extension Database {
    /// Takes the write lock, runs the work and commits; undoes it when it throws.
    fileprivate func transaction<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try work(self)
            try execute("COMMIT")
            return value
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }
}

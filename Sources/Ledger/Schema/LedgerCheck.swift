import Gateway
import Glibc

/// Looks at a ledger's file without changing it, before anything is allowed to.
enum LedgerCheck {
    /// Files from this size on make an operator wait; they are told why.
    static let noticeableBytes: Int64 = 256 << 20

    /// Throws ``LedgerFault`` unless this release can use the file at `path`; one that is missing or
    /// empty will be made, unless one of the files `signs` is there, which come after a first start.
    ///
    /// Reads all of a file (SQLite's `integrity_check`); `progress` is told so when that takes long.
    static func run(
        path: String, signs: [String] = [], noticeable: Int64 = noticeableBytes,
        progress: (String) -> Void
    ) throws {
        try refuseHalfRestored(path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            try refuseLoss(signs + [path + "-wal"], isMissing: true)
            return
        }
        switch try ForeignFile.kind(of: path) {
        case nil: break
        case .empty:
            // SQLite would throw away a log beside an empty file, and no first start leaves one.
            try refuseLoss(signs + [path + "-wal"], isMissing: false)
            return
        case let kind?: throw LedgerFault.foreign(kind)
        }
        if status.st_size >= noticeable {
            progress("Checking the ledger (\(status.st_size >> 20) MB)")
        }
        do {
            let database = try Database(path: path, mode: .readOnly)
            // A start that was cut off before its first transaction leaves a file without tables.
            let isNew = try database.integer("SELECT count(*) FROM sqlite_master") == 0
            if isNew {
                try refuseLoss(signs, isMissing: false)
            } else if try !ForeignFile.isLedger(database) {
                throw LedgerFault.foreign(.otherDatabase)
            }
            let version = try database.integer("PRAGMA user_version")
            guard version <= LedgerSchema.newest else {
                throw LedgerFault.newer(found: version, known: LedgerSchema.newest)
            }
            try integrity(of: database)
        } catch let fault as DatabaseFault where fault.storage == .corrupt {
            throw LedgerFault.damaged(fault.description)
        }
    }

    /// Throws ``LedgerFault/halfRestored(_:)`` for the ledger at `path` whose restore was cut off.
    static func refuseHalfRestored(_ path: String) throws(LedgerFault) {
        guard access(path + LedgerRestore.unfinished, F_OK) != 0 else {
            throw .halfRestored(path + LedgerRestore.unfinished)
        }
    }

    /// Throws ``LedgerFault/lost(isMissing:sign:)`` where one of the files is there.
    static func refuseLoss(_ signs: [String], isMissing: Bool) throws(LedgerFault) {
        if let sign = signs.first(where: { access($0, F_OK) == 0 }) {
            throw .lost(isMissing: isMissing, sign: sign)
        }
    }

    /// Throws ``LedgerFault/damaged(_:)`` with the first thing SQLite finds.
    ///
    /// `quick_check` would not compare indexes with rows: a key that its index has lost is used twice.
    private static func integrity(of database: Database) throws {
        let check = try database.statement("PRAGMA integrity_check(1)")
        defer { check.reset() }
        guard try check.step() else { throw LedgerFault.damaged("the check has no answer") }
        let found = check.text(0)
        guard found == "ok" else { throw LedgerFault.damaged(found) }
    }
}

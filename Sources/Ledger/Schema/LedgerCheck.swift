import Gateway
import Glibc

/// Looks at a ledger's file without changing it, before anything is allowed to.
enum LedgerCheck {
    /// Files from this size on make an operator wait; they are told why.
    static let noticeableBytes: Int64 = 256 << 20

    /// Throws ``LedgerFault`` unless this release can use the file at `path`; one that is missing or
    /// empty will be made.
    ///
    /// Reads all of a file (SQLite's `quick_check`); `progress` is told so when that takes long.
    static func run(
        path: String, noticeable: Int64 = noticeableBytes, progress: (String) -> Void
    ) throws {
        guard access(path + LedgerRestore.unfinished, F_OK) != 0 else {
            throw LedgerFault.halfRestored(path + LedgerRestore.unfinished)
        }
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        switch try ForeignFile.kind(of: path) {
        case nil: break
        case .empty: return
        case let kind?: throw LedgerFault.foreign(kind)
        }
        if status.st_size >= noticeable {
            progress("Checking the ledger (\(status.st_size >> 20) MB)")
        }
        do {
            let database = try Database(path: path, mode: .readOnly)
            // A start that was cut off before its first transaction leaves a file without tables.
            let isNew = try database.integer("SELECT count(*) FROM sqlite_master") == 0
            guard try isNew || ForeignFile.isLedger(database) else {
                throw LedgerFault.foreign(.otherDatabase)
            }
            let version = try database.integer("PRAGMA user_version")
            guard version <= LedgerSchema.newest else {
                throw LedgerFault.newer(found: version, known: LedgerSchema.newest)
            }
            try integrity(of: database, by: "quick_check")
        } catch let fault as DatabaseFault where fault.storage == .corrupt {
            throw LedgerFault.damaged(fault.description)
        }
    }

    /// Throws ``LedgerFault/damaged(_:)`` with the first thing SQLite's `pragma` finds.
    static func integrity(of database: Database, by pragma: String) throws {
        let check = try database.statement("PRAGMA \(pragma)(1)")
        defer { check.reset() }
        guard try check.step() else { throw LedgerFault.damaged("the check has no answer") }
        let found = check.text(0)
        guard found == "ok" else { throw LedgerFault.damaged(found) }
    }
}

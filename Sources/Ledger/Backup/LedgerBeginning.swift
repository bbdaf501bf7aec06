public import TravelModel

/// Makes an empty ledger where one was lost, for an operator who does without what it knew.
///
/// The caller sees to it that no gateway uses the ledger meanwhile.
public enum LedgerBeginning {
    /// Makes the ledger at `path`; an empty file there, and a log without its ledger, go aside.
    ///
    /// Blocks; returns the path of what went aside. Throws ``BackupFault/exists(_:)`` for a file with
    /// anything in it, and ``LedgerFault/halfRestored(_:)`` where a restore has to be finished.
    @discardableResult
    public static func run(at path: String, now: Instant) throws -> String? {
        try LedgerCheck.refuseHalfRestored(path)
        if DurableFile.exists(path) {
            guard try isBare(path) else { throw BackupFault.exists(path) }
        }
        let aside = try LedgerRestore.putAside(path, now)
        try LedgerSchema.prepareWriter(Database(path: path, mode: .readWrite))
        try DurableFile.syncFolder(of: path)
        return aside
    }

    /// Whether nothing was ever written into the file: not a byte, or not a table.
    private static func isBare(_ path: String) throws -> Bool {
        switch try ForeignFile.kind(of: path) {
        case .empty: true
        case nil:
            try Database(path: path, mode: .readOnly)
                .integer("SELECT count(*) FROM sqlite_master") == 0
        default: false
        }
    }
}

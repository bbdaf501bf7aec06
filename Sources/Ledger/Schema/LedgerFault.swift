/// Why a ledger's file is not used; the description says what to do about it.
public enum LedgerFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Written by a later release, and left as it was.
    case newer(found: Int64, known: Int)
    /// No ledger at all, and left as it was.
    case foreign(ForeignFile)
    /// SQLite's own check found damage; the file was left as it was.
    case damaged(String)
    /// A restore was cut off between putting the old ledger aside and putting the new one in place.
    case halfRestored(String)
    /// There is no ledger, or an empty one, and the file named tells that there was one.
    case lost(isMissing: Bool, sign: String)

    /// One line for an operator; the caller names the file.
    public var description: String {
        switch self {
        case .newer(let found, let known):
            "the ledger was written by a later release: its format is \(found), this release knows "
                + "formats 1 to \(known); nothing was changed. Start the release that wrote it, or "
                + "restore a backup of format \(known) or earlier "
                + "(tributary ledger restore FILE --data DIR)"
        case .foreign(let kind):
            "this is no ledger of Tributary: \(kind). Nothing was changed; put the ledger in its "
                + "place, or name another data directory"
        case .damaged(let what):
            "the ledger is damaged (\(what)); nothing was changed. Restore the newest backup: "
                + "tributary ledger restore FILE --data DIR"
        case .halfRestored(let file):
            "a restore was cut off: \(file) is still there. Run tributary ledger restore again; "
                + "what it had put aside stays aside"
        case .lost(let isMissing, let sign):
            "the ledger \(isMissing ? "is missing" : "is empty"), and \(sign) tells that there was "
                + "one: holds, idempotency keys and clients' keys would be gone, and the door open "
                + "without keys. Nothing was changed. Put the file back, or restore the newest "
                + "backup: tributary ledger restore FILE --data DIR; to do without what it knew: "
                + "tributary ledger begin --data DIR"
        }
    }
}

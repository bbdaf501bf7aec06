/// Puts a backup in the place of a ledger.
public enum LedgerRestore {
    /// What is appended to a ledger's path while it is being replaced; a gateway does not start then.
    static let unfinished = ".restoring"
}

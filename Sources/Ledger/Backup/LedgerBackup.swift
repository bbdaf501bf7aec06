public import TravelModel

/// Takes backups of a ledger, also of one a gateway is writing to.
public enum LedgerBackup {
    /// Copies the ledger at `path` into a new file at `target`, with the mark that it was taken `now`.
    ///
    /// The file appears under its name only when it is whole and on the disk; one that is there is
    /// never overwritten. Blocks; `progress` is told after every 4 MB. Throws ``BackupFault``,
    /// ``LedgerFault`` or ``DatabaseFault``.
    public static func take(
        of path: String, to target: String, now: Instant,
        progress: (BackupProgress) -> Void = { _ in }
    ) throws {
        guard DurableFile.exists(path) else { throw BackupFault.missing(path) }
        // A log left of a file that had this name would be taken for the copy's own.
        for suffix in ["", "-wal", "-shm", "-journal"] where DurableFile.exists(target + suffix) {
            throw BackupFault.exists(target + suffix)
        }
        try ForeignFile.refuse(path)
        let source = try Database(path: path, mode: .visit)
        let format = try source.integer("PRAGMA user_version")
        guard format >= 1, try ForeignFile.isLedger(source) else {
            throw BackupFault.foreign(path, .otherDatabase)
        }
        guard format <= LedgerSchema.newest else {
            throw LedgerFault.newer(found: format, known: LedgerSchema.newest)
        }
        let draft = target + ".partial"
        DurableFile.removeDraft(draft)
        try LedgerCopy.make(of: source, at: draft, progress: progress) { copy in
            // A file of an earlier format has no place for the mark, and stays of that format.
            if format == LedgerSchema.newest { try Restoration.noteBackup(at: now, in: copy) }
        }
        do {
            try DurableFile.rename(draft, toNew: target)
        } catch {
            DurableFile.removeDraft(draft)
            throw error
        }
        try DurableFile.syncFolder(of: target)
    }
}

import Glibc
public import TravelModel

/// Puts a backup in the place of a ledger.
///
/// The caller sees to it that no gateway uses the ledger meanwhile.
public enum LedgerRestore {
    /// What is appended to a ledger's path while it is being replaced; a gateway does not start then.
    static let unfinished = ".restoring"

    /// Verifies `backup` and puts it at `path`, brought to today's format and marked as restored `now`;
    /// the old ledger, if there is one, is kept beside it.
    ///
    /// Cut off at any moment, either the old ledger is in place, or none and a file that keeps a
    /// gateway from starting with an empty one. Blocks; returns the path of the old ledger. Throws
    /// ``BackupFault``, ``LedgerFault`` or ``DatabaseFault``; the old ledger is then in place unless
    /// moving it failed half-way, which the next run mends.
    @discardableResult
    public static func run(
        _ backup: String, to path: String, now: Instant, progress: (String) -> Void = { _ in }
    ) throws -> String? {
        let found = try LedgerVerification(path: backup, progress: progress)
        guard found.isSound else { throw BackupFault.unsound(backup, found.faults) }
        progress("copying it")
        let draft = path + ".new"
        DurableFile.removeDraft(draft)
        let source = try Database(path: backup, mode: .visit)
        try LedgerCopy.make(of: source, at: draft, progress: { _ in }) { copy in
            try LedgerSchema.bringUpToDate(copy)
            try Restoration.noteRestore(at: now, in: copy)
        }
        progress("putting it in place")
        foldLog(of: path)
        try DurableFile.move(draft, to: path + unfinished)
        try DurableFile.syncFolder(of: path)
        let aside = try putAside(path, now)
        try DurableFile.move(path + unfinished, to: path)
        try DurableFile.syncFolder(of: path)
        return aside
    }

    /// Brings what stands in the old ledger's log into its file, so that one whole file is put aside,
    /// however that is cut off.
    ///
    /// A file too damaged for that keeps its log, and goes aside with it.
    private static func foldLog(of path: String) {
        do throws(BackupFault) {
            // Nothing there, or nothing that has a log: SQLite would make a file of it.
            if try ForeignFile.kind(of: path) != nil { return }
        } catch {
            return
        }
        guard let old = try? Database(path: path, mode: .readWrite) else { return }
        // Whoever leaves the mode of the log copies it into the file, syncs that and removes the log.
        try? old.execute("PRAGMA synchronous=FULL")
        try? old.execute("PRAGMA journal_mode=DELETE")
    }

    /// Moves the ledger and its log away together: a log left behind would be taken for the new one's.
    static func putAside(_ path: String, _ now: Instant) throws -> String? {
        guard let aside = freeName(path, now) else { throw BackupFault.exists(path) }
        var moved: String?
        for suffix in ["-wal", "-shm", ""] where DurableFile.exists(path + suffix) {
            try DurableFile.rename(path + suffix, toNew: aside + suffix)
            if suffix.isEmpty { moved = aside }
        }
        try DurableFile.syncFolder(of: path)
        return moved
    }

    /// `ledger.db.before-2026-11-30T201500Z`, or that with a number.
    private static func freeName(_ path: String, _ now: Instant) -> String? {
        var seconds = time_t(now.millisecondsSinceEpoch / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%dT%H%M%SZ", &parts)
        let stamp = String(
            decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = "\(path).before-\(stamp)"
        let names = [name] + (2...99).map { "\(name)-\($0)" }
        return names.first { candidate in
            ["", "-wal", "-shm"].allSatisfy { !DurableFile.exists(candidate + $0) }
        }
    }
}

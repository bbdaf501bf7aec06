import CSQLite

/// Copies a whole database as it is at one moment, also while another process writes to it.
enum LedgerCopy {
    /// 4 MB at SQLite's usual page size: often enough to tell how far it is.
    private static let pagesAtOnce: Int32 = 1024

    /// Makes `target`, which must not exist, a copy of `source` in one single file, and syncs it.
    ///
    /// `source` must be in no transaction; it is read in one snapshot, so writers neither wait nor make
    /// the copy begin anew. `finish` runs on the copy before it is closed. What was written of a copy
    /// that failed is removed.
    static func make(
        of source: Database, at target: String, progress: (BackupProgress) -> Void,
        finish: (Database) throws -> Void
    ) throws {
        try DurableFile.makePrivate(target)
        do {
            let copy = try Database(path: target, mode: .readWrite)
            try source.execute("BEGIN")
            defer { try? source.execute("COMMIT") }
            // A transaction begins with its first look.
            _ = try source.integer("PRAGMA schema_version")
            try source.copyPages(to: copy, atOnce: pagesAtOnce, progress: progress)
            // The copy brings its source's log mode with it; a backup is one file.
            try copy.execute("PRAGMA journal_mode=DELETE")
            try copy.execute("PRAGMA synchronous=FULL")
            try finish(copy)
        } catch {
            DurableFile.removeDraft(target)
            throw error
        }
        try DurableFile.sync(target)
    }
}

/// How far a copy is.
public struct BackupProgress: Sendable, Hashable {
    /// Bytes copied.
    public let done: Int64
    /// Bytes in all.
    public let total: Int64
}

extension Database {
    fileprivate func copyPages(
        to copy: Database, atOnce: Int32, progress: (BackupProgress) -> Void
    ) throws {
        let size = try integer("PRAGMA page_size")
        try copy.withHandle { target in
            try withHandle { source in
                guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
                    throw DatabaseFault(sqlite3_extended_errcode(target), during: "backup")
                }
                var code = SQLITE_OK
                while code == SQLITE_OK {
                    code = sqlite3_backup_step(backup, atOnce)
                    let total = Int64(sqlite3_backup_pagecount(backup))
                    let left = Int64(sqlite3_backup_remaining(backup))
                    progress(BackupProgress(done: (total - left) * size, total: total * size))
                }
                let end = sqlite3_backup_finish(backup)
                guard code == SQLITE_DONE, end == SQLITE_OK else {
                    throw DatabaseFault(code == SQLITE_DONE ? end : code, during: "backup")
                }
            }
        }
    }
}

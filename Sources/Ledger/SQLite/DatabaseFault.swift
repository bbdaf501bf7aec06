import CSQLite
public import Gateway

/// What SQLite said no to; never with bound values, which may be personal data.
public struct DatabaseFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code.
    public let code: Int32
    /// What was being done.
    public let during: String

    init(_ code: Int32, during: String) {
        self.code = code
        self.during = during
    }

    /// The code's name in words and what was being done.
    public var description: String {
        "\(during): \(String(cString: sqlite3_errstr(code))) (\(code))"
    }

    /// What this means to the gateway.
    public var storage: StorageFault {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CONSTRAINT where code == csqliteConstraintTrigger: .damagedRow
        default: .unavailable
        }
    }

    /// Whether the file itself is the reason: damaged, or without what every ledger has.
    var isOfTheFile: Bool { storage == .corrupt || code == SQLITE_ERROR }

    /// Whether bytes already acknowledged to SQLite may not be on the disk.
    ///
    /// After a failed fsync the kernel may have dropped the pages; a second try would lie
    /// (P. Rebello and others, "Can Applications Recover from fsync Failures?", 2020).
    public var mayHaveLostWrites: Bool {
        code == csqliteErrorFsync || code == csqliteErrorDirectoryFsync
    }
}

// Macros with arithmetic are not imported: SQLITE_CONSTRAINT | (7 << 8), which only the triggers that
// guard damaged rows raise, and SQLITE_IOERR | (n << 8).
private let csqliteConstraintTrigger: Int32 = 19 | (7 << 8)
private let csqliteErrorFsync: Int32 = 10 | (4 << 8)
private let csqliteErrorDirectoryFsync: Int32 = 10 | (5 << 8)

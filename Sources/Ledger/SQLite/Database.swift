import CSQLite

/// One connection, used by the one thread that made it.
final class Database {
    /// How a connection treats the file.
    enum Mode {
        case readWrite
        case readOnly
        /// Reads a file that may have no other connection, and leaves nothing beside it.
        ///
        /// A read-only connection cannot remove the log and its index that SQLite makes for it. So a
        /// file without a log is opened as its owner would, who removes them under SQLite's own
        /// locks, and the connection is told to change nothing; one with a log is only read, for to
        /// close it as its owner would is to copy that log.
        case visit
    }

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// What was prepared so far.
    var texts: [String] { statements.keys.sorted() }
    /// Written by SQLite's hook on the thread that commits, which is the only one.
    private let log = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    /// How long a statement waits for a lock that another connection has, in milliseconds.
    static let patience: Int32 = 5000

    /// Opens the file; `readWrite` makes it when it is missing.
    init(path: String, mode: Mode) throws(DatabaseFault) {
        let access =
            switch mode {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .visit:
                DurableFile.exists(path + "-wal") ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
            }
        let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | access
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseFault(code, during: "opening the database")
        }
        handle = opened
        log.initialize(to: 0)
        sqlite3_busy_timeout(opened, Self.patience)
        try ChecksumFunction.register(on: opened)
        if mode == .visit { try execute("PRAGMA query_only=ON") }
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
        log.deallocate()
    }

    /// Runs SQL without parameters or rows.
    func execute(_ sql: String) throws(DatabaseFault) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseFault(code, during: Self.verb(sql)) }
    }

    /// A statement ready for its parameters; prepared once a connection.
    func statement(_ sql: String) throws(DatabaseFault) -> Statement {
        if let kept = statements[sql] {
            kept.reset()
            return kept
        }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw DatabaseFault(code, during: "preparing " + Self.verb(sql))
        }
        let statement = Statement(prepared, during: Self.verb(sql))
        statements[sql] = statement
        return statement
    }

    /// Rows the last INSERT, UPDATE or DELETE touched.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Whether a transaction is open: a full disk or a failed write can make SQLite undo all of one in
    /// the middle.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Lets nothing be copied from the log into the file but by ``checkpoint(_:patience:)``.
    ///
    /// SQLite's own checkpoints hide their errors, a failed fsync among them.
    func keepCheckpointsForOurselves() {
        _ = sqlite3_wal_hook(
            handle,
            { log, _, _, pages in
                log?.assumingMemoryBound(to: Int32.self).pointee = pages
                return SQLITE_OK
            }, log)
    }

    /// The length of the log after the last commit of this connection, in pages.
    var logPages: Int { Int(log.pointee) }

    /// Copies the log into the file; `false` when readers kept it from being finished.
    func checkpoint(
        _ order: CheckpointPolicy.Order, patience: Int32
    ) throws(DatabaseFault) -> Bool {
        guard order != .nothing else { return true }
        sqlite3_busy_timeout(handle, patience)
        defer { sqlite3_busy_timeout(handle, Self.patience) }
        var pages: Int32 = 0
        var copied: Int32 = 0
        let mode = order == .truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        switch sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &copied) {
        case SQLITE_OK: return pages == copied
        case let code where code & 0xFF == SQLITE_BUSY: return false
        case let code: throw DatabaseFault(code, during: "checkpoint")
        }
    }

    /// For SQLite's functions over two connections.
    func withHandle<Value>(_ body: (OpaquePointer) throws -> Value) rethrows -> Value {
        try body(handle)
    }

    /// One whole number of a statement with one row and column; 0 when it has none.
    func integer(_ sql: String) throws(DatabaseFault) -> Int64 {
        let statement = try statement(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Runs `body` inside a savepoint: what it threw for leaves no trace.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("SAVEPOINT one")
        do {
            let value = try body()
            try execute("RELEASE one")
            return value
        } catch {
            // Fails where SQLite has undone the whole transaction already; the first fault is the news.
            try? execute("ROLLBACK TO one")
            try? execute("RELEASE one")
            throw error
        }
    }

    /// The first words of a statement: enough for an operator, and free of values.
    private static func verb(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).prefix(3).joined(separator: " ")
    }
}

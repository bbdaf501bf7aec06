import CSQLite

/// One connection, used by the one thread that made it.
final class Database {
    /// How a connection treats the file.
    enum Mode {
        case readWrite
        case readOnly
    }

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens the file; `readWrite` makes it when it is missing.
    init(path: String, mode: Mode) throws(DatabaseFault) {
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            | (mode == .readWrite
                ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseFault(code, during: "opening the database")
        }
        handle = opened
        sqlite3_busy_timeout(opened, 5000)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
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
            try execute("ROLLBACK TO one")
            try execute("RELEASE one")
            throw error
        }
    }

    /// The first words of a statement: enough for an operator, and free of values.
    private static func verb(_ sql: String) -> String {
        sql.split(whereSeparator: \.isWhitespace).prefix(3).joined(separator: " ")
    }
}

internal import CSQLite

/// One SQLite connection; used by one thread at a time (opened without SQLite's own mutex).
final class Database {
    /// How a file is opened.
    enum Mode {
        /// An index that nobody changes while it is open: no locks, no journal, memory mapped.
        case immutable
        /// A new file, or an empty one.
        case create
    }

    fileprivate let handle: OpaquePointer

    init(path: String, mode: Mode) throws(PlaceFault) {
        var opened: OpaquePointer?
        let uri = "file:" + Self.escaped(path) + (mode == .immutable ? "?immutable=1" : "")
        let access =
            mode == .immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(
            uri, &opened, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw .database(code: code, during: "opening \(path)")
        }
        handle = opened
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(PlaceFault) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw fault(code, during: "running \(sql.prefix(60))") }
    }

    /// Prepares one statement that is kept.
    func prepare(_ sql: String) throws(PlaceFault) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw fault(code, during: "preparing \(sql.prefix(60))")
        }
        return Statement(prepared, of: self)
    }

    fileprivate func fault(_ code: Int32, during step: String) -> PlaceFault {
        .database(code: sqlite3_extended_errcode(handle), during: step)
    }

    /// A path as it may stand in a URI: only letters, digits and `/-._~` stay.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case 97...122, 65...90, 48...57, 47, 45, 46, 95, 126:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text.append("%")
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
        return text
    }
}

/// A prepared statement; kept by one thread and reset after each use.
final class Statement {
    private let handle: OpaquePointer
    // A statement must not outlive its connection.
    private let database: Database
    // SQLITE_TRANSIENT, a cast macro that Swift does not import: SQLite copies the bytes at once.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ value: Int, at index: Int32) {
        sqlite3_bind_int64(handle, index, Int64(value))
    }

    func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(handle, index, value)
    }

    func bind(_ value: String?, at index: Int32) {
        guard var value else {
            sqlite3_bind_null(handle, index)
            return
        }
        value.withUTF8 { bytes in bind(bytes, at: index) }
    }

    func bind(_ value: [UInt8], at index: Int32) {
        value.withUnsafeBufferPointer { bytes in bind(bytes, at: index) }
    }

    func bind(blob: [UInt8], at index: Int32) {
        _ = blob.withUnsafeBytes { bytes in
            sqlite3_bind_blob(handle, index, bytes.baseAddress, Int32(bytes.count), Self.copied)
        }
    }

    private func bind(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int32) {
        guard let base = bytes.baseAddress, bytes.count > 0 else {
            sqlite3_bind_text(handle, index, "", 0, Self.copied)
            return
        }
        base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
            _ = sqlite3_bind_text(handle, index, characters, Int32(bytes.count), Self.copied)
        }
    }

    /// Goes to the next row; false at the end.
    func step() throws(PlaceFault) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let fault = database.fault(code, during: "stepping a statement")
            sqlite3_reset(handle)
            throw fault
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for the next.
    func run() throws(PlaceFault) {
        _ = try step()
        reset()
    }

    /// Ends the reading of rows.
    func reset() {
        sqlite3_reset(handle)
    }

    func integer(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func text(_ column: Int32) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }

    /// A column's bytes, valid until the next step or reset.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
}

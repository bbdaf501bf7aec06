import CSQLite

/// A prepared statement with its parameters and, after a step, its row.
final class Statement {
    private let handle: OpaquePointer
    private let during: String
    private var bound: Int32 = 0
    /// The first refused binding; told by the next step, so that bindings can be chained.
    private var bindingCode = SQLITE_OK

    init(_ handle: OpaquePointer, during: String) {
        self.handle = handle
        self.during = during
    }

    deinit { sqlite3_finalize(handle) }

    /// Forgets row and parameters.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        bound = 0
        bindingCode = SQLITE_OK
    }

    /// Binds the next parameter.
    @discardableResult
    func bind(_ value: Int64) -> Statement { bind { sqlite3_bind_int64(handle, $0, value) } }

    /// Binds the next parameter; `nil` is NULL.
    @discardableResult
    func bind(_ value: Int64?) -> Statement {
        guard let value else { return bind { sqlite3_bind_null(handle, $0) } }
        return bind(value)
    }

    /// Binds the next parameter.
    @discardableResult
    func bind(_ text: String) -> Statement {
        bind { index in
            var text = text
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    csqlite_bind_text(
                        handle, index, $0.baseAddress, Int32(clamping: utf8.count))
                }
            }
        }
    }

    /// Binds the next parameter.
    @discardableResult
    func bind(_ bytes: [UInt8]) -> Statement {
        bind { index in
            bytes.withUnsafeBytes {
                csqlite_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count))
            }
        }
    }

    private func bind(_ bind: (Int32) -> Int32) -> Statement {
        bound += 1
        let code = bind(bound)
        if bindingCode == SQLITE_OK { bindingCode = code }
        return self
    }

    /// Moves to the next row; `false` when there is none.
    func step() throws(DatabaseFault) -> Bool {
        guard bindingCode == SQLITE_OK else {
            throw DatabaseFault(bindingCode, during: "binding for " + during)
        }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseFault(code, during: during)
        }
    }

    /// Steps a statement that has no rows, and forgets its parameters.
    func run() throws(DatabaseFault) {
        defer { reset() }
        while try step() {}
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func text(_ column: Int32) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

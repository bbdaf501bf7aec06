import CSQLite
import Digest

/// `row_checksum(value, ...)` in SQL: the triggers that write checksums and the queries that compare
/// them call the same one.
enum ChecksumFunction {
    static let name = "row_checksum"

    /// Makes the function known to a connection; every one that reads or writes rows needs it.
    static func register(on connection: OpaquePointer) throws(DatabaseFault) {
        let code = sqlite3_create_function_v2(
            connection, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
            { context, count, values in
                var image = RowImage()
                for value in UnsafeMutableBufferPointer(start: values, count: Int(count)) {
                    ChecksumFunction.append(value, to: &image)
                }
                do throws(DigestFault) {
                    sqlite3_result_int64(context, try image.checksum())
                } catch {
                    sqlite3_result_error_code(context, SQLITE_ERROR)
                }
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseFault(code, during: "adding \(name)") }
    }

    private static func append(_ value: OpaquePointer?, to image: inout RowImage) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: image.integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: image.real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(value)
            image.text(
                UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            image.blob(
                UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        default: image.null()
        }
    }
}

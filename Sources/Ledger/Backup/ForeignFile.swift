import Glibc

/// What a file is that was named as a ledger and is none.
public enum ForeignFile: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case special
    /// A file without a byte.
    case empty
    /// Compressed by gzip, zstd, xz or bzip2.
    case compressed
    /// A file of any other kind.
    case noDatabase
    /// A database of another program.
    case otherDatabase

    /// A clause about the file, for an operator.
    public var description: String {
        switch self {
        case .folder: "it is a folder"
        case .special: "it is no regular file"
        case .empty: "it is empty"
        case .compressed: "it is compressed; unpack it first"
        case .noDatabase: "it is no SQLite database"
        case .otherDatabase: "it is a SQLite database of something else"
        }
    }

    private static let header = Array("SQLite format 3".utf8) + [0]
    private static let compressions: [[UInt8]] = [
        [0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58], Array("BZh".utf8),
    ]

    /// What the file at `path` is by its kind and its first bytes; `nil` for a SQLite database.
    ///
    /// Throws ``BackupFault/system(_:code:)`` for a file that cannot be read.
    static func kind(of path: String) throws(BackupFault) -> ForeignFile? {
        // Not blocking: a pipe without a writer would keep us for ever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .last(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .last(path) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: break
        default: return .special
        }
        guard status.st_size > 0 else { return .empty }
        var bytes = [UInt8](repeating: 0, count: header.count)
        let count = read(file, &bytes, bytes.count)
        guard count >= 0 else { throw .last(path) }
        let start = bytes.prefix(count)
        if start.elementsEqual(header) { return nil }
        return compressions.contains { start.starts(with: $0) } ? .compressed : .noDatabase
    }

    /// Throws ``BackupFault/foreign(_:_:)`` for a file that cannot be a ledger by its first bytes.
    static func refuse(_ path: String) throws(BackupFault) {
        if let kind = try kind(of: path) { throw .foreign(path, kind) }
    }

    /// Whether a database has most of the tables every ledger has had: one that lost a table is a
    /// damaged ledger, and no other program's.
    static func isLedger(_ database: Database) throws(DatabaseFault) -> Bool {
        try database.integer(
            """
            SELECT count(*) FROM sqlite_master WHERE type = 'table'
                AND name IN ('hold', 'own_room', 'night', 'taken_room', 'heartbeat')
            """) >= 3
    }
}

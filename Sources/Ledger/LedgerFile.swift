import Glibc
import Synchronization

/// The ledger's file, opened: one writer, one reader, each with a thread of its own.
public final class LedgerFile: Sendable {
    let writer: DatabaseThread
    let reader: DatabaseThread
    /// Written into each row, so that several gateways can share one book later.
    let node: String
    /// What guests' data is sealed with.
    let keys: PersonalKeys
    /// That the file was put in place from a backup, and when; `nil` for one that never was.
    public let restoration: Restoration?
    private let path: String
    private let identity: FileIdentity?

    /// Opens or makes the ledger at `path`, checks it and brings its format up to date.
    ///
    /// Blocks until that is done: for starting up only; `progress` is told what takes long and what an
    /// operator should know. Throws ``LedgerFault`` for a file that cannot be used, which is then left
    /// as it was. `signs` are files that only stand beside a ledger that was used: with one of them a
    /// missing or empty file is refused, not made. `onLostWrites` is called when the disk failed an
    /// fsync; nothing is acknowledged after it, and the caller ends the process.
    public convenience init(
        path: String, node: String, keys: PersonalKeys, signs: [String] = [],
        progress: (String) -> Void = { _ in },
        onLostWrites: @escaping @Sendable (DatabaseFault) -> Void
    ) throws {
        try self.init(
            path: path, node: node, keys: keys, signs: signs, checkpoints: CheckpointPolicy(),
            progress: progress, onLostWrites: onLostWrites)
    }

    init(
        path: String, node: String, keys: PersonalKeys, signs: [String] = [],
        checkpoints: CheckpointPolicy, progress: (String) -> Void,
        onLostWrites: @escaping @Sendable (DatabaseFault) -> Void
    ) throws {
        self.node = node
        self.path = path
        self.keys = keys
        try LedgerCheck.run(path: path, signs: signs, progress: progress)
        // A lock: written by the writer's thread before the initialiser below returns, read after it.
        let found = Mutex<(restoration: Restoration?, notes: [String])>((nil, []))
        writer = try DatabaseThread(
            .writer, path: path, checkpoints: checkpoints, onLostWrites: onLostWrites
        ) { database in
            try LedgerSchema.prepareWriter(database)
            let restoration = try Restoration.latest(in: database)
            var notes: [String] = []
            try Resealing(keys: keys).run(in: database) { notes.append($0) }
            found.withLock { $0 = (restoration, notes) }
        }
        let (restoration, notes) = found.withLock { $0 }
        self.restoration = restoration
        notes.forEach(progress)
        reader = try DatabaseThread(
            .reader, path: path, onLostWrites: onLostWrites
        ) { _ in }
        identity = FileIdentity(path)
    }

    /// Whether the file is still where it was opened: once it is removed or replaced, what is written
    /// would be found by nobody.
    var isInPlace: Bool { FileIdentity(path) == identity }

    /// Bytes of the file and of its log, by their names; 0 for what is not there.
    public var size: (file: Int, log: Int) { (Self.bytes(path), Self.bytes(path + "-wal")) }

    private static func bytes(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// How often a row was met that is not as it was written.
    public var damagedRows: Int { writer.damagedRows + reader.damagedRows }

    /// Whether a commit reaches the disk: what readiness asks.
    ///
    /// It writes as much as a hold does: a full disk lets everything else succeed, and often still has
    /// room for a single page.
    public func isWritable() async -> Bool {
        guard isInPlace else { return false }
        return
            (try? await writer.run { database in
                // Random, since SQLite leaves a page alone that would not change.
                try database.execute(
                    """
                    INSERT INTO heartbeat(id, beats, pulse) VALUES(1, 1, randomblob(40960))
                    ON CONFLICT DO UPDATE SET beats = beats + 1, pulse = excluded.pulse
                    """)
                return true
            }) ?? false
    }

    /// Refuses new work, does what was taken and closes the file, its log copied into it.
    ///
    /// Blocks until then: for shutting down only.
    public func close() {
        writer.stop()
        reader.stop()
        reader.waitUntilClosed()
        writer.waitUntilClosed()
    }
}

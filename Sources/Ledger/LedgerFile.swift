/// The ledger's file, opened: one writer, one reader, each with a thread of its own.
public final class LedgerFile: Sendable {
    let writer: DatabaseThread
    let reader: DatabaseThread
    /// Written into each row, so that several gateways can share one book later.
    let node: String
    private let path: String
    private let identity: FileIdentity?

    /// Opens or makes the ledger at `path`, checks it and brings its format up to date.
    ///
    /// Blocks until that is done: for starting up only. `onLostWrites` is called when the disk
    /// failed an fsync; nothing is acknowledged after it, and the caller ends the process.
    public init(
        path: String, node: String,
        onLostWrites: @escaping @Sendable (DatabaseFault) -> Void
    ) throws {
        self.node = node
        self.path = path
        writer = try DatabaseThread(
            .writer, path: path, onLostWrites: onLostWrites,
            prepare: LedgerSchema.prepareWriter)
        reader = try DatabaseThread(
            .reader, path: path, onLostWrites: onLostWrites
        ) { _ in }
        identity = FileIdentity(path)
    }

    /// Whether the file is still where it was opened: once it is removed or replaced, what is written
    /// would be found by nobody.
    var isInPlace: Bool { FileIdentity(path) == identity }

    /// Whether a commit reaches the disk: what readiness asks.
    ///
    /// It writes a row, since a full disk lets everything else succeed.
    public func isWritable() async -> Bool {
        guard isInPlace else { return false }
        return
            (try? await writer.run { database in
                try database.execute(
                    """
                    INSERT INTO heartbeat(id, beats) VALUES(1, 1)
                    ON CONFLICT DO UPDATE SET beats = beats + 1
                    """)
                return true
            }) ?? false
    }

    /// Refuses new work and lets both threads end once what they have taken is done.
    public func close() {
        writer.stop()
        reader.stop()
    }
}

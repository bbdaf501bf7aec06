public import Gateway
import Glibc
import Synchronization
public import TravelModel

/// Supplier answers behind quotes, in a file of their own.
///
/// Losing the newest ones at a power cut only ends their quotes early, so commits here do not wait
/// for the disk (`synchronous=NORMAL`); a crash of the process loses nothing.
public struct SQLiteAnswerStore: AnswerStore {
    /// Bytes of answers and of notes kept, how many answers there have been since the last look for
    /// expired ones, and what was said of their needs since.
    private struct Load {
        var bytes: Int64
        var noteBytes: Int64
        var puts = 0
        var needs: [AnswerID: Int64] = [:]
    }

    private final class Shared: Sendable {
        let thread: DatabaseThread
        let limit: Int64
        // A lock: held to read or add, nothing is called under it.
        let load: Mutex<Load>

        init(thread: DatabaseThread, limit: Int64, bytes: Int64, noteBytes: Int64) {
            self.thread = thread
            self.limit = limit
            load = Mutex(Load(bytes: bytes, noteBytes: noteBytes))
        }
    }

    private let shared: Shared

    /// Opens or makes the file at `path`; at most `limit` bytes of answers are kept.
    ///
    /// Blocks until it is open. Throws a ``DatabaseFault``, for a damaged file one of
    /// ``Gateway/StorageFault/corrupt``.
    public init(path: String, limit: Int) throws {
        let counted = Mutex<(answers: Int64, notes: Int64)>((0, 0))
        let thread = try DatabaseThread(
            .writer, path: path, onLostWrites: { _ in }
        ) { database in
            try database.execute("PRAGMA journal_mode=WAL")
            try database.execute("PRAGMA synchronous=NORMAL")
            try database.execute(
                """
                CREATE TABLE IF NOT EXISTS answer(
                    seq INTEGER PRIMARY KEY,
                    high INTEGER NOT NULL,
                    low INTEGER NOT NULL,
                    expires_ms INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    UNIQUE(high, low)
                );
                CREATE INDEX IF NOT EXISTS answer_expiry ON answer(expires_ms);
                CREATE TABLE IF NOT EXISTS note(
                    seq INTEGER PRIMARY KEY,
                    expires_ms INTEGER NOT NULL,
                    bytes BLOB NOT NULL
                );
                """)
            let hasChecksums = try database.integer(
                "SELECT count(*) FROM pragma_table_info('answer') WHERE name = 'checksum'")
            if hasChecksums == 0 {
                try database.execute("ALTER TABLE answer ADD COLUMN checksum INTEGER")
            }
            // Of answers of earlier releases nobody said how long they are needed: they go first.
            let hasNeeds = try database.integer(
                "SELECT count(*) FROM pragma_table_info('answer') WHERE name = 'needed_ms'")
            if hasNeeds == 0 {
                try database.execute(
                    "ALTER TABLE answer ADD COLUMN needed_ms INTEGER NOT NULL DEFAULT 0")
            }
            try database.execute(
                "CREATE INDEX IF NOT EXISTS answer_need ON answer(needed_ms)")
            let answers = try Self.bytes(of: "answer", database)
            let notes = try Self.bytes(of: "note", database)
            counted.withLock { $0 = (answers, notes) }
        }
        let found = counted.withLock { $0 }
        shared = Shared(
            thread: thread, limit: Int64(limit), bytes: found.answers, noteBytes: found.notes)
    }

    /// As ``init(path:limit:)``, but a damaged file is put aside under a name that `onDamage` is told,
    /// in the place of any put aside before: losing it only ends quotes early.
    public static func open(
        path: String, limit: Int, onDamage: (String) -> Void
    ) throws -> SQLiteAnswerStore {
        do {
            return try SQLiteAnswerStore(path: path, limit: limit)
        } catch let fault as DatabaseFault where fault.storage == .corrupt {
            let aside = path + ".damaged"
            guard Glibc.rename(path, aside) == 0 else { throw fault }
            // Its log belongs to it alone.
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            onDamage(aside)
            return try SQLiteAnswerStore(path: path, limit: limit)
        }
    }

    /// Carries out everything, in order.
    var thread: DatabaseThread { shared.thread }

    /// Bytes of answers kept now.
    public var storedBytes: Int { Int(shared.load.withLock { $0.bytes }) }

    /// See ``AnswerStore/put(_:_:needed:expires:)``.
    public func put(
        _ id: AnswerID, _ bytes: [UInt8], needed: Instant, expires: Instant
    ) async throws(StorageFault) {
        let shared = shared
        guard bytes.count <= shared.limit else { throw .unavailable }
        // Counted once it is committed: a disk that is full shows only then, and undoes it.
        let change = try await shared.thread.run { database in
            try database.statement(
                """
                INSERT INTO answer(high, low, expires_ms, bytes, checksum, needed_ms)
                VALUES(?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4), ?5) ON CONFLICT DO NOTHING
                """
            )
            .bind(Int64(bitPattern: id.high)).bind(Int64(bitPattern: id.low))
            .bind(expires.millisecondsSinceEpoch).bind(bytes)
            .bind(min(needed, expires).millisecondsSinceEpoch)
            .run()
            let added = database.changes == 1 ? Int64(bytes.count) : 0
            let load = shared.load.withLock { load in
                load.puts += 1
                return load
            }
            guard load.puts % 256 == 0 || load.bytes + added > shared.limit else { return added }
            try Self.write(
                shared.load.withLock { load in
                    defer { load.needs = [:] }
                    return load.needs
                }, database)
            return added - (try Self.prune(database, shared.limit, expires))
        }
        shared.load.withLock { $0.bytes += change }
    }

    /// Answers whose needs are remembered between two looks at them.
    private static let mostNeeds = 16_384

    /// See ``AnswerStore/need(_:until:)``; written down when it is next decided what goes.
    public func need(_ ids: [AnswerID], until: Instant) async {
        let until = until.millisecondsSinceEpoch
        shared.load.withLock { load in
            for id in ids {
                let known = load.needs[id]
                guard known != nil || load.needs.count < Self.mostNeeds else { continue }
                load.needs[id] = max(known ?? until, until)
            }
        }
    }

    /// Their order does not matter: each says something of one answer.
    private static func write(_ needs: [AnswerID: Int64], _ database: Database) throws {
        for (id, until) in needs {
            try database.statement(
                """
                UPDATE answer SET needed_ms = ?3
                WHERE high = ?1 AND low = ?2 AND needed_ms < ?3
                """
            ).bind(Int64(bitPattern: id.high)).bind(Int64(bitPattern: id.low)).bind(until).run()
        }
    }

    /// See ``AnswerStore/get(_:)``; one that is not as it was put is lost.
    ///
    /// Those of releases that wrote no checksum are taken as they are: they are over within the hour.
    public func get(_ id: AnswerID) async throws(StorageFault) -> [UInt8]? {
        let shared = shared
        return try await shared.thread.run { database in
            let statement = try database.statement(
                """
                SELECT bytes,
                    checksum IS NULL OR checksum IS row_checksum(high, low, expires_ms, bytes)
                FROM answer WHERE high = ?1 AND low = ?2
                """
            ).bind(Int64(bitPattern: id.high)).bind(Int64(bitPattern: id.low))
            defer { statement.reset() }
            guard try statement.step() else { return nil }
            guard statement.integer(1) == 1 else {
                shared.thread.noteDamaged(1)
                return nil
            }
            return statement.bytes(0)
        }
    }

    /// Notes kept at most.
    static let mostNotes: Int64 = 16_384
    /// Their bytes at most.
    static let mostNoteBytes: Int64 = 32 << 20

    /// Bytes of notes kept now.
    var noteBytes: Int64 { shared.load.withLock { $0.noteBytes } }

    /// See ``AnswerStore/note(_:expires:now:)``.
    public func note(
        _ bytes: [UInt8], expires: Instant, now: Instant
    ) async throws(StorageFault) {
        let shared = shared
        guard bytes.count <= Self.mostNoteBytes else { throw .unavailable }
        let change = try await shared.thread.run { database in
            try database.statement("INSERT INTO note(expires_ms, bytes) VALUES(?1, ?2)")
                .bind(expires.millisecondsSinceEpoch).bind(bytes)
                .run()
            // Numbers rise by one, so the one that is too many is known without counting.
            let removed =
                try Self.delete(
                    "note WHERE seq <= (SELECT max(seq) FROM note) - ?1", Self.mostNotes, database)
                + Self.delete(
                    """
                    note WHERE seq < (SELECT seq FROM note WHERE expires_ms >= ?1
                        ORDER BY seq LIMIT 1)
                    """, now.millisecondsSinceEpoch, database)
            let added = Int64(bytes.count)
            guard shared.load.withLock({ $0.noteBytes }) + added - removed > Self.mostNoteBytes
            else { return added - removed }
            return added - removed - (try Self.pruneNotes(database))
        }
        shared.load.withLock { $0.noteBytes += change }
    }

    /// Removes the oldest notes until a tenth of the bound is free; returns how many bytes went.
    private static func pruneNotes(_ database: Database) throws -> Int64 {
        let load = try bytes(of: "note", database)
        var removed: Int64 = 0
        guard load > mostNoteBytes else { return 0 }
        while load - removed > mostNoteBytes - mostNoteBytes / 10 {
            let batch = try delete(
                "note WHERE seq IN (SELECT seq FROM note ORDER BY seq LIMIT ?1)", 16, database)
            if batch == 0 { break }
            removed += batch
        }
        return removed
    }

    /// See ``AnswerStore/notes(before:most:)``; what has expired is for the reader to tell.
    public func notes(
        before: Int64?, most: Int
    ) async throws(StorageFault) -> [StoredNote] {
        try await shared.thread.run { database in
            let statement = try database.statement(
                "SELECT seq, bytes FROM note WHERE seq < ?1 ORDER BY seq DESC LIMIT ?2"
            ).bind(before ?? .max).bind(Int64(max(0, most)))
            defer { statement.reset() }
            var notes: [StoredNote] = []
            while try statement.step() {
                notes.append(StoredNote(number: statement.integer(0), bytes: statement.bytes(1)))
            }
            return notes
        }
    }

    /// Lets the thread end once what it has taken is done.
    public func close() { shared.thread.stop() }

    /// Back from an answer's end to before all that may still be in use when it is put.
    ///
    /// The longest life, of a stay more than 90 days ahead, is under five hours; one that ends sooner
    /// must not go because of it. The rest lets an expired quote still tell which search to repeat.
    private static let pastLife = Duration.seconds(-7 * 3600)

    /// Removes answers until a tenth of the bound is free; returns how many bytes went.
    ///
    /// What is there is summed up anew: others of the same commit may have put or removed some.
    /// Those that expired ``pastLife`` before the newest one will go in any case. Then those go that
    /// quotes need least long: not those that expire first, which may be what was heard just now of
    /// a stay that begins tomorrow, while one of next year that expires in hours has no quote left.
    private static func prune(
        _ database: Database, _ limit: Int64, _ newest: Instant
    ) throws -> Int64 {
        let load = try bytes(of: "answer", database)
        let old = newest.advanced(by: Self.pastLife).millisecondsSinceEpoch
        var removed = try delete("answer WHERE expires_ms < ?1", old, database)
        guard load - removed > limit else { return removed }
        while load - removed > limit - limit / 10 {
            let batch = try delete(
                """
                answer WHERE seq IN (SELECT seq FROM answer ORDER BY needed_ms, seq LIMIT ?1)
                """, 64, database)
            if batch == 0 { break }
            removed += batch
        }
        return removed
    }

    /// Deletes the rows of one of our own texts, whose only parameter is `number`; gives their bytes.
    ///
    /// The texts are few and each is prepared once: a number written into one would make a new
    /// statement, kept for ever, of every note.
    private static func delete(
        _ rows: String, _ number: Int64, _ database: Database
    ) throws -> Int64 {
        let row = try database.statement("DELETE FROM \(rows) RETURNING length(bytes)").bind(number)
        defer { row.reset() }
        var bytes: Int64 = 0
        while try row.step() { bytes += row.integer(0) }
        return bytes
    }

    private static func bytes(of table: String, _ database: Database) throws -> Int64 {
        try database.integer("SELECT coalesce(sum(length(bytes)), 0) FROM \(table)")
    }

    /// Texts of the statements that are kept prepared.
    func texts() async throws(StorageFault) -> [String] {
        try await shared.thread.run { $0.texts }
    }
}

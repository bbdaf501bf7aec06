/// The tables of the hold ledger and how a file of an earlier version becomes one of this.
enum LedgerSchema {
    /// Why a file cannot be used.
    enum Fault: Error, CustomStringConvertible {
        /// Written by a later release.
        case newer(found: Int64, known: Int)
        /// SQLite's own check found damage.
        case damaged(String)

        var description: String {
            switch self {
            case .newer(let found, let known):
                "the ledger was written by a later release "
                    + "(its format is \(found), this release knows \(known))"
            case .damaged(let what): "the ledger is damaged: \(what)"
            }
        }
    }

    /// One script a version, in order; a script that has been released never changes.
    private static let migrations = [
        """
        CREATE TABLE hold(
            id TEXT PRIMARY KEY,
            tenant TEXT NOT NULL,
            attempt TEXT NOT NULL,
            quote TEXT NOT NULL,
            node TEXT NOT NULL,
            supplier TEXT NOT NULL,
            reference TEXT NOT NULL,
            state TEXT NOT NULL,
            stage TEXT NOT NULL,
            version INTEGER NOT NULL,
            created_ms INTEGER NOT NULL,
            expires_ms INTEGER,
            body BLOB NOT NULL,
            personal BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX hold_attempt ON hold(tenant, attempt);
        CREATE UNIQUE INDEX hold_quote ON hold(tenant, quote)
            WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED');
        CREATE INDEX hold_open ON hold(expires_ms)
            WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED') OR stage = 'releasing';
        CREATE TABLE own_room(
            hotel TEXT NOT NULL,
            room TEXT NOT NULL,
            allotment INTEGER NOT NULL,
            PRIMARY KEY(hotel, room)
        ) WITHOUT ROWID;
        CREATE TABLE night(
            hotel TEXT NOT NULL,
            room TEXT NOT NULL,
            day INTEGER NOT NULL,
            taken INTEGER NOT NULL CHECK(taken >= 0),
            PRIMARY KEY(hotel, room, day)
        ) WITHOUT ROWID;
        CREATE TABLE taken_room(
            hold TEXT PRIMARY KEY,
            hotel TEXT NOT NULL,
            room TEXT NOT NULL,
            first_day INTEGER NOT NULL,
            nights INTEGER NOT NULL,
            rooms INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE heartbeat(id INTEGER PRIMARY KEY CHECK(id = 1), beats INTEGER NOT NULL);
        """
    ]

    /// Makes the connection the durable writer, checks the file and brings it up to date.
    ///
    /// WAL with `synchronous=FULL`: a commit is acknowledged after its fsync. NORMAL would lose
    /// acknowledged holds at a power cut.
    static func prepareWriter(_ database: Database) throws {
        try database.execute("PRAGMA journal_mode=WAL")
        try database.execute("PRAGMA synchronous=FULL")
        try database.execute("PRAGMA wal_autocheckpoint=1000")
        try database.execute("PRAGMA journal_size_limit=67108864")
        let check = try database.statement("PRAGMA quick_check(1)")
        let healthy = try check.step() && check.text(0) == "ok"
        let found = healthy ? "" : check.text(0)
        check.reset()
        guard healthy else { throw Fault.damaged(found) }
        try migrate(database)
    }

    private static func migrate(_ database: Database) throws {
        try database.execute("BEGIN IMMEDIATE")
        do {
            let version = try database.integer("PRAGMA user_version")
            guard version <= migrations.count else {
                throw Fault.newer(found: version, known: migrations.count)
            }
            for (index, script) in migrations.enumerated() where index >= version {
                try database.execute(script)
                try database.execute("PRAGMA user_version=\(index + 1)")
            }
            try database.execute("COMMIT")
        } catch {
            try? database.execute("ROLLBACK")
            throw error
        }
    }
}

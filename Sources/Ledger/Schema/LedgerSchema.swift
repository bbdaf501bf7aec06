/// The tables of the hold ledger and how a file of an earlier version becomes one of this.
enum LedgerSchema {
    /// One script a version, in order; a script that has been released never changes.
    static let migrations = [
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
        """,
        """
        CREATE TABLE restoration(
            id INTEGER PRIMARY KEY,
            backup_ms INTEGER,
            restored_ms INTEGER
        );
        -- 2: all of it; 1: the key is free; 0: personal data is erased, too.
        ALTER TABLE hold ADD COLUMN kept INTEGER NOT NULL DEFAULT 2;
        CREATE INDEX hold_over ON hold(kept, coalesce(expires_ms, created_ms))
            WHERE state IN ('REFUSED', 'RELEASED', 'EXPIRED') AND stage = 'settled';
        CREATE INDEX night_day ON night(day);
        CREATE TABLE sealed_by(
            id INTEGER PRIMARY KEY CHECK(id = 1),
            key BLOB NOT NULL
        );
        """,
        "ALTER TABLE heartbeat ADD COLUMN pulse BLOB;",
        """
        CREATE TABLE epoch(node TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
        ALTER TABLE hold ADD COLUMN owner_node TEXT;
        ALTER TABLE hold ADD COLUMN owner_epoch INTEGER;
        ALTER TABLE hold ADD COLUMN lease_ms INTEGER;
        ALTER TABLE hold ADD COLUMN lease_boot TEXT;
        ALTER TABLE hold ADD COLUMN lease_up INTEGER;
        ALTER TABLE hold ADD COLUMN expires_boot TEXT;
        ALTER TABLE hold ADD COLUMN expires_up INTEGER;
        ALTER TABLE hold ADD COLUMN watch_ms INTEGER;
        ALTER TABLE hold ADD COLUMN watch_boot TEXT;
        ALTER TABLE hold ADD COLUMN watch_up INTEGER;
        ALTER TABLE hold ADD COLUMN watch_misses INTEGER NOT NULL DEFAULT 0;
        -- A client was told of it before it was decided.
        ALTER TABLE hold ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
        -- A hash, and only while the hold is open: what caps are counted by.
        ALTER TABLE hold ADD COLUMN buyer_mark BLOB;
        -- The supplier's own number.
        ALTER TABLE hold ADD COLUMN their_reference TEXT;
        -- Rows written before these columns are open to anybody, and known to their clients.
        UPDATE hold SET announced = 1;
        CREATE INDEX hold_work ON hold(created_ms, id) WHERE state = 'PENDING' OR stage = 'releasing';
        CREATE INDEX hold_running ON hold(tenant, buyer_mark, expires_ms)
            WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED');
        CREATE INDEX hold_granted ON hold(expires_ms, id)
            WHERE state IN ('HELD', 'PRICE_CONFIRMED');
        CREATE INDEX hold_watch ON hold(watch_ms, id) WHERE watch_ms IS NOT NULL;
        CREATE INDEX hold_reference ON hold(reference);
        CREATE INDEX hold_their_reference ON hold(their_reference)
            WHERE their_reference IS NOT NULL;
        CREATE INDEX hold_newest ON hold(created_ms);
        DROP INDEX hold_open;
        CREATE TABLE hold_event(
            hold TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            at_ms INTEGER NOT NULL,
            kind TEXT NOT NULL,
            actor TEXT NOT NULL,
            detail BLOB NOT NULL,
            PRIMARY KEY(hold, sequence)
        ) WITHOUT ROWID;
        """,
        """
        CREATE TABLE client_key(
            id TEXT PRIMARY KEY,
            tenant TEXT NOT NULL,
            hash BLOB NOT NULL,
            sandbox INTEGER NOT NULL,
            created_ms INTEGER NOT NULL,
            expires_ms INTEGER,
            revoked_ms INTEGER
        ) WITHOUT ROWID;
        -- Another number after every change, whoever makes it.
        CREATE TABLE client_key_change(
            id INTEGER PRIMARY KEY CHECK(id = 1),
            number INTEGER NOT NULL
        );
        INSERT INTO client_key_change(id, number) VALUES(1, 0);
        CREATE TRIGGER client_key_made AFTER INSERT ON client_key BEGIN
            UPDATE client_key_change SET number = number + 1;
        END;
        CREATE TRIGGER client_key_changed AFTER UPDATE ON client_key BEGIN
            UPDATE client_key_change SET number = number + 1;
        END;
        CREATE TRIGGER client_key_removed AFTER DELETE ON client_key BEGIN
            UPDATE client_key_change SET number = number + 1;
        END;
        """,
        ChecksummedTable.formatSix,
        // Fingerprints and buyers' marks go under the seal and its key: every row is looked at anew.
        "DELETE FROM sealed_by;",
        // What every claim and every sweep ask is answered from entries of an index alone: the table has
        // no rowid, so each entry that had to be followed cost a search of the table.
        """
        DROP INDEX hold_running;
        CREATE INDEX hold_running ON hold(tenant, buyer_mark, state)
            WHERE state IN ('PENDING', 'HELD', 'PRICE_CONFIRMED');
        DROP INDEX hold_granted;
        CREATE INDEX hold_granted
            ON hold(expires_ms, id, state, supplier, expires_boot, expires_up)
            WHERE state IN ('HELD', 'PRICE_CONFIRMED');
        """,
    ]

    /// The newest format, which this release writes.
    static var newest: Int { migrations.count }

    /// Makes the connection the durable writer of a file that ``LedgerCheck`` has let pass, and brings
    /// the file up to date.
    ///
    /// WAL with `synchronous=FULL`: a commit is acknowledged after its fsync. NORMAL would lose
    /// acknowledged holds at a power cut. `secure_delete`: what is erased is overwritten.
    static func prepareWriter(_ database: Database) throws {
        try database.execute("PRAGMA journal_mode=WAL")
        try database.execute("PRAGMA synchronous=FULL")
        try database.execute("PRAGMA secure_delete=ON")
        try database.execute("PRAGMA journal_size_limit=67108864")
        try bringUpToDate(database)
    }

    /// Makes a file of an earlier format one of today, checksums included.
    static func bringUpToDate(_ database: Database) throws {
        try migrate(database, by: migrations)
        try ChecksumFill.run(in: database)
    }

    /// Runs the scripts the file has not had yet, all or none: a script that fails leaves the file in
    /// the format it had.
    static func migrate(_ database: Database, by scripts: [String]) throws {
        try database.execute("BEGIN IMMEDIATE")
        do {
            let version = try database.integer("PRAGMA user_version")
            guard version <= scripts.count else {
                throw LedgerFault.newer(found: version, known: scripts.count)
            }
            for (index, script) in scripts.enumerated() where index >= version {
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

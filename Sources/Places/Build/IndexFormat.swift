/// The shape of an index file.
enum IndexFormat {
    /// Raised whenever folding, tables or scoring inputs change; older files are refused.
    static let version = 6
    /// SQLite's `application_id` of our files ("TrPl").
    static let applicationID = 0x5472_506C

    // rowid and rank are the popularity rank everywhere, 1 = most popular, so that reading
    // candidates in rowid order is reading the best first. The ascii tokenizer takes every byte over
    // 0x7F as part of a word: what divides words is decided by `FoldedText` alone, not by the
    // Unicode tables of the SQLite at hand, and a quoted word can never become a phrase (which
    // detail=none refuses).
    static let schema = """
        PRAGMA page_size=4096;
        PRAGMA journal_mode=OFF;
        PRAGMA synchronous=OFF;
        PRAGMA cache_size=-262144;
        PRAGMA temp_store=MEMORY;
        PRAGMA application_id=\(applicationID);
        PRAGMA user_version=\(version);
        CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE place(
            rank INTEGER PRIMARY KEY, id TEXT NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL,
            cc TEXT NOT NULL, adm TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL,
            pop INTEGER NOT NULL, score REAL NOT NULL, tz TEXT NOT NULL, iata TEXT,
            west REAL, south REAL, east REAL, north REAL, parent TEXT);
        CREATE TABLE pn(
            rank INTEGER PRIMARY KEY, names TEXT NOT NULL, ctx TEXT NOT NULL,
            origins BLOB NOT NULL);
        CREATE TABLE shown(rank INTEGER PRIMARY KEY, names TEXT NOT NULL);
        CREATE VIRTUAL TABLE f USING fts5(
            t, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '=#'",
            prefix='1 2 3 4');
        CREATE TABLE topk(prefix BLOB PRIMARY KEY, hits BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE block(name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
        \(ChangeLog.schema)
        """
    /// Words are gathered in memory and merged once, at the end, instead of again and again.
    static let gathering = """
        INSERT INTO f(f, rank) VALUES('automerge', 0);
        INSERT INTO f(f, rank) VALUES('crisismerge', 256);
        INSERT INTO f(f, rank) VALUES('hashsize', 33554432);
        """
    static let closing = """
        CREATE UNIQUE INDEX place_id ON place(id);
        INSERT INTO f(f) VALUES('optimize');
        """
    /// What is done last; names in tables of a build alone are gone then.
    static let packing = "DROP TABLE vocabulary; VACUUM;"
    /// The words of the index, each with how many places have it.
    static let vocabulary = "CREATE VIRTUAL TABLE vocabulary USING fts5vocab('f', 'row');"
    /// The row of `block` that holds the `PlaceTable`.
    static let tableBlock = "places"
    /// The row of `block` that holds the `IndexTerms`.
    static let termsBlock = "terms"
    /// The row of `block` that holds the `PlaceTwins`.
    static let twinBlock = "twins"
    /// The row of `block` that holds the `TypoTrie`.
    static let typoBlock = "typos"
}

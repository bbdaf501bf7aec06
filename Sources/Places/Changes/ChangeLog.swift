internal import Glibc

/// What an index knows of the indexes before it: which places each edition changed.
///
/// Kept in the index itself, so that a file and its history are swapped in one step. Only ids are
/// written down; whether a place is gone is told by its absence.
struct ChangeLog {
    /// Editions that can be asked about, the newest included.
    static let mostEditions = 10
    /// Changes kept over all editions; older editions go first.
    static let mostChanges = 50_000

    static let schema = """
        CREATE TABLE edition(number INTEGER PRIMARY KEY, version TEXT NOT NULL);
        CREATE TABLE change(
            id TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY(id, number)) WITHOUT ROWID;
        CREATE TABLE mark(id TEXT PRIMARY KEY, digest INTEGER NOT NULL) WITHOUT ROWID;
        """

    private(set) var editions: [(number: Int, version: String)] = []
    private(set) var changes: [(number: Int, id: String)] = []
    /// What was known of each place.
    private var marks: [String: Int] = [:]

    /// An empty history.
    init() {}

    /// The history in the index at `path`, of whatever format; empty when there is none to be read.
    init(ofIndexAt path: String) {
        guard access(path, R_OK) == 0 else { return }
        do throws(PlaceFault) {
            let database = try Database(path: path, mode: .immutable)
            let editions = try database.prepare(
                "SELECT number, version FROM edition ORDER BY number")
            while try editions.step() {
                self.editions.append((editions.integer(0), editions.text(1)))
            }
            let changes = try database.prepare("SELECT number, id FROM change ORDER BY number, id")
            while try changes.step() {
                self.changes.append((changes.integer(0), changes.text(1)))
            }
            let marks = try database.prepare("SELECT id, digest FROM mark")
            while try marks.step() { self.marks[marks.text(0)] = marks.integer(1) }
        } catch {
            // A damaged index, or one from before there was a history: clients fetch all anew.
            self = ChangeLog()
        }
    }

    /// Adds an edition with these places, unless it is the one that is there.
    mutating func add(_ version: String, _ places: [String: Int]) {
        defer { marks = places }
        guard editions.last?.version != version else { return }
        let number = (editions.last?.number ?? 0) + 1
        if !editions.isEmpty {
            let different = places.filter { marks[$0.key] != $0.value }.keys
            let gone = marks.keys.filter { places[$0] == nil }
            changes += (different + gone).sorted().map { (number, $0) }
        }
        // The same version again means what it means now.
        editions.removeAll { $0.version == version }
        editions.append((number, version))
        forget()
    }

    private mutating func forget() {
        while editions.count > 1,
            editions.count > Self.mostEditions || changes.count > Self.mostChanges
        {
            editions.removeFirst()
            // What led to an edition is asked for only from the one before it.
            guard let oldest = editions.first?.number else { return }
            changes.removeAll { $0.number <= oldest }
        }
    }

    /// Writes all of it into the tables of ``schema``.
    func write(to database: Database) throws(PlaceFault) {
        let edition = try database.prepare("INSERT INTO edition VALUES(?1,?2)")
        for (number, version) in editions {
            edition.bind(number, at: 1)
            edition.bind(version, at: 2)
            try edition.run()
        }
        let change = try database.prepare("INSERT INTO change VALUES(?1,?2)")
        for (number, id) in changes {
            change.bind(id, at: 1)
            change.bind(number, at: 2)
            try change.run()
        }
        let mark = try database.prepare("INSERT INTO mark VALUES(?1,?2)")
        for (id, digest) in marks.sorted(by: { $0.key < $1.key }) {
            mark.bind(id, at: 1)
            mark.bind(digest, at: 2)
            try mark.run()
        }
    }

    /// A digest of all that is shown of each place; its popularity is not.
    static func places(in database: Database) throws(PlaceFault) -> [String: Int] {
        let rows = try database.prepare(
            """
            SELECT id, kind, name, cc, adm, lat, lon, pop, tz, iata, west, south, east, north, names
            FROM place JOIN shown USING(rank)
            """)
        var places: [String: Int] = [:]
        while try rows.step() {
            // FNV-1a in 64 bits: no defence against malice, which has no place in our own data.
            var digest: UInt64 = 0xCBF2_9CE4_8422_2325
            for column in Int32(1)...14 {
                for byte in rows.bytes(column) {
                    digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
                }
                digest = (digest ^ 0xFF) &* 0x100_0000_01B3
            }
            places[rows.text(0)] = Int(truncatingIfNeeded: digest)
        }
        return places
    }
}

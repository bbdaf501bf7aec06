internal import TravelModel

/// Asks an open index what has changed since an edition.
struct ChangeReader {
    private let edition: Statement
    private let change: Statement

    init(_ database: Database) throws(PlaceFault) {
        edition = try database.prepare("SELECT number FROM edition WHERE version=?1")
        change = try database.prepare(
            """
            SELECT DISTINCT id FROM change WHERE number>?1 AND id>?2 ORDER BY id LIMIT ?3
            """)
    }

    /// Ids of places that are new, different or gone since `version`, after an id and in order, at most
    /// so many; `nil` for a version that is not known.
    func changes(
        since version: String, after: PlaceID?, limit: Int
    ) throws(PlaceFault) -> [PlaceID]? {
        edition.bind(version, at: 1)
        defer { edition.reset() }
        guard try edition.step() else { return nil }
        change.bind(edition.integer(0), at: 1)
        change.bind(after?.text ?? "", at: 2)
        change.bind(max(0, limit), at: 3)
        defer { change.reset() }
        var found: [PlaceID] = []
        while try change.step() {
            if let id = PlaceID(change.text(0)) { found.append(id) }
        }
        return found
    }
}

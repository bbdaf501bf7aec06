internal import Glibc
public import TravelModel

/// An index file, open for reading.
///
/// Used by one thread at a time: `PlaceDirectory` is the safe way to share one. The file is mapped
/// and never locked; a new index comes by rename and is seen by the next one opened.
public final class PlaceIndex {
    /// Hits kept beyond the limit, to choose a mixed list from.
    static let spareHits = 8
    /// Parents named beside the country.
    private static let mostParents = 4

    /// The version of index and data, fit for an entity tag.
    public let version: String

    private let database: Database
    private let table: PlaceTable
    private let twins: PlaceTwins
    private let rows: PlaceRows
    private let changes: ChangeReader
    private let search: CandidateSearch
    private let hotelCount: (PlaceGround) -> Int
    private var countryNames: [CountryCode: ShownNames] = [:]

    /// Opens an index; takes some tens of milliseconds and a few megabytes.
    ///
    /// - Parameters:
    ///   - path: a file made by `PlaceIndexBuilder`.
    ///   - hotelCount: hotels that can be searched at a place; asked once for each suggestion.
    /// - Throws: `PlaceFault.file`, `.notAnIndex`, `.database`.
    public init(
        path: String, hotelCount: @escaping (PlaceGround) -> Int = { _ in 0 }
    ) throws(PlaceFault) {
        guard access(path, R_OK) == 0 else { throw .file(path: path, code: errno) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notAnIndex(path: path)
        }
        database = try Database(path: path, mode: .immutable)
        version = try Self.checkedVersion(database, path)
        try database.execute("PRAGMA mmap_size=1073741824; PRAGMA cache_size=-8000")
        table = try Self.table(database)
        twins = try Self.block(IndexFormat.twinBlock, database, PlaceTwins.init)
        rows = try PlaceRows(database)
        changes = try ChangeReader(database)
        search = try CandidateSearch(
            database, table, Self.terms(database),
            QueryMender(Self.block(IndexFormat.typoBlock, database, TypoTrie.init)))
        self.hotelCount = hotelCount
    }

    /// Suggests places for what was typed so far.
    ///
    /// Text of no letters or digits gives nothing; blank text gives the popular places. Stops early
    /// when the task is cancelled.
    ///
    /// - Throws: `PlaceFault.cancelled`, `.database` for a damaged file.
    public func suggest(_ query: SuggestQuery) throws(PlaceFault) -> PlaceSuggestions {
        if Task.isCancelled { throw .cancelled }
        let found = try ranked(query)
        let writer = try writer(query.language, for: found.hits)
        return PlaceSuggestions(
            query: query.text, items: try writer.suggestions(found, for: query), version: version)
    }

    /// The hits for a query, of which an answer is written.
    func ranked(_ query: SuggestQuery) throws(PlaceFault) -> SearchResult {
        let match = MatchQuery(query.text)
        if !match.isEmpty {
            return try search.hits(
                match,
                SearchScope(
                    limit: query.limit + Self.spareHits, kinds: query.kinds, near: query.near))
        }
        let isBlank = query.text.allSatisfy(\.isWhitespace)
        return SearchResult(hits: isBlank ? popular(query) : [], queries: [match])
    }

    /// The place with this id; `nil` when the index has none.
    ///
    /// - Parameter language: BCP 47 tag of the names to show; `nil` shows the usual ones.
    /// - Throws: `PlaceFault.database` for a damaged file.
    public func place(_ id: PlaceID, language: String? = nil) throws(PlaceFault) -> Place? {
        guard let rank = try rows.rank(of: id) else { return nil }
        return try place(rank, language)
    }

    /// The cities within a distance, nearest first.
    ///
    /// - Parameters:
    ///   - radius: kilometres; more than 500 counts as 500.
    ///   - limit: at most 100.
    /// - Throws: `PlaceFault.database` for a damaged file.
    public func cities(
        near point: GeoPoint, withinKm radius: Double, limit: Int = 10, language: String? = nil
    ) throws(PlaceFault) -> [NearbyPlace] {
        let found = table.cities(near: point, withinKm: min(max(0, radius), 500))
        var cities: [NearbyPlace] = []
        for (rank, away) in found.prefix(min(max(0, limit), 100)) {
            if let place = try place(rank, language) {
                cities.append(NearbyPlace(place: place, distanceKm: away))
            }
        }
        return cities
    }

    /// What has changed since a version, a page at a time; `nil` when that is not known any more.
    ///
    /// - Parameters:
    ///   - after: the last place of the page before.
    ///   - limit: values outside 1...1,000 count as the nearest.
    /// - Throws: `PlaceFault.database` for a damaged file.
    public func changes(
        since version: String, after: PlaceID? = nil, limit: Int = PlaceChanges.mostEntries,
        language: String? = nil
    ) throws(PlaceFault) -> PlaceChanges? {
        let limit = min(max(1, limit), PlaceChanges.mostEntries)
        guard let found = try changes.changes(since: version, after: after, limit: limit + 1) else {
            return nil
        }
        let page = found.prefix(limit)
        var hits: [Hit] = []
        var removed: [PlaceID] = []
        for id in page {
            if let rank = try rows.rank(of: id) {
                hits.append(Hit(rank: rank, score: table.score(rank), match: 0, line: 0))
            } else {
                removed.append(id)
            }
        }
        let changed = try writer(language, for: hits).plain(hits, language)
        return PlaceChanges(
            version: self.version, changed: changed, removed: removed,
            next: found.count > limit ? page.last : nil)
    }

    /// What the index holds.
    ///
    /// - Throws: `PlaceFault.database` for a damaged file.
    public func statistics() throws(PlaceFault) -> PlaceStatistics {
        let names = Int(try Self.meta("names", database) ?? "") ?? 0
        let built = Int(try Self.meta("built", database) ?? "") ?? 0
        let size = try database.prepare(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        let bytes = try size.step() ? size.integer(0) : 0
        return PlaceStatistics(
            version: version, counts: try counts(),
            names: names, bytes: bytes, buildMilliseconds: built)
    }

    /// The fingerprint of what the index at `path` was made of; `nil` when it is no index of this
    /// version, or was made without one.
    public static func fingerprint(ofIndexAt path: String) -> String? {
        guard access(path, R_OK) == 0, let database = try? Database(path: path, mode: .immutable),
            (try? checkedVersion(database, path)) != nil
        else { return nil }
        return (try? meta("fingerprint", database)) ?? nil
    }

    private static func meta(_ key: String, _ database: Database) throws(PlaceFault) -> String? {
        let row = try database.prepare("SELECT value FROM meta WHERE key=?1")
        row.bind(key, at: 1)
        return try row.step() ? row.text(0) : nil
    }

    private func counts() throws(PlaceFault) -> [PlaceKind: Int] {
        let rows = try database.prepare("SELECT kind, count(*) FROM place GROUP BY kind")
        var counts: [PlaceKind: Int] = [:]
        while try rows.step() {
            if let kind = PlaceKind(code: rows.integer(0)) { counts[kind] = rows.integer(1) }
        }
        return counts
    }

    private static func checkedVersion(
        _ database: Database, _ path: String
    ) throws(PlaceFault) -> String {
        do throws(PlaceFault) {
            let header = try database.prepare(
                "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
            )
            guard try header.step(), header.integer(0) == IndexFormat.applicationID,
                header.integer(1) == IndexFormat.version
            else { throw .notAnIndex(path: path) }
            let meta = try database.prepare("SELECT value FROM meta WHERE key='version'")
            guard try meta.step() else { throw .notAnIndex(path: path) }
            return meta.text(0)
        } catch {
            throw .notAnIndex(path: path)
        }
    }

    /// The block of all places.
    static func table(_ database: Database) throws(PlaceFault) -> PlaceTable {
        try block(IndexFormat.tableBlock, database, PlaceTable.init)
    }

    /// The terms that expressions are chosen by.
    static func terms(_ database: Database) throws(PlaceFault) -> IndexTerms {
        try block(IndexFormat.termsBlock, database, IndexTerms.init)
    }

    /// Reads a block.
    private static func block<Block>(
        _ name: String, _ database: Database, _ read: (UnsafeRawBufferPointer) -> Block?
    ) throws(PlaceFault) -> Block {
        let row = try database.prepare("SELECT bytes FROM block WHERE name=?1")
        row.bind(name, at: 1)
        guard try row.step(), let block = read(row.bytes(0)) else {
            throw .database(code: 0, during: "reading the block \(name), which is damaged")
        }
        return block
    }

    private func place(_ rank: Int, _ language: String?) throws(PlaceFault) -> Place? {
        guard let row = try rows.row(rank) else { return nil }
        return Place(
            id: row.id, kind: row.kind, name: row.names.name(in: language),
            region: row.region.isEmpty ? nil : row.region,
            country: try countryNames(row.country)?.name(in: language) ?? "",
            countryCode: row.country, centre: row.position,
            zone: row.zone.isEmpty ? nil : row.zone,
            population: row.population > 0 ? row.population : nil, iata: row.iata,
            extent: row.extent, parents: try parents(row), names: row.names.names)
    }

    /// What the place lies in, the smallest first: its city, its region, its country.
    private func parents(_ row: PlaceRow) throws(PlaceFault) -> [PlaceID] {
        var parents: [PlaceID] = []
        var next = row.parent
        while let id = next, parents.count < Self.mostParents, let rank = try rows.rank(of: id) {
            parents.append(id)
            next = try rows.row(rank)?.parent
        }
        if let rank = table.countryRanks[row.country], rank != row.rank,
            let country = try rows.row(rank)
        {
            parents.append(country.id)
        }
        return parents
    }

    /// The most popular places of the kinds wanted, as hits.
    private func popular(_ query: SuggestQuery) -> [Hit] {
        var hits: [Hit] = []
        for rank in 1..<(table.count + 1) {
            guard let kind = table.kind(rank), query.kinds.contains(kind) else { continue }
            hits.append(Hit(rank: rank, score: table.score(rank), match: 0, line: 0))
            if hits.count == query.limit + Self.spareHits { break }
        }
        return hits
    }

    private func countryNames(_ code: CountryCode) throws(PlaceFault) -> ShownNames? {
        if let known = countryNames[code] { return known }
        guard let rank = table.countryRanks[code] else { return nil }
        // At most one entry a country of the index.
        let names = try rows.names(rank)
        countryNames[code] = names
        return names
    }

    private func writer(
        _ language: String?, for hits: [Hit]
    ) throws(PlaceFault) -> SuggestionWriter {
        let names = try countryNames(of: hits)
        return SuggestionWriter(
            rows, table, twins,
            countryName: { names[$0]?.name(in: language) ?? "" }, hotelCount: hotelCount)
    }

    private func countryNames(of hits: [Hit]) throws(PlaceFault) -> [CountryCode: ShownNames] {
        var names: [CountryCode: ShownNames] = [:]
        for hit in hits {
            guard let code = table.country(hit.rank), names[code] == nil else { continue }
            names[code] = try countryNames(code)
        }
        return names
    }
}

/// A place and how far away it is.
public struct NearbyPlace: Sendable, Equatable {
    /// The place.
    public var place: Place
    /// Great-circle distance in kilometres.
    public var distanceKm: Double
}

/// What an index holds.
public struct PlaceStatistics: Sendable, Equatable {
    /// The version that answers carry.
    public var version: String
    /// Places of each kind.
    public var counts: [PlaceKind: Int]
    /// Different folded names over all places.
    public var names: Int
    /// Size of the index file.
    public var bytes: Int
    /// How long the build took until the file was whole.
    public var buildMilliseconds: Int
}

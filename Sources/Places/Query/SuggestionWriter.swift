internal import TravelModel

/// Makes suggestions of hits: names in the asker's language, labels, highlights, a mixed list.
struct SuggestionWriter {
    private static let accentBonus = 0.1

    private let rows: PlaceRows
    private let table: PlaceTable
    private let twins: PlaceTwins
    private let countryName: (CountryCode) -> String
    private let hotelCount: (PlaceGround) -> Int

    init(
        _ rows: PlaceRows, _ table: PlaceTable, _ twins: PlaceTwins,
        countryName: @escaping (CountryCode) -> String, hotelCount: @escaping (PlaceGround) -> Int
    ) {
        self.rows = rows
        self.table = table
        self.twins = twins
        self.countryName = countryName
        self.hotelCount = hotelCount
    }

    /// The suggestions for what was found, at most the query's limit.
    func suggestions(
        _ found: SearchResult, for query: SuggestQuery
    ) throws(PlaceFault) -> [PlaceSuggestion] {
        var hits = found.hits
        if query.text.utf8.contains(where: { $0 >= 0x80 }) {
            hits = try preferringAccents(hits, typed: query.text.lowercased())
        }
        let chosen = Self.mixed(twins.collapsed(hits), limit: query.limit, kinds: query.kinds) {
            table.kind($0.rank) ?? .city
        }
        let labeller = PlaceLabeller(rows: rows, table: table, language: query.language)
        var lines: [PlaceLabeller.Line] = []
        for hit in chosen {
            guard let row = try rows.row(hit.rank), found.queries.indices.contains(hit.query)
            else { continue }
            let match = found.queries[hit.query]
            let alias = match.isEmpty ? nil : try alias(hit, row.names)
            let item = suggestion(hit, row, alias, query, match)
            lines.append(try labeller.line(item, rank: hit.rank))
        }
        try labeller.label(&lines)
        for index in lines.indices {
            let others = try also(lines[index].rank, query, labeller)
            lines[index].item.also = labeller.chips(others, beside: &lines[index])
            lines[index].item.label = lines[index].label.text
        }
        return lines.map(\.item)
    }

    /// The twins of a place, of the kinds wanted.
    private func also(
        _ rank: Int, _ query: SuggestQuery, _ labeller: PlaceLabeller
    ) throws(PlaceFault) -> [PlaceLabeller.Line] {
        var lines: [PlaceLabeller.Line] = []
        for twin in twins.of(rank) where lines.count < PlaceSuggestion.mostAlso {
            guard let kind = table.kind(twin), query.kinds.contains(kind),
                let row = try rows.row(twin)
            else { continue }
            let hit = Hit(rank: twin, score: row.popularity, match: 0, line: 0)
            let item = suggestion(hit, row, nil, query, MatchQuery(""))
            lines.append(try labeller.line(item, rank: twin))
        }
        return lines
    }

    /// The name as written that the best line came from.
    private func alias(_ hit: Hit, _ names: ShownNames) throws(PlaceFault) -> String? {
        guard let origin = try rows.origin(ofLine: hit.line, rank: hit.rank) else { return nil }
        return names.text(at: origin)
    }

    /// Between equals, the name that has the accents as they were typed comes first.
    private func preferringAccents(_ hits: [Hit], typed: String) throws(PlaceFault) -> [Hit] {
        var hits = hits
        for index in hits.indices {
            let names = try rows.names(hits[index].rank)
            let known = [names.usual, try alias(hits[index], names) ?? ""]
            if known.contains(where: { $0.lowercased().hasPrefix(typed) }) {
                hits[index].score += Self.accentBonus
            }
        }
        return hits.sorted(by: HitList.precedes)
    }

    /// The places of hits as they are, in their order: nothing was typed.
    func plain(_ hits: [Hit], _ language: String?) throws(PlaceFault) -> [PlaceSuggestion] {
        let query = SuggestQuery(popular: 1, language: language)
        let match = MatchQuery("")
        let labeller = PlaceLabeller(rows: rows, table: table, language: language)
        var lines: [PlaceLabeller.Line] = []
        for hit in hits {
            guard let row = try rows.row(hit.rank) else { continue }
            let item = suggestion(hit, row, nil, query, match)
            lines.append(try labeller.line(item, rank: hit.rank))
        }
        try labeller.label(&lines)
        return lines.map(\.item)
    }

    /// At most three airports and four hotels in eight, unless nothing else is left to show.
    static func mixed<Element>(
        _ elements: [Element], limit: Int, kinds: Set<PlaceKind>, kind: (Element) -> PlaceKind
    ) -> [Element] {
        guard kinds.count > 1 else { return Array(elements.prefix(limit)) }
        var chosen: [Element] = []
        var passed: [Element] = []
        for element in elements where chosen.count < limit {
            let own = kind(element)
            let most = own == .airport ? 3 : own == .hotel ? 4 : 8
            let same = chosen.suffix(7).filter { kind($0) == own }.count
            if same < most { chosen.append(element) } else { passed.append(element) }
        }
        return chosen + passed.prefix(limit - chosen.count)
    }

    private func suggestion(
        _ hit: Hit, _ row: PlaceRow, _ alias: String?, _ query: SuggestQuery, _ match: MatchQuery
    ) -> PlaceSuggestion {
        let name = row.names.name(in: query.language)
        let matched = match.isEmpty ? [] : Highlight.ranges(of: match, in: name)
        // An alias is worth saying only when it explains more than the shown name does.
        let explains =
            alias.map { alias in
                alias != name
                    && Highlight.wordCount(of: match, in: alias)
                        > Highlight.wordCount(of: match, in: name)
            } ?? false
        return PlaceSuggestion(
            placeID: row.id, kind: row.kind, name: name, label: name,
            region: row.region.isEmpty ? nil : row.region, country: countryName(row.country),
            countryCode: row.country, position: row.position,
            zone: row.zone.isEmpty ? nil : row.zone,
            population: row.population > 0 ? row.population : nil, iata: row.iata,
            hotelCount: hotelCount(row.ground), matched: matched,
            matchedAlias: explains ? alias : nil, score: hit.score, popularity: row.popularity,
            match: hit.match)
    }
}

internal import TravelModel

/// Writes places into the tables of a new index.
struct PlaceWriter {
    private let place: Statement
    private let names: Statement
    private let shown: Statement
    private let words: Statement

    init(_ database: Database) throws(PlaceFault) {
        place = try database.prepare(
            "INSERT INTO place VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17)")
        names = try database.prepare("INSERT INTO pn VALUES(?1,?2,?3,?4)")
        shown = try database.prepare("INSERT INTO shown VALUES(?1,?2)")
        words = try database.prepare("INSERT INTO f(rowid,t) VALUES(?1,?2)")
    }

    /// Writes one place.
    func insert(_ draft: DraftPlace, _ indexed: IndexedNames, rank: Int) throws(PlaceFault) {
        try insertPlace(draft, rank)
        names.bind(rank, at: 1)
        names.bind(indexed.lines, at: 2)
        names.bind(indexed.context, at: 3)
        names.bind(blob: indexed.origins, at: 4)
        try names.run()
        shown.bind(rank, at: 1)
        shown.bind(indexed.shown, at: 2)
        try shown.run()
        words.bind(rank, at: 1)
        words.bind(indexed.document, at: 2)
        try words.run()
    }

    private func insertPlace(_ draft: DraftPlace, _ rank: Int) throws(PlaceFault) {
        place.bind(rank, at: 1)
        place.bind(draft.id.text, at: 2)
        place.bind(Int(draft.kind.code), at: 3)
        place.bind(draft.name, at: 4)
        place.bind(draft.country.text, at: 5)
        place.bind(draft.region, at: 6)
        place.bind(draft.position.latitude, at: 7)
        place.bind(draft.position.longitude, at: 8)
        place.bind(draft.population, at: 9)
        place.bind(draft.popularity, at: 10)
        place.bind(draft.zone, at: 11)
        place.bind(draft.iata, at: 12)
        if case .box(let west, let south, let east, let north) = draft.box {
            for (offset, edge) in [west, south, east, north].enumerated() {
                place.bind(edge, at: Int32(13 + offset))
            }
        } else {
            for index in Int32(13)...16 { place.bind(nil, at: index) }
        }
        place.bind(draft.parent?.text, at: 17)
        try place.run()
    }
}

internal import TravelModel

/// What every query needs of every place, held in memory in order of rank.
struct PlaceTable {
    private(set) var kinds: [PlaceKind] = []
    private(set) var scores: [Double] = []
    private(set) var positions: [GeoPoint] = []
    private(set) var countries: [CountryCode] = []
    private(set) var countryRanks: [CountryCode: Int] = [:]
    /// Ranks of the cities, from south to north.
    private(set) var citiesByLatitude: [Int] = []

    init(_ database: Database) throws(PlaceFault) {
        let rows = try database.prepare(
            "SELECT rank, kind, score, lat, lon, cc FROM place ORDER BY rank")
        while try rows.step() {
            guard rows.integer(0) == kinds.count + 1, let kind = PlaceKind(code: rows.integer(1)),
                let point = GeoPoint(latitude: rows.double(3), longitude: rows.double(4)),
                let country = CountryCode(rows.text(5))
            else { throw .database(code: 0, during: "reading the place table: damaged row") }
            kinds.append(kind)
            scores.append(rows.double(2))
            positions.append(point)
            countries.append(country)
            if kind == .country { countryRanks[country] = kinds.count }
            if kind == .city { citiesByLatitude.append(kinds.count) }
        }
        let positions = positions
        citiesByLatitude.sort {
            (positions[$0 - 1].latitude, $0) < (positions[$1 - 1].latitude, $1)
        }
    }

    var count: Int { kinds.count }

    /// The country of a place.
    func country(_ rank: Int) -> CountryCode? { contains(rank) ? countries[rank - 1] : nil }

    /// Whether there is a place of this rank.
    func contains(_ rank: Int) -> Bool { rank >= 1 && rank <= kinds.count }

    /// The cities within a distance, nearest first; ties go to the more popular.
    func cities(near point: GeoPoint, withinKm radius: Double) -> [(rank: Int, km: Double)] {
        let degrees = radius / 110.5
        var low = 0
        var high = citiesByLatitude.count
        while low < high {
            let middle = (low + high) / 2
            if latitude(at: middle) < point.latitude - degrees {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [(rank: Int, km: Double)] = []
        for index in low..<citiesByLatitude.count {
            if latitude(at: index) > point.latitude + degrees { break }
            let rank = citiesByLatitude[index]
            let away = positions[rank - 1].kilometres(to: point)
            if away <= radius { found.append((rank, away)) }
        }
        return found.sorted { ($0.km, $0.rank) < ($1.km, $1.rank) }
    }

    private func latitude(at index: Int) -> Double {
        positions[citiesByLatitude[index] - 1].latitude
    }
}

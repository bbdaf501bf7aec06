internal import TravelModel

/// One row of the place table with its names.
struct PlaceRow {
    var rank: Int
    var id: PlaceID
    var kind: PlaceKind
    var country: CountryCode
    var region: String
    var position: GeoPoint
    var population: Int
    var zone: String
    var iata: String?
    var box: PlaceExtent?
    /// What it lies in next, below its country.
    var parent: PlaceID?
    /// What it is worth before anything is typed.
    var popularity: Double
    var names: ShownNames

    /// What a search for the place covers.
    ///
    /// A city's radius grows with the root of its people:
    /// 4 km for 20,000, 8 km for half a million, 24 km for nine million.
    var extent: PlaceExtent {
        if let box { return box }
        switch kind {
        case .city: return .circle(radiusKm: min(40, 3 + 0.007 * Double(population).squareRoot()))
        case .airport: return .circle(radiusKm: 25)
        case .country, .region, .landmark, .hotel: return .circle(radiusKm: 10)
        }
    }
}

extension PlaceRow {
    var ground: PlaceGround {
        PlaceGround(id: id, kind: kind, country: country, centre: position, extent: extent)
    }
}

/// Reads rows by rank or id.
struct PlaceRows {
    private let byRank: Statement
    private let rankOfID: Statement
    private let shown: Statement
    private let origins: Statement

    init(_ database: Database) throws(PlaceFault) {
        byRank = try database.prepare(
            """
            SELECT id, kind, cc, adm, lat, lon, pop, tz, iata, west, south, east, north,
                parent, score
            FROM place WHERE rank=?1
            """)
        rankOfID = try database.prepare("SELECT rank FROM place WHERE id=?1")
        shown = try database.prepare("SELECT names FROM shown WHERE rank=?1")
        origins = try database.prepare("SELECT origins FROM pn WHERE rank=?1")
    }

    /// The rank of a place, if it is known.
    func rank(of id: PlaceID) throws(PlaceFault) -> Int? {
        rankOfID.bind(id.text, at: 1)
        defer { rankOfID.reset() }
        return try rankOfID.step() ? rankOfID.integer(0) : nil
    }

    /// The row of a rank; `nil` when there is none or it is damaged.
    func row(_ rank: Int) throws(PlaceFault) -> PlaceRow? {
        let names = try names(rank)
        byRank.bind(rank, at: 1)
        defer { byRank.reset() }
        guard try byRank.step(), let id = PlaceID(byRank.text(0)),
            let kind = PlaceKind(code: byRank.integer(1)),
            let country = CountryCode(byRank.text(2)),
            let position = GeoPoint(latitude: byRank.double(4), longitude: byRank.double(5))
        else { return nil }
        let box: PlaceExtent? =
            byRank.isNull(9)
            ? nil
            : .box(
                west: byRank.double(9), south: byRank.double(10), east: byRank.double(11),
                north: byRank.double(12))
        return PlaceRow(
            rank: rank, id: id, kind: kind, country: country, region: byRank.text(3),
            position: position, population: byRank.integer(6), zone: byRank.text(7),
            iata: byRank.isNull(8) ? nil : byRank.text(8), box: box,
            parent: byRank.isNull(13) ? nil : PlaceID(byRank.text(13)),
            popularity: byRank.double(14), names: names)
    }

    /// The names of a rank as they are written.
    func names(_ rank: Int) throws(PlaceFault) -> ShownNames {
        shown.bind(rank, at: 1)
        defer { shown.reset() }
        guard try shown.step() else {
            return ShownNames(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return ShownNames(shown.bytes(0))
    }

    /// Which shown name made a line of the folded names; `nil` when none did.
    func origin(ofLine line: Int, rank: Int) throws(PlaceFault) -> Int? {
        origins.bind(rank, at: 1)
        defer { origins.reset() }
        guard try origins.step() else { return nil }
        let bytes = origins.bytes(0)
        guard line >= 0, line * 2 + 1 < bytes.count else { return nil }
        let origin = UInt16(bytes[line * 2]) | UInt16(bytes[line * 2 + 1]) << 8
        return origin == IndexedNames.noOrigin ? nil : Int(origin)
    }
}

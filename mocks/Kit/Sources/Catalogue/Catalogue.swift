import WireFormat

/// The ground truth that all mocks of a fleet share.
public struct Catalogue: Sendable {
    /// Hotels by our id.
    public let hotels: [String: CatalogueHotel]
    /// Local times of the hotels.
    public let zones: ZoneTable
    /// Rates for suppliers that convert.
    public let exchange: Exchange
    private let listings: [String: [SupplierListing]]

    /// Reads the files of the folder `mocks/catalogue`, and the list of each supplier named.
    public init(folder: String, suppliers: [String]) throws(CatalogueFault) {
        func read(_ name: String) throws(CatalogueFault) -> [UInt8] {
            let path = "\(folder)/\(name)"
            guard let bytes = DataFile.read(path) else {
                throw CatalogueFault(path, 0, "cannot be read")
            }
            return bytes
        }
        let rooms = try Self.rooms(read("rooms.tsv"))
        let hotels = try Self.hotels(read("hotels.jsonl"), rooms: rooms)
        zones = try Self.zones(read("zones.tsv"))
        exchange = try Self.exchange(read("ecb-rates.json"))
        var listings: [String: [SupplierListing]] = [:]
        for supplier in suppliers {
            let name = "suppliers/\(supplier).tsv"
            listings[supplier] = try Self.listings(read(name), source: name, hotels: hotels)
        }
        self.hotels = hotels
        self.listings = listings
    }

    /// A catalogue made in memory, for tests.
    public init(
        hotels: [CatalogueHotel], zones: ZoneTable, exchange: Exchange,
        listings: [String: [SupplierListing]]
    ) {
        self.hotels = Dictionary(hotels.map { ($0.id, $0) }) { first, _ in first }
        self.zones = zones
        self.exchange = exchange
        self.listings = listings
    }

    /// What a supplier lists, by its code.
    public func listings(of supplier: String) -> [String: SupplierListing] {
        Dictionary((listings[supplier] ?? []).map { ($0.code, $0) }) { first, _ in first }
    }

    private static func rooms(_ bytes: [UInt8]) throws(CatalogueFault) -> [String: RoomType] {
        let columns = ["code", "name", "beds", "max", "adults", "factor"]
        let table = try TabTable(bytes, source: "rooms.tsv", columns: columns)
        var rooms: [String: RoomType] = [:]
        for row in table.rows {
            guard let percent = Amount.scaled(table.text(row, "factor"), digits: 2) else {
                throw CatalogueFault(table.source, row.line, "factor is not a decimal")
            }
            let code = table.text(row, "code")
            rooms[code] = RoomType(
                code: code, name: table.text(row, "name"), beds: table.text(row, "beds"),
                most: try table.integer(row, "max"), adults: try table.integer(row, "adults"),
                percent: percent)
        }
        return rooms
    }

    private static func zones(_ bytes: [UInt8]) throws(CatalogueFault) -> ZoneTable {
        let table = try TabTable(bytes, source: "zones.tsv", columns: ["zone", "from", "minutes"])
        var zones = ZoneTable()
        for row in table.rows {
            zones.add(
                table.text(row, "zone"), from: Int64(try table.integer(row, "from")),
                minutes: try table.integer(row, "minutes"))
        }
        return zones
    }

    private static func listings(
        _ bytes: [UInt8], source: String, hotels: [String: CatalogueHotel]
    ) throws(CatalogueFault) -> [SupplierListing] {
        let columns = ["code", "hotel", "name", "lat", "lon", "stars", "trap"]
        let table = try TabTable(bytes, source: source, columns: columns)
        var listings: [SupplierListing] = []
        for row in table.rows {
            guard let hotel = hotels[table.text(row, "hotel")] else {
                throw CatalogueFault(source, row.line, "names a hotel that does not exist")
            }
            listings.append(
                SupplierListing(
                    code: table.text(row, "code"), name: table.text(row, "name"),
                    latitude: table.text(row, "lat"), longitude: table.text(row, "lon"),
                    stars: try table.integer(row, "stars"), hotel: hotel))
        }
        return listings
    }

    private static func exchange(_ bytes: [UInt8]) throws(CatalogueFault) -> Exchange {
        guard let root = try? JSONValue(parsing: bytes), let asOf = root["asOf"]?.string,
            let rates = root["rates"]?.members
        else { throw CatalogueFault("ecb-rates.json", 0, "is not a table of rates") }
        let pairs = rates.compactMap { rate in rate.value.string.map { (rate.name, $0) } }
        return Exchange(asOf: asOf, rates: Dictionary(pairs) { first, _ in first })
    }
}

import Gateway
import TravelModel

/// The hotels of a catalogue folder, held in memory and indexed for the searches we get.
struct FileCatalogue: HotelCatalogue {
    /// What one supplier calls its hotels, both ways.
    private struct Crosswalk {
        var hotels: [SupplierHotelCode: HotelID] = [:]
        var codes: [HotelID: [SupplierHotelCode]] = [:]
    }

    private let hotels: [HotelID: CatalogueHotel]
    private var crosswalks: [SupplierID: Crosswalk] = [:]
    /// Hotels by whole degrees of latitude and longitude, so that a circle looks at few of them.
    private var cells: [Cell: [HotelID]] = [:]
    private var countries: [CountryCode: [HotelID]] = [:]
    /// How many hotels belong to each city.
    private(set) var countsByPlace: [PlaceID: Int] = [:]

    private struct Cell: Hashable {
        let latitude: Int
        let longitude: Int

        init(_ latitude: Double, _ longitude: Double) {
            self.latitude = Int(latitude.rounded(.down))
            self.longitude = Int(longitude.rounded(.down))
        }
    }

    /// Indexes hotels (ids unique, the last wins) and `supplier, code, hotel` mappings.
    init(
        hotels: [CatalogueHotel],
        mappings: [(supplier: SupplierID, code: SupplierHotelCode, hotel: HotelID)]
    ) {
        self.hotels = Dictionary(hotels.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        for id in self.hotels.keys.sorted() {
            guard let hotel = self.hotels[id] else { continue }
            cells[Cell(hotel.position.latitude, hotel.position.longitude), default: []].append(id)
            countries[hotel.country, default: []].append(id)
            countsByPlace[hotel.place, default: 0] += 1
        }
        for mapping in mappings where self.hotels[mapping.hotel] != nil {
            crosswalks[mapping.supplier, default: Crosswalk()].hotels[mapping.code] = mapping.hotel
        }
        for (supplier, crosswalk) in crosswalks {
            for code in crosswalk.hotels.keys.sorted() {
                guard let hotel = crosswalk.hotels[code] else { continue }
                crosswalks[supplier]?.codes[hotel, default: []].append(code)
            }
        }
    }

    var count: Int { hotels.count }

    /// Every hotel, by id.
    var all: [CatalogueHotel] { hotels.keys.sorted().compactMap { hotels[$0] } }

    func hotels(in area: SearchArea, most: Int) -> [CatalogueHotel] {
        switch area {
        case .hotels(let ids):
            return Array(ids.compactMap { hotels[$0] }.prefix(most))
        case .country(let country):
            return Array((countries[country] ?? []).compactMap { hotels[$0] }.prefix(most))
        case .box(let box, let country):
            let inside = (countries[country] ?? []).lazy.compactMap { hotels[$0] }
                .filter { box.contains($0.position) }
            return Array(inside.prefix(most))
        case .circle(let centre, let radius):
            let near = candidates(around: centre, radius: radius)
                .map { (hotel: $0, distance: centre.kilometres(to: $0.position)) }
                .filter { $0.distance <= radius }
                .sorted { ($0.distance, $0.hotel.id) < ($1.distance, $1.hotel.id) }
            return near.prefix(most).map(\.hotel)
        }
    }

    func hotel(_ id: HotelID) -> CatalogueHotel? { hotels[id] }

    func hotel(of supplier: SupplierID, code: SupplierHotelCode) -> HotelID? {
        crosswalks[supplier]?.hotels[code]
    }

    func codes(of hotel: HotelID, at supplier: SupplierID) -> [SupplierHotelCode] {
        crosswalks[supplier]?.codes[hotel] ?? []
    }

    /// Hotels of every cell the circle may touch; all of them when it is wider than the grid helps.
    private func candidates(around centre: GeoPoint, radius: Double) -> [CatalogueHotel] {
        let degrees = radius / 111 + 1
        guard degrees < 20, abs(centre.latitude) + degrees < 80 else {
            return hotels.keys.sorted().compactMap { hotels[$0] }
        }
        // A degree of longitude is shorter away from the equator; at 80 degrees a sixth.
        let wide = degrees * 6
        var found: [CatalogueHotel] = []
        for latitude in stride(
            from: centre.latitude - degrees, through: centre.latitude + degrees, by: 1)
        {
            for longitude in stride(
                from: centre.longitude - wide, through: centre.longitude + wide, by: 1)
            {
                let wrapped =
                    longitude > 180
                    ? longitude - 360
                    : longitude < -180
                        ? longitude + 360 : longitude
                found += (cells[Cell(latitude, wrapped)] ?? []).compactMap { hotels[$0] }
            }
        }
        return found
    }
}

import Gateway
import Places
import TravelModel

/// Places of searches, looked up in the autocomplete index; hotels also in the catalogue.
struct IndexedPlaces: PlaceResolver {
    let directory: PlaceDirectory
    let catalogue: any HotelCatalogue

    /// `nil` also when the index cannot be asked now: the search then says that it knows no place.
    func place(_ id: PlaceID) async -> ResolvedPlace? {
        // A hotel can be searched though the index is older than the catalogue.
        if let hotel = HotelID(id.text).flatMap({ catalogue.hotel($0) }) {
            return ResolvedPlace(id: id, name: hotel.name, area: .hotels([hotel.id]))
        }
        guard let place = try? await directory.place(id) else { return nil }
        return ResolvedPlace(id: id, name: place.name, area: SearchArea(place.ground))
    }
}

extension SearchArea {
    /// What a search for a place covers: all of a country, the hotels of a region's country that lie in
    /// its box, the hotel itself, a circle around anything else.
    init(_ ground: PlaceGround) {
        switch (ground.kind, ground.extent) {
        case (.country, _): self = .country(ground.country)
        case (.hotel, _):
            self = .hotels([HotelID(ground.id.text)].compactMap { $0 })
        case (_, .circle(let radius)):
            self = .circle(centre: ground.centre, radiusKilometres: radius)
        case (_, .box(let west, let south, let east, let north)):
            let box = GeoBox(west: west, south: south, east: east, north: north)
            self = box.map { .box($0, in: ground.country) } ?? .country(ground.country)
        }
    }
}

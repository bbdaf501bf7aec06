import Gateway
import Places
import TravelModel

/// Places of searches, looked up in the autocomplete index.
struct IndexedPlaces: PlaceResolver {
    let directory: PlaceDirectory

    /// `nil` also when the index cannot be asked now: the search then says that it knows no place.
    func place(_ id: PlaceID) async -> ResolvedPlace? {
        guard let place = try? await directory.place(id) else { return nil }
        let area: SearchArea =
            switch place.extent {
            case _ where place.kind == .country: .country(place.countryCode)
            case .circle(let radius): .circle(centre: place.centre, radiusKilometres: radius)
            case .box: .country(place.countryCode)
            }
        return ResolvedPlace(id: id, name: place.name, area: area)
    }
}

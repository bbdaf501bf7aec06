import Synchronization
import TravelModel
import Web

@testable import Places

/// Places of a list, with a switch for trouble.
final class ListedPlaces: PlaceSuggester {
    private struct State {
        var fault: PlaceFault?
        var asked: [SuggestQuery] = []
        var version = "v1"
    }

    // A lock around what tests set and read.
    private let state = Mutex(State())

    func fail(_ fault: PlaceFault?) { state.withLock { $0.fault = fault } }

    func publish(_ version: String) { state.withLock { $0.version = version } }

    /// The queries so far.
    var asked: [SuggestQuery] { state.withLock { $0.asked } }

    func suggest(_ query: SuggestQuery) async throws(PlaceFault) -> PlaceSuggestions {
        let (fault, version) = state.withLock { state in
            state.asked.append(query)
            return (state.fault, state.version)
        }
        if let fault { throw fault }
        let items = [Self.lisbon].compactMap { $0 }
        return PlaceSuggestions(
            query: query.text, items: Array(items.prefix(query.limit)), version: version)
    }

    var version: String { state.withLock { $0.version } }

    func changes(
        since version: String, after: PlaceID?, limit: Int, language: String?
    ) async throws(PlaceFault) -> PlaceChanges? {
        let (fault, now) = state.withLock { ($0.fault, $0.version) }
        if let fault { throw fault }
        guard version != "v0", let gone = PlaceID("geonames:1") else { return nil }
        let items = [Self.lisbon].compactMap { $0 }
        return PlaceChanges(
            version: now, changed: after == nil ? items : [], removed: [gone],
            next: after == nil ? gone : nil)
    }

    func place(_ id: PlaceID, language: String?) async throws(PlaceFault) -> Place? {
        if let fault = state.withLock({ $0.fault }) { throw fault }
        guard id.text == "geonames:2267057", let item = Self.lisbon,
            let parent = PlaceID("country:PT")
        else { return nil }
        return Place(
            id: id, kind: .city, name: language == "pt" ? "Lisboa" : "Lisbon", region: item.region,
            country: item.country, countryCode: item.countryCode, centre: item.position,
            zone: "Europe/Lisbon", population: 517_802, iata: nil,
            extent: .circle(radiusKm: 12.5), parents: [parent],
            names: [
                PlaceName(text: "Lisbon", languages: ["en"]),
                PlaceName(text: "Lisboa", languages: ["pt", "es"]),
            ])
    }

    private static let lisbon: PlaceSuggestion? = {
        guard let id = PlaceID("geonames:2267057"), let country = CountryCode("PT"),
            let position = GeoPoint(latitude: 38.71667, longitude: -9.13333),
            let region = PlaceID("geonames:2267056")
        else { return nil }
        return PlaceSuggestion(
            placeID: id, kind: .city, name: "Lisbon", label: "Lisbon, Portugal",
            region: "Lisbon District", country: "Portugal", countryCode: country,
            position: position, zone: "Europe/Lisbon", population: 517_802, iata: nil,
            hotelCount: 12, matched: [0..<3], matchedAlias: nil,
            also: [
                PlaceChip(placeID: region, kind: .region, label: "Lisbon (region), Portugal")
            ], score: 1)
    }()
}

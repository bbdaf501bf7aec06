import Testing
import TravelModel

@testable import Places

@Suite struct PlaceLookupTests {
    private func place(_ text: String, language: String? = nil) async throws -> Place? {
        try await Fixtures.directory.get().place(#require(PlaceID(text)), language: language)
    }

    @Test func aCityIsACircle() async throws {
        let london = try #require(try await place("geonames:2643743", language: "fr"))
        #expect(london.name == "Londres")
        #expect(london.country == "Royaume-Uni")
        #expect(london.zone == "Europe/London")
        guard case .circle(let radius) = london.extent else {
            Issue.record("a city should be a circle")
            return
        }
        #expect((15...30).contains(radius))
        #expect(london.names.first?.text == "London")
        #expect(london.names.contains { $0.text == "Londra" && $0.languages.contains("it") })
    }

    @Test func aCountryIsABox() async throws {
        let fiji = try #require(try await place("geonames:2205218"))
        #expect(fiji.kind == .country)
        #expect(fiji.zone == nil)
        guard case .box(let west, let south, let east, let north) = fiji.extent else {
            Issue.record("a country should be a box")
            return
        }
        // Fiji lies on both sides of the 180th meridian.
        #expect(west > 170 && east < -170)
        #expect(south < north)
    }

    @Test func anAirportHasItsCode() async throws {
        let heathrow = try #require(try await place("iata:LHR"))
        #expect(heathrow.kind == .airport)
        #expect(heathrow.iata == "LHR")
        #expect(
            heathrow.parents.map(\.text) == [
                "geonames:2643743", "geonames:6269131", "geonames:2635167",
            ])
        #expect(heathrow.extent == .circle(radiusKm: 25))
    }

    @Test(arguments: ["geonames:1", "iata:lhr", "hotel:x", "'--", "geonames:2643743 "])
    func unknownIdsAreNothing(_ text: String) async throws {
        guard let id = PlaceID(text) else { return }
        #expect(try await Fixtures.directory.get().place(id) == nil)
    }

    @Test(arguments: [
        ("zh-TW", "倫敦"), ("zh-Hant-TW", "倫敦"), ("zh", "伦敦"), ("DE_de", "London"), ("xx", "London"),
        ("", "London"), ("pt-BR", "Londres"),
    ])
    func languagesFallBack(_ tag: String, _ name: String) async throws {
        #expect(try await place("geonames:2643743", language: tag)?.name == name)
    }

    @Test func findsCitiesNearAPoint() async throws {
        let index = try Fixtures.directory.get()
        let point = try #require(GeoPoint(latitude: 48.8566, longitude: 2.3522))
        let near = try await index.cities(near: point, withinKm: 30, limit: 50)
        #expect(near.contains { $0.place.name == "Paris" })
        #expect(near.map(\.distanceKm) == near.map(\.distanceKm).sorted())
        #expect(near.allSatisfy { $0.distanceKm <= 30 && $0.place.kind == .city })
        // Over the antimeridian: Taveuni's side of the line sees Fiji's cities.
        let east = try #require(GeoPoint(latitude: -17.8, longitude: -179.9))
        #expect(
            try await index.cities(near: east, withinKm: 400).contains {
                $0.place.countryCode.text == "FJ"
            })
        #expect(try await index.cities(near: point, withinKm: -1) == [])
    }
}

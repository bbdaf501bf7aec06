import Testing
import TravelModel

@testable import Places

@Suite struct TwinTests {
    @Test(arguments: [
        ("singapore", "geonames:1880252", ["geonames:1880251"]),
        ("luxembourg", "geonames:2960316", ["geonames:2960313", "geonames:2960315"]),
        ("monaco", "geonames:2993458", ["geonames:2993457"]),
        ("tokyo", "geonames:1850147", ["geonames:1850144"]),
        ("vatican city", "geonames:6691831", ["geonames:3164670"]),
    ])
    func oneNameAtOneSpotIsOneLine(_ typed: String, _ shown: String, _ beside: [String])
        async throws
    {
        let items = try await Fixtures.suggest(typed)
        let line = try #require(items.first)
        #expect(line.placeID.text == shown)
        #expect(Set(line.also.map(\.placeID.text)) == Set(beside))
        #expect(!items.dropFirst().contains { beside.contains($0.placeID.text) })
        #expect(!line.also.contains { $0.label == line.label })
    }

    @Test func aRegionSaysThatItIsOne() async throws {
        let city = try #require(try await Fixtures.suggest("tokyo").first)
        #expect(city.also.map(\.label) == ["Tokyo (region), Japan"])
        #expect(city.also.map(\.kind) == [.region])
        let french = try #require(try await Fixtures.suggest("berlin", language: "fr").first)
        #expect(french.also.map(\.label) == ["Berlin (région), Allemagne"])
        // Córdoba's middle is 36 km from the city: two lines.
        let labels = try await Fixtures.suggest("cordoba").map(\.label)
        #expect(labels.contains("Córdoba, Argentina"))
        #expect(labels.contains("Córdoba (region), Argentina"))
    }

    @Test func onlyKindsThatAreWantedAreOffered() async throws {
        let cities = try await Fixtures.suggest("singapore", kinds: [.city])
        #expect(cities.first?.also == [])
        let countries = try await Fixtures.suggest("singapore", kinds: [.country])
        #expect(countries.first?.placeID.text == "geonames:1880251")
        #expect(try await Fixtures.suggest("paris").first?.also == [])
    }

    /// Two lines of one answer may look the same only when the places have no other name about them.
    @Test func labelsDiffer() throws {
        let index = try Fixtures.openIndex()
        let database = try Database(path: Fixtures.indexFile.get(), mode: .immutable)
        let rows = try database.prepare(
            "SELECT name FROM place WHERE kind IN (1,2) ORDER BY pop DESC, rank LIMIT 6000")
        var number = 0
        var asked = 0
        var alike: [String] = []
        while try rows.step() {
            number += 1
            guard number % 15 == 0 else { continue }
            let name = rows.text(0)
            for length in 1...min(name.count, 12) {
                let query = try SuggestQuery(String(name.prefix(length)), limit: 20)
                let labels = try index.suggest(query).items.map(\.label)
                asked += 1
                if Set(labels).count < labels.count { alike.append(query.text) }
            }
        }
        #expect(asked > 2_500)
        #expect(alike == [])
    }

    private static let data = [
        "tributary-places\t2\ttest",
        "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42",
        "R\tPT.14\t2\t11\tLisbon\tLisboa\t3000000\t38.9\t-9.1\t-9.5\t38.4\t-8.6\t39.3",
        "P\t3\tPT\t14\tLisbon\t38.7\t-9.1\t500000\tEurope/Lisbon\tc",
        "P\t4\tPT\t14\tSintra\t38.8\t-9.38\t30000\tEurope/Lisbon\t",
        "P\t5\tPT\t14\tSintra\t38.85\t-9.40\t0\tEurope/Lisbon\t",
        "P\t6\tPT\t14\tAldeia\t38.1\t-8.9\t600\tEurope/Lisbon\t",
        "P\t7\tPT\t14\tAldeia\t38.6\t-9.1\t700\tEurope/Lisbon\t",
        "P\t8\tPT\t14\tGrande\t38.15\t-8.9\t9000\tEurope/Lisbon\t",
    ]

    private func index(_ own: String...) throws -> PlaceIndex {
        let header = "id,kind,name,country,latitude,longitude,city"
        let path = Fixtures.temporaryFile("twins.db")
        let places = OwnPlaces(
            csv: Array(([header] + own).joined(separator: "\n").utf8), file: "own.csv")
        _ = try PlaceIndexBuilder(
            dataFile: Fixtures.dataFile(Self.data), indexFile: path,
            additions: PlaceAdditions(own: own.isEmpty ? .none : places)
        ).build()
        return try PlaceIndex(path: path)
    }

    @Test func onePlaceOfTwoSourcesIsOneLine() throws {
        let index = try index(
            "own:l,landmark,Lisbon,PT,38.71,-9.13,geonames:3",
            "own:s,city,Sintra,PT,38.8,-9.39,geonames:4",
            "own:far,landmark,Sintra,PT,38.3,-9.1,geonames:3")
        let lisbon = try index.suggest(SuggestQuery("lisbon")).items
        #expect(lisbon.first?.placeID.text == "geonames:3")
        #expect(lisbon.first?.also.map(\.placeID.text) == ["geonames:2", "own:l"])
        let sintra = try index.suggest(SuggestQuery("sintra")).items
        #expect(sintra.map(\.placeID.text).sorted() == ["geonames:4", "own:far"])
        #expect(
            Set(sintra.flatMap(\.also).map(\.placeID.text)) == ["geonames:5", "own:s"])
    }

    @Test func homonymsOfOneRegionSayWhatTheyAreNear() throws {
        let labels = try index().suggest(SuggestQuery("aldeia")).items.map(\.label)
        #expect(
            labels.sorted() == [
                "Aldeia (Grande), Lisbon, Portugal", "Aldeia (Lisbon), Lisbon, Portugal",
            ])
    }

    @Test func refusesADamagedBlock() {
        for bytes in [[1], [1, 0, 0, 0], [UInt8](repeating: 0, count: 9)] {
            #expect(bytes.withUnsafeBytes { PlaceTwins($0) } == nil)
        }
        let pair: [UInt8] = [2, 0, 0, 0, 5, 0, 0, 0]
        #expect(pair.withUnsafeBytes { PlaceTwins($0) }?.of(2) == [5])
    }
}

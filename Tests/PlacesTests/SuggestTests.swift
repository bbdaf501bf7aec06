import Testing
import TravelModel

@testable import Places

@Suite struct SuggestTests {
    @Test func fillsEveryField() throws {
        let index = try PlaceIndex(path: Fixtures.indexFile.get()) {
            $0.id.text == "geonames:2267057" ? 41 : 0
        }
        let answer = try index.suggest(SuggestQuery("Lissab", limit: 1, language: "de-AT"))
        let item = try #require(answer.items.first)
        #expect(answer.query == "Lissab")
        #expect(answer.version == index.version)
        #expect(item.placeID.text == "geonames:2267057")
        #expect(item.kind == .city)
        #expect(item.name == "Lissabon")
        #expect(item.label == "Lissabon, Portugal")
        #expect(item.country == "Portugal")
        #expect(item.countryCode.text == "PT")
        #expect(item.region == "Lisbon")
        #expect(item.zone == "Europe/Lisbon")
        #expect(item.population ?? 0 > 400_000)
        #expect(item.iata == nil)
        #expect(item.hotelCount == 41)
        #expect(item.matched == [0..<6])
        #expect(item.matchedAlias == nil)
        let centre = try #require(GeoPoint(latitude: 38.72, longitude: -9.14))
        #expect(item.position.kilometres(to: centre) < 5)
    }

    @Test func tellsTheAliasThatMatched() async throws {
        let item = try #require(
            try await Fixtures.suggest("Minga", kinds: [.city]).first { $0.name == "Munich" })
        #expect(item.matchedAlias == "Minga")
        #expect(item.matched == [])
        let shown = try #require(try await Fixtures.suggest("munchen", language: "de").first)
        #expect(shown.name == "München")
        #expect(shown.matchedAlias == nil)
        #expect(shown.matched == [0..<7])
    }

    @Test(arguments: [
        ("LON", "geonames:2643743"), ("PAR", "geonames:2988507"), ("MUC", "iata:MUC"),
        (" LHR ", "iata:LHR"), ("lhr", "iata:LHR"), ("par", "geonames:2988507"),
        ("BAR", "geonames:3128760"), ("IST", "iata:IST"), ("NYC", "geonames:5128581"),
        ("SIN", "iata:SIN"), ("FAO", "iata:FAO"), ("GVA", "iata:GVA"), ("DUB", "iata:DUB"),
        ("CHI", "geonames:4887398"), ("USA", "geonames:6252001"), ("TOK", "geonames:1850147"),
        ("ist", "iata:IST"), ("cdg", "iata:CDG"), ("bar", "geonames:3128760"),
        ("mad", "geonames:3117735"),
    ])
    func capitalsAreACodeFirst(_ typed: String, _ wanted: String) async throws {
        #expect(try await Fixtures.suggest(typed).first?.placeID.text == wanted)
    }

    /// All airports known well enough that no name may stand above their code.
    @Test func codesOfKnownAirportsStandAboveNames() throws {
        let index = try Fixtures.openIndex()
        let database = try Database(path: Fixtures.indexFile.get(), mode: .immutable)
        let rows = try database.prepare(
            "SELECT iata FROM place WHERE kind=3 AND score>=5 ORDER BY rank LIMIT 600")
        var asked = 0
        while try rows.step() {
            asked += 1
            let code = rows.text(0)
            let first = try index.suggest(SuggestQuery(code, limit: 1)).items.first
            #expect(first?.iata == code, "\(code)")
        }
        #expect(asked > 300)
    }

    @Test(arguments: [
        ("SIN", "geonames:1880252"), ("FAO", "geonames:2268339"), ("IST", "geonames:745044"),
        ("MUC", "geonames:2867714"), ("PMI", "geonames:2512989"), ("CDG", "geonames:2988507"),
        ("GVA", "geonames:2660646"), ("LHR", "geonames:2643743"),
    ])
    func codesFindTheCitiesBehindThem(_ code: String, _ city: String) async throws {
        // In small letters the names that begin with "gva" are better known.
        for typed in code == "GVA" ? [code] : [code, code.lowercased()] {
            let found = try await Fixtures.suggest(typed).prefix(5).map(\.placeID.text)
            #expect(found.contains(city), "\(typed)")
            #expect(found.contains("iata:\(code)"), "\(typed)")
        }
    }

    @Test func homonymsAreBothKeptAndLabelled() async throws {
        let labels = try await Fixtures.suggest("cordoba", kinds: [.city]).prefix(3).map(\.label)
        #expect(labels.contains("Córdoba, Spain"))
        #expect(labels.contains("Córdoba, Argentina"))
        let springfields = try await Fixtures.suggest("springfield").filter {
            $0.name == "Springfield"
        }
        #expect(springfields.count >= 4)
        #expect(Set(springfields.map(\.label)).count == springfields.count)
    }

    @Test func labelsAreReadyToShow() async throws {
        #expect(
            try await Fixtures.suggest("paris texas").first?.label == "Paris, Texas, United States")
        #expect(
            try await Fixtures.suggest("lhr").first?.label
                == "London Heathrow Airport (LHR), United Kingdom")
        #expect(try await Fixtures.suggest("japan").first?.label == "Japan")
        // What is not a city says which one it belongs to, unless its name does.
        for (typed, label) in [
            ("eiffel tower", "Eiffel Tower, Paris, France"),
            ("cdg", "Charles de Gaulle International Airport (CDG), Paris, France"),
            (
                "jfk airport",
                "John F Kennedy International Airport (JFK), New York City, New York, United States"
            ),
            ("faro airport", "Faro Airport (FAO), Portugal"),
            // These serve a city in another country or state.
            ("luxembourg findel", "Luxembourg-Findel International Airport (LUX), Luxembourg"),
            (
                "newark liberty",
                "Newark Liberty International Airport (EWR), New Jersey, United States"
            ),
        ] {
            #expect(try await Fixtures.suggest(typed).first?.label == label)
        }
        #expect(
            try await Fixtures.suggest("eiffelturm", language: "de").first?.label.hasSuffix(
                ", Paris, Frankreich") == true)
        #expect(try await Fixtures.suggest("tokyo", language: "ja").first?.label == "東京, 日本")
    }

    @Test func kindsRestrict() async throws {
        for kind in [PlaceKind.city, .country, .airport] {
            let items = try await Fixtures.suggest("ma", kinds: [kind])
            #expect(!items.isEmpty)
            #expect(items.allSatisfy { $0.kind == kind })
        }
        #expect(try await Fixtures.suggest("lon", kinds: [.hotel]) == [])
        // A country's name with cities wanted gives cities called so, then the country's cities.
        #expect(
            try await Fixtures.suggest("austria", kinds: [.city]).contains { $0.name == "Vienna" })
    }

    @Test func nearPlacesGainAndFamousOnesStillWin() async throws {
        let boston = try #require(GeoPoint(latitude: 42.36, longitude: -71.06))
        let near = try await Fixtures.suggest("springfield", near: boston)
        #expect(near.first?.region == "Massachusetts")
        let far = try await Fixtures.suggest("springfield")
        #expect(far.first?.region != "Massachusetts")
        let texas = try #require(GeoPoint(latitude: 33.66, longitude: -95.55))
        #expect(try await Fixtures.suggest("paris", near: texas).first?.countryCode.text == "FR")
    }

    @Test(arguments: ["lon", "san", "new y", "a", "paris", "東", "st"])
    func ordersTotallyAndTheLimitOnlyCuts(_ typed: String) async throws {
        let all = try await Fixtures.suggest(typed, limit: 20)
        #expect(try await Fixtures.suggest(typed, limit: 20) == all)
        #expect(
            try await Fixtures.suggest(typed, limit: 5).map(\.placeID)
                == all.prefix(5).map(\.placeID))
        #expect(Set(all.map(\.placeID)).count == all.count)
        let cities = all.filter { $0.kind == .city }.map(\.score)
        #expect(cities == cities.sorted(by: >))
    }

    @Test func blankTextGivesThePopular() async throws {
        let items = try await Fixtures.suggest("  ")
        #expect(items.count == 10)
        #expect(items.contains { $0.name == "London" })
        #expect(items.allSatisfy { $0.matched.isEmpty && $0.matchedAlias == nil })
        #expect(try await Fixtures.suggest("…", limit: 20) == [])
    }

    @Test func accentsBreakTies() async throws {
        // Two towns of one size in Iran: Abadeh and Ābādeh.
        let id = try #require(PlaceID("geonames:48918"))
        let plain = try #require(try await Fixtures.suggest("abadeh").first { $0.placeID == id })
        let accented = try #require(try await Fixtures.suggest("Ābādeh").first { $0.placeID == id })
        #expect(accented.score > plain.score)
        #expect(accented.score < plain.score + 0.2)
    }

    @Test func airportsDoNotCrowdOthersOut() {
        let kinds: [PlaceKind] = [
            .airport, .airport, .airport, .airport, .airport, .city, .city, .city, .city, .city,
        ]
        let all = Set(PlaceKind.allCases)
        let mixed = SuggestionWriter.mixed(kinds, limit: 8, kinds: all) { $0 }
        #expect(mixed == [.airport, .airport, .airport, .city, .city, .city, .city, .city])
        let few = SuggestionWriter.mixed(Array(kinds.prefix(6)), limit: 8, kinds: all) { $0 }
        #expect(few == [.airport, .airport, .airport, .city, .airport, .airport])
    }

    @Test func limitsAreClampedAndLongTextIsRefused() throws {
        #expect(try SuggestQuery("a", limit: 0).limit == 1)
        #expect(try SuggestQuery("a", limit: 500).limit == SuggestQuery.mostSuggestions)
        _ = try SuggestQuery(String(repeating: "é", count: 200))
        #expect(throws: PlaceFault.queryTooLong(limit: 200)) {
            try SuggestQuery(String(repeating: "a", count: 201))
        }
        #expect(throws: PlaceFault.queryTooLong(limit: 200)) {
            try SuggestQuery("a" + String(repeating: "\u{301}", count: 100_000))
        }
    }
}

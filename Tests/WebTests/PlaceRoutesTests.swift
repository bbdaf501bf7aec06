import GatewayTesting
import HTTPServer
import Places
import Testing
import TravelModel
import WireFormat

/// Suggestions and single places, and how they may be kept.
@Suite struct PlaceRoutesTests {
    private let scene: WebScene

    init() throws { scene = try WebScene { _, _, _ in .answer("") } }

    @Test func aSuggestionIsWrittenAsTheContractSays() throws {
        let answer = try scene.ask(
            .get, "/v1/places/suggest?q=lis&limit=5&lang=en&kinds=city,airport&near=38.7,-9.1")
        #expect(answer.status == 200)
        #expect(try answer.json.canonicalText == Golden.read("suggestions.json").canonicalText)
        let asked = try #require(scene.places.asked.last)
        #expect(asked.text == "lis")
        #expect(asked.limit == 5)
        #expect(asked.language == "en")
        #expect(asked.kinds == [.city, .airport])
        #expect(asked.near?.latitude == 38.7)
        #expect(answer.field("server-timing") == "places;dur=0.000")
    }

    @Test func theTagIsOfAllBytesAndSparesTheBody() throws {
        let first = try scene.ask(.get, "/v1/places/suggest?q=lis")
        let tag = try #require(first.field("etag"))
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count == 24)
        #expect(first.field("cache-control") == "public, max-age=300")
        #expect(try scene.ask(.get, "/v1/places/suggest?q=lis").field("etag") == tag)
        for held in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let again = try scene.ask(.get, "/v1/places/suggest?q=lis", [("If-None-Match", held)])
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
            #expect(again.field("etag") == tag)
            #expect(again.field("cache-control") == "public, max-age=300")
        }
        scene.places.publish("v2")
        let other = try scene.ask(.get, "/v1/places/suggest?q=lis", [("If-None-Match", tag)])
        #expect(other.status == 200)
        #expect(other.field("etag") != tag)
    }

    @Test(arguments: [
        "", "q=", "q=%22%20OR%20NEAR(", "q=*", "q=AND", "q=%F0%9F%8F%96", "q=e%CC%81",
        "q=%D7%AA%D7%9C", "q=a+b%2Bc", "q=%00",
    ])
    func anyTextIsAQuery(query: String) throws {
        #expect(try scene.ask(.get, "/v1/places/suggest?" + query).status == 200)
    }

    @Test func plusIsASpace() throws {
        _ = try scene.ask(.get, "/v1/places/suggest?q=new+york%2B")
        #expect(scene.places.asked.last?.text == "new york+")
    }

    @Test(arguments: [
        ("q=" + String(repeating: "a", count: 201), ["q: at most 200 characters"]),
        ("q=a&limit=21", ["limit: a whole number from 1 to 20"]),
        (
            "q=a&kinds=citty",
            [
                "kinds: one of country, region, city, airport, landmark, hotel; did you mean "
                    + "\u{201C}city\u{201D}?"
            ]
        ),
        (
            "q=a&near=x&lang=_&lng=1",
            [
                "lng: unknown parameter; did you mean \u{201C}lang\u{201D}?",
                "lang: a language tag, such as en or pt-BR",
                "near: latitude,longitude in degrees, such as 38.72,-9.14",
            ]
        ),
        ("q=%ff", ["q: not percent-encoded UTF-8"]),
    ])
    func faultsAreNamed(query: String, errors: [String]) throws {
        let answer = try scene.ask(.get, "/v1/places/suggest?" + query)
        #expect(answer.status == 400)
        #expect(answer.errors == errors)
        #expect(scene.places.asked.isEmpty)
    }

    @Test(arguments: [
        (PlaceFault.busy, 503, "OVERLOADED", "1"),
        (.database(code: 11, during: "searching"), 503, "STORAGE_UNAVAILABLE", "5"),
    ])
    func troubleIsToldWithoutItsInsides(
        fault: PlaceFault, status: Int, code: String, wait: String
    ) throws {
        scene.places.fail(fault)
        for path in ["/v1/places/suggest?q=a", "/v1/places/geonames:2267057"] {
            let answer = try scene.ask(.get, path)
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(answer.field("retry-after") == wait)
            #expect(!answer.text.contains("SQLite"))
        }
    }

    @Test func onePlaceWhole() throws {
        let answer = try scene.ask(.get, "/v1/places/geonames:2267057?lang=pt")
        #expect(try answer.json.canonicalText == Golden.read("place.json").canonicalText)
        let tag = try #require(answer.field("etag"))
        let again = try scene.ask(
            .get, "/v1/places/geonames%3A2267057?lang=pt", [("If-None-Match", tag)])
        #expect(again.status == 304)
        #expect(try scene.ask(.get, "/v1/places/geonames:1").code == "PLACE_UNKNOWN")
        #expect(try scene.ask(.get, "/v1/places/with%20space").code == "PLACE_UNKNOWN")
    }

    @Test func whatWasAskedBeforeIsAnsweredAtOnceToEachInItsOwnWords() throws {
        let first = try scene.ask(.get, "/v1/places/suggest?q=lis")
        let asked = scene.places.asked.count
        let again = try scene.ask(.get, "/v1/places/suggest?q=LiS%20")
        #expect(scene.places.asked.count == asked, "nobody is asked twice")
        #expect(try again.json["query"]?.string == "LiS ")
        #expect(try again.json["items"]?.canonicalText == first.json["items"]?.canonicalText)
        #expect(again.field("etag") != first.field("etag"))
        scene.places.publish("v2")
        let later = try scene.ask(.get, "/v1/places/suggest?q=lis")
        #expect(try later.json["version"]?.string == "v2")
        #expect(scene.places.asked.count == asked + 1)
    }

    @Test func whereSomebodyIsIsNotAskedForExactly() throws {
        _ = try scene.ask(.get, "/v1/places/suggest?q=a&near=38.7223,-9.1393")
        #expect(scene.places.asked.last?.near == GeoPoint(latitude: 38.7, longitude: -9.1))
    }

    @Test func popularPlacesAreFetchedBeforehand() throws {
        let answer = try scene.ask(.get, "/v1/places/popular?limit=150&lang=pt&kinds=city")
        #expect(answer.status == 200)
        #expect(try answer.json["items"]?.elements?.count == 1)
        #expect(try answer.json["version"]?.string == "v1")
        #expect(answer.field("cache-control") == "public, max-age=300")
        let asked = try #require(scene.places.asked.last)
        #expect(asked.text.isEmpty && asked.limit == 150 && asked.kinds == [.city])
        let tag = try #require(answer.field("etag"))
        #expect(
            try scene.ask(
                .get, "/v1/places/popular?limit=150&lang=pt&kinds=city", [("If-None-Match", tag)]
            ).status == 304)
        #expect(try scene.ask(.get, "/v1/places/popular?limit=201").status == 400)
    }

    @Test func changesComeAPageAtATimeWithWhatIsGone() throws {
        let first = try scene.ask(.get, "/v1/places/changes?since=v1")
        #expect(first.status == 200)
        #expect(try first.json["since"]?.string == "v1")
        #expect(try first.json["changed"]?.elements?.count == 1)
        #expect(try first.json["removed"]?.elements?.first?.string == "geonames:1")
        #expect(try first.json["after"]?.string == "geonames:1")
        let last = try scene.ask(.get, "/v1/places/changes?since=v1&after=geonames:1")
        #expect(try last.json["changed"]?.elements?.isEmpty == true)
        let unknown = try scene.ask(.get, "/v1/places/changes?since=v0")
        #expect(unknown.status == 410)
        #expect(try unknown.json["code"]?.string == "CHANGES_UNKNOWN")
        for query in ["", "since=v1&limit=0", "since=v1&after=", "sinse=v1"] {
            #expect(try scene.ask(.get, "/v1/places/changes?" + query).status == 400)
        }
    }
}

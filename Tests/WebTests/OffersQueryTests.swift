import GatewayTesting
import HTTPServer
import Testing
import WireFormat

@testable import Web

/// Every fault of a search's query, all at once, by name.
@Suite struct OffersQueryTests {
    private let scene: WebScene

    init() throws {
        scene = try WebScene(suppliers: ["acme", "bravo"]) { _, _, _ in .answer("") }
    }

    private static let days = "checkIn=2027-01-11&checkOut=2027-01-13"
    private static let near = "near=38.72,-9.14&radiusKm=5"

    @Test(arguments: [
        "placeId=geonames:2267057&\(days)&occupancy=2",
        "\(near)&dates=2027-01-11/2027-01-13&occupancy=2-9,4&occupancy=1",
        "hotelId=hotel:0&hotelId=hotel:0&\(days)&occupancy=2",
        "hotelId=hotel:0&\(days)&occupancy=2&currency=USD&residency=FR&lang=pt-BR&limit=100"
            + "&timeoutMs=1&maxAgeMs=0&suppliers=bravo,acme&packageRates=true&channel=mobile",
        "hotelId=hotel%3A0&dates=2027-01-11%2F2027-01-13&occupancy=2&timeoutMs=99999999",
    ])
    func soundQueriesAreAnswered(query: String) throws {
        let answer = try scene.ask(.get, "/v1/offers?" + query)
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test(
        arguments: [
            (
                "\(days)&occupancy=2",
                ["placeId: exactly one of placeId, near with radiusKm, hotelId"]
            ),
            (
                "placeId=a&hotelId=b&\(days)&occupancy=2",
                [
                    "placeId: exactly one of placeId, near with radiusKm, hotelId",
                    "hotelId: exactly one of placeId, near with radiusKm, hotelId",
                ]
            ),
            ("near=38.72,-9.14&\(days)&occupancy=2", ["radiusKm: missing; it goes with near"]),
            ("placeId=a&radiusKm=2&\(days)&occupancy=2", ["radiusKm: goes only with near"]),
            (
                "near=95,0&radiusKm=1&\(days)&occupancy=2",
                ["near: latitude,longitude in degrees, such as 38.72,-9.14"]
            ),
            (
                "near=0x1,0&radiusKm=nan&\(days)&occupancy=2",
                [
                    "near: latitude,longitude in degrees, such as 38.72,-9.14",
                    "radiusKm: a number of kilometres",
                ]
            ),
            ("near=1,1&radiusKm=201&\(days)&occupancy=2", ["radiusKm: radius above 0 to 200 km"]),
            ("hotelId=a%20b&\(days)&occupancy=2", ["hotelId: an id such as hotel:lisbon-aurora"]),
            ("placeId=a&occupancy=2", ["checkIn: missing", "checkOut: missing"]),
            ("placeId=a&checkIn=2027-01-11&occupancy=2", ["checkOut: missing"]),
            (
                "placeId=a&dates=2027-01-11&occupancy=2",
                ["dates: two days, such as 2027-01-11/2027-01-13"]
            ),
            (
                "placeId=a&dates=2027-01-11/2027-01-13&checkIn=2027-01-11&occupancy=2",
                ["checkIn: either dates or checkIn and checkOut"]
            ),
            (
                "placeId=a&checkIn=2027-02-30&checkOut=2027-03-02&occupancy=2",
                ["checkIn: a day, such as 2027-01-11"]
            ),
            (
                "placeId=a&checkIn=2027-01-13&checkOut=2027-01-11&occupancy=2",
                ["checkOut: 1 to 28 nights later"]
            ),
            (
                "placeId=a&checkIn=2027-01-11&checkOut=2027-02-12&occupancy=2",
                ["checkOut: 1 to 28 nights, not 32"]
            ),
            (
                "placeId=a&checkIn=2026-12-30&checkOut=2027-01-02&occupancy=2",
                ["checkIn: in the past"]
            ),
            (
                "placeId=a&dates=2028-12-30/2028-12-31&occupancy=2",
                ["dates: at most 500 days ahead"]
            ),
            ("placeId=a&\(days)", ["occupancy: missing; once a room, such as 2 or 2-9,4"]),
            (
                "placeId=a&\(days)&occupancy=0",
                ["occupancy: 1 to 6 adults, then up to 4 ages from 0 to 17, such as 2-9,4"]
            ),
            (
                "placeId=a&\(days)" + String(repeating: "&occupancy=1", count: 9),
                ["occupancy: 1 to 8 rooms, not 9"]
            ),
            (
                "placeId=a&\(days)&occupancy=2&currency=eur",
                ["currency: a code of ISO 4217, such as EUR"]
            ),
            ("placeId=a&\(days)&occupancy=2&residency=de", ["residency: two letters, such as DE"]),
            ("placeId=a&\(days)&occupancy=2&lang=e", ["lang: a language tag, such as en or pt-BR"]),
            ("placeId=a&\(days)&occupancy=2&limit=0", ["limit: a whole number from 1 to 100"]),
            ("placeId=a&\(days)&occupancy=2&limit=ten", ["limit: a whole number from 1 to 100"]),
            (
                "placeId=a&\(days)&occupancy=2&limit=5&limit=6",
                ["limit: given 2 times, at most once"]
            ),
            ("placeId=a&\(days)&occupancy=2&timeoutMs=1e3", ["timeoutMs: a whole number"]),
            (
                "placeId=a&\(days)&occupancy=2&maxAgeMs=-1",
                ["maxAgeMs: a whole number from 0 to 86400000"]
            ),
            ("placeId=a&\(days)&occupancy=2&packageRates=yes", ["packageRates: true or false"]),
            (
                "placeId=a&\(days)&occupancy=2&channel=mobil",
                ["channel: one of website, mobile, agent; did you mean \u{201C}mobile\u{201D}?"]
            ),
            (
                "placeId=a&\(days)&occupancy=2&suppliers=",
                ["suppliers: an empty name; names separated by commas, or leave it out for all"]
            ),
            (
                "placeId=a&\(days)&occupancy=2&suppliers="
                    + String(repeating: "acme,", count: 64) + "nobody",
                ["suppliers: no supplier \u{201C}nobody\u{201D}"]
            ),
            (
                "placeId=a&\(days)&occupancy=2&suppliers="
                    + String(repeating: "acme,", count: 64) + "bravo",
                ["suppliers: at most 64, not 65"]
            ),
            (
                "placeId=a&\(days)&occupancy=2&suppliers=acmee,nobody",
                [
                    "suppliers: no supplier \u{201C}acmee\u{201D}; did you mean \u{201C}acme\u{201D}?",
                    "suppliers: no supplier \u{201C}nobody\u{201D}",
                ]
            ),
            (
                "placeId=a&\(days)&occupancy=2&ocupancy=3",
                ["ocupancy: unknown parameter; did you mean \u{201C}occupancy\u{201D}?"]
            ),
            ("placeId=a&\(days)&occupancy=2&sort=price", ["sort: not supported yet"]),
            ("bbox=1,2,3,4&placeId=a&\(days)&occupancy=2", ["bbox: not supported yet"]),
            (
                "placeId=%ff&\(days)&occupancy=2&x",
                [
                    "placeId: not percent-encoded UTF-8",
                    "x: unknown parameter; known: " + OffersQuery.known.joined(separator: ", "),
                    "placeId: exactly one of placeId, near with radiusKm, hotelId",
                ]
            ),
        ] as [(String, [String])])
    func everyFaultIsNamed(query: String, errors: [String]) throws {
        let answer = try scene.ask(.get, "/v1/offers?" + query)
        #expect(answer.status == 400)
        #expect(answer.code == "INVALID_REQUEST")
        #expect(answer.errors == errors)
        #expect(scene.gateway.transport.urls.isEmpty)
    }

    @Test func allFaultsComeAtOnce() throws {
        let answer = try scene.ask(
            .get,
            "/v1/offers?near=1&checkIn=x&checkOut=2027-01-13&occupancy=9&limit=0&stars=4&foo=1",
            [("X-Shopper-Ip", "300.1.1.1"), ("X-Shopper-Session", "a b")])
        let names = answer.errors.map { $0.prefix { $0 != ":" } }
        #expect(
            names
                == [
                    "stars", "foo", "near", "radiusKm", "checkIn", "occupancy", "limit",
                    "X-Shopper-Ip",
                    "X-Shopper-Session",
                ].map { Substring($0) })
        #expect(names.count == 9)
    }

    @Test(
        arguments: [
            ("placeId=geonames:1", 404, "PLACE_UNKNOWN", ["placeId: unknown"]),
            (
                "hotelId=hotel:99&hotelId=hotel:98", 404, "HOTEL_UNKNOWN",
                [
                    "hotelId: no hotel \u{201C}hotel:99\u{201D}",
                    "hotelId: no hotel \u{201C}hotel:98\u{201D}",
                ]
            ),
            (
                "hotelId=hotel:99&hotelId=hotel:0", 404, "HOTEL_UNKNOWN",
                ["hotelId: no hotel \u{201C}hotel:99\u{201D}"]
            ),
        ] as [(String, Int, String?, [String])])
    func unknownNamesAreToldApart(
        target: String, status: Int, code: String?, errors: [String]
    ) throws {
        let answer = try scene.ask(.get, "/v1/offers?\(target)&\(Self.days)&occupancy=2")
        #expect(answer.status == status)
        #expect(answer.code == code)
        #expect(answer.errors == errors)
    }
}

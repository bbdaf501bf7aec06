import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// The bounds of what can be asked, each fault named.
@Suite struct SearchRequestTests {
    private struct Asked {
        var target = SearchTarget.area(.hotels([]))
        var first = "2027-01-11"
        var last = "2027-01-13"
        var rooms = 1
        var options = SearchOptions()
        var now = "2027-01-01T00:00:00Z"

        init() throws {
            target = .place(try #require(PlaceID("geonames:2267057")))
        }

        func made() throws -> SearchRequest {
            let shopper = ShopperContext(
                residency: try #require(CountryCode("DE")), language: "en",
                currency: try Sample.currency("EUR"))
            return try SearchRequest(
                target: target, stay: Sample.stay(first, last),
                rooms: Array(repeating: #require(Occupancy("2")), count: rooms), shopper: shopper,
                tenant: Sample.tenant("demo"), options: options, now: Sample.instant(now))
        }

        func faults() throws -> [SearchRequestFault.Part] {
            do {
                _ = try made()
                return []
            } catch let faults as SearchRequestFaults {
                return faults.faults.map(\.part)
            }
        }
    }

    @Test(arguments: [
        ("2027-01-01T11:59:59Z", "2026-12-31", true), ("2027-01-01T12:00:00Z", "2026-12-31", false),
        ("2027-01-01T11:59:59Z", "2026-12-30", false),
        // Five hundred days after New Year's Day, and after the second of January, which it is at
        // UTC+14 from ten o'clock on.
        ("2027-01-01T00:00:00Z", "2028-05-15", true), ("2027-01-01T09:59:59Z", "2028-05-16", false),
        ("2027-01-01T10:00:00Z", "2028-05-16", true), ("2027-01-01T23:59:59Z", "2028-05-17", false),
    ])
    func todayIsAnyDateThatACalendarShows(now: String, first: String, isFine: Bool) throws {
        var asked = try Asked()
        asked.now = now
        asked.first = first
        asked.last = try #require(CivilDate(first)?.adding(days: 1)).description
        #expect(try asked.faults() == (isFine ? [] : [.checkIn]))
    }

    @Test(arguments: [("2027-02-08", true), ("2027-02-09", false)])
    func atMost28Nights(last: String, isFine: Bool) throws {
        var asked = try Asked()
        asked.last = last
        #expect(try asked.faults() == (isFine ? [] : [.checkOut]))
    }

    @Test(arguments: [(0, false), (1, true), (8, true), (9, false)])
    func oneToEightRooms(rooms: Int, isFine: Bool) throws {
        var asked = try Asked()
        asked.rooms = rooms
        #expect(try asked.faults() == (isFine ? [] : [.occupancy]))
    }

    @Test(arguments: [(0.0, false), (0.1, true), (200, true), (201, false), (.nan, false)])
    func circles(radius: Double, isFine: Bool) throws {
        var asked = try Asked()
        let centre = try #require(GeoPoint(latitude: 38, longitude: -9))
        asked.target = .area(.circle(centre: centre, radiusKilometres: radius))
        #expect(try asked.faults() == (isFine ? [] : [.area]))
    }

    @Test(arguments: [(0, false), (1, true), (500, true), (501, false)])
    func listsOfHotels(count: Int, isFine: Bool) throws {
        var asked = try Asked()
        asked.target = .area(.hotels(try (0..<count).map { try #require(HotelID("hotel:\($0)")) }))
        #expect(try asked.faults() == (isFine ? [] : [.area]))
    }

    @Test func everyFaultIsNamed() throws {
        var asked = try Asked()
        asked.first = "2020-01-01"
        asked.last = "2020-03-01"
        asked.rooms = 9
        asked.options.limit = 101
        asked.options.maxAge = .milliseconds(-1)
        #expect(try asked.faults() == [.checkOut, .checkIn, .occupancy, .limit, .maxAge])
    }

    @Test(arguments: [(0, 200), (200, 200), (3_000, 3_000), (15_000, 15_000), (99_000, 15_000)])
    func timeoutsAreMovedIntoTheirBounds(asked milliseconds: Int, got: Int) throws {
        var asked = try Asked()
        asked.options.timeout = .milliseconds(milliseconds)
        #expect(try asked.made().options.timeout == .milliseconds(got))
    }

    @Test(arguments: [(64, true), (65, false)])
    func asManySuppliersAsAreConfiguredAnywhere(count: Int, isFine: Bool) throws {
        var asked = try Asked()
        asked.options.suppliers = try (0..<count).map { try Sample.supplier("s\($0)") }
        #expect(try asked.faults() == (isFine ? [] : [.suppliers]))
    }

    @Test func suppliersAreInOrderEachOnce() throws {
        var asked = try Asked()
        let names = try ["beta", "alpha", "beta"].map { try Sample.supplier($0) }
        asked.options.suppliers = names
        #expect(try asked.made().options.suppliers.map(\.text) == ["alpha", "beta"])
    }
}

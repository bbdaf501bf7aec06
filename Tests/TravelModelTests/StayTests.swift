import Testing
import TravelModel

@Suite struct StayTests {
    @Test(
        arguments: [
            ("1", 1, []), ("2", 2, []), ("6", 6, []), ("2-9,4", 2, [4, 9]), ("1-0", 1, [0]),
            ("6-17,17,17,17", 6, [17, 17, 17, 17]), ("2-0,17", 2, [0, 17]),
        ] as [(String, Int, [Int])])
    func occupanciesAreRead(text: String, adults: Int, ages: [Int]) throws {
        let occupancy = try #require(Occupancy(text))
        #expect(occupancy.adults == adults)
        #expect(occupancy.childAges == ages)
        #expect(occupancy.guests == adults + ages.count)
        #expect(Occupancy(occupancy.description) == occupancy)
    }

    @Test(arguments: [
        "", "0", "7", "-", "2-", "-4", "2-18", "2-4,", "2-,4", "2-4,,9", "2-1,2,3,4,5", "2 - 4",
        "2-4-9", "two", "2,4", "2-4;9", "+2", "2-+4", "2--4", "2-004", "٢", "2-4,9 ", "002",
    ])
    func otherTextIsNoOccupancy(text: String) {
        #expect(Occupancy(text) == nil)
    }

    @Test func theOrderOfChildrenMakesNoOtherRoom() throws {
        #expect(Occupancy("2-9,4") == Occupancy("2-4,9"))
        #expect(Occupancy("2-9,4")?.description == "2-4,9")
        let sorted = ["1", "2", "2-4", "2-4,9", "2-5", "3"].compactMap { Occupancy($0) }
        #expect(sorted.reversed().sorted() == sorted)
        #expect(sorted.count == 6)
    }

    @Test(arguments: [
        ("2027-01-11", "2027-01-12", 1), ("2027-12-31", "2028-01-02", 2),
        ("2028-02-28", "2028-03-01", 2), ("2027-03-27", "2027-03-29", 2),
        ("2027-01-01", "2028-01-02", 366),
    ])
    func nightsAreCounted(checkIn: String, checkOut: String, nights: Int) throws {
        let from = try #require(CivilDate(checkIn))
        let to = try #require(CivilDate(checkOut))
        let stay = try #require(StayDates(checkIn: from, checkOut: to))
        #expect(stay.nights == nights)
        #expect(stay.nightDates.count == nights)
        #expect(stay.nightDates.first == from)
        #expect(stay.nightDates.last?.adding(days: 1) == to)
        #expect(stay.description == "\(checkIn)/\(checkOut)")
    }

    @Test(arguments: [
        ("2027-01-11", "2027-01-11"), ("2027-01-12", "2027-01-11"), ("2027-01-01", "2028-01-03"),
        ("0001-01-01", "9999-12-31"),
    ])
    func otherDatesAreNoStay(checkIn: String, checkOut: String) throws {
        let from = try #require(CivilDate(checkIn))
        let to = try #require(CivilDate(checkOut))
        #expect(StayDates(checkIn: from, checkOut: to) == nil)
    }

    @Test(arguments: [
        ("2027-01-10", "2027-01-11", false), ("2027-01-10", "2027-01-12", true),
        ("2027-01-11", "2027-01-13", true), ("2027-01-12", "2027-01-14", true),
        ("2027-01-13", "2027-01-14", false),
    ])
    func staysOverlapByNights(checkIn: String, checkOut: String, overlaps: Bool) throws {
        func stay(_ first: String, _ last: String) throws -> StayDates {
            let from = try #require(CivilDate(first))
            let to = try #require(CivilDate(last))
            return try #require(StayDates(checkIn: from, checkOut: to))
        }
        let base = try stay("2027-01-11", "2027-01-13")
        let other = try stay(checkIn, checkOut)
        #expect(base.overlaps(other) == overlaps)
        #expect(other.overlaps(base) == overlaps)
    }

    @Test(arguments: [
        (38.7223, -9.1393, 48.8566, 2.3522, 1_452.9), (0, 0, 0, 180, 20_015.1),
        (90, 0, -90, 77, 20_015.1), (51.5, 179.9, 51.5, -179.9, 13.8), (10, 20, 10, 20, 0),
    ])
    func distancesAreGreatCircles(
        lat: Double, lon: Double, otherLat: Double, otherLon: Double, kilometres: Double
    ) throws {
        let a = try #require(GeoPoint(latitude: lat, longitude: lon))
        let b = try #require(GeoPoint(latitude: otherLat, longitude: otherLon))
        #expect(abs(a.kilometres(to: b) - kilometres) < 0.2)
        #expect(a.kilometres(to: b) == b.kilometres(to: a))
    }

    @Test(arguments: [(90.01, 0), (0, 180.01), (.nan, 0), (0, .infinity), (-91, 0)])
    func pointsOffTheGlobeAreRefused(latitude: Double, longitude: Double) {
        #expect(GeoPoint(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(arguments: [("DE", true), ("de", false), ("D", false), ("DEU", false), ("Ｄ", false)])
    func countriesAreTwoCapitals(text: String, accepted: Bool) {
        #expect((CountryCode(text) != nil) == accepted)
    }
}

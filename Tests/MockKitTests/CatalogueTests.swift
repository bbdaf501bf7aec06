import MockKit
import Testing

@Suite struct CatalogueTests {
    @Test func theCommittedCatalogueReads() throws {
        let catalogue = try World.catalogue.get()
        #expect(catalogue.hotels.count >= 2000)
        #expect(Set(catalogue.hotels.values.map(\.city)).count >= 60)
        for supplier in World.suppliers {
            #expect(!catalogue.listings(of: supplier).isEmpty)
        }
    }

    @Test(arguments: ["Lisbon", "Dubai", "Tokyo", "New York City", "Sydney", "Nairobi"])
    func demonstrationCitiesAreRich(city: String) throws {
        let hotels = try World.catalogue.get().hotels.values.filter { $0.city == city }
        #expect((60...130).contains(hotels.count))
    }

    @Test func everyHotelIsWithTwoToFiveSuppliers() throws {
        let catalogue = try World.catalogue.get()
        var counts: [String: Int] = [:]
        for supplier in World.suppliers {
            for hotel in Set(catalogue.listings(of: supplier).values.map(\.hotel.id)) {
                counts[hotel, default: 0] += 1
            }
        }
        #expect(counts.count == catalogue.hotels.count)
        #expect(counts.values.allSatisfy { (2...5).contains($0) })
    }

    @Test func localTimesFollowSummerTime() throws {
        let zones = try World.catalogue.get().zones
        let winter = try #require(Day("2027-01-10"))
        let summer = try #require(Day("2027-07-10"))
        let noon = 12 * 60
        #expect(
            zones.moment(winter, minuteOfDay: noon, in: "Europe/Lisbon").clockText().hasSuffix(
                "12:00:00"))
        #expect(
            zones.moment(summer, minuteOfDay: noon, in: "Europe/Lisbon").clockText().hasSuffix(
                "11:00:00"))
        #expect(
            zones.moment(winter, minuteOfDay: noon, in: "Asia/Tokyo").clockText().hasSuffix(
                "03:00:00"))
        #expect(
            zones.moment(summer, minuteOfDay: noon, in: "America/New_York").clockText().hasSuffix(
                "16:00:00"))
    }

    @Test func aMissingFolderIsNamed() {
        #expect(throws: CatalogueFault.self) {
            try Catalogue(folder: "/nowhere", suppliers: [])
        }
    }
}

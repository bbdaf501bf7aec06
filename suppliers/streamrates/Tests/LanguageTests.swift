import SupplierConformance
import SupplierKit
import SupplierStreamrates
import Testing
import TravelModel

/// Answers are kept for shoppers of any language, so a search must not tell it.
@Suite struct LanguageTests {
    @Test func aSearchIsTheSameInEveryLanguage() throws {
        let manifest = try ConformanceSuite(StreamratesAdapter.self, testsFile: #filePath).manifest
        let adapter = try StreamratesAdapter(manifest: manifest)
        let stay = try #require(
            CivilDate("2027-01-11").flatMap { first in
                CivilDate("2027-01-13").flatMap { StayDates(checkIn: first, checkOut: $0) }
            })
        func orders(_ language: String) throws -> String {
            let input = SearchInput(
                stay: stay, rooms: [try #require(Occupancy("2"))],
                hotels: [try #require(SupplierHotelCode("lp1"))],
                shopper: ShopperContext(
                    residency: try #require(CountryCode("DE")), language: language,
                    currency: try #require(CurrencyCode("EUR"))), budget: .seconds(5))
            var machine = adapter.search(input)
            let now = Instant(millisecondsSinceEpoch: 1_790_000_000_000)
            return "\(machine.start(at: now).orders)"
        }
        #expect(!adapter.sendsLanguage)
        #expect(try orders("en") == orders("pt-BR"))
    }
}

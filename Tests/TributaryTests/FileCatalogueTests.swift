import Foundation
import Gateway
import Testing
import TravelModel

@testable import tributary

@Suite("Catalogue")
struct FileCatalogueTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appending(path: "../../mocks/catalogue").path
    private static let catalogue = Result { try CatalogueReader.read(folder: folder) }

    @Test(
        "A circle finds just what a look at every hotel finds, nearest first",
        arguments: [
            (38.7167, -9.1333, 25.0), (40.7143, -74.006, 40), (-33.8678, 151.2073, 30),
            (35.6895, 139.6917, 60), (25.0657, 55.1713, 20), (-1.2833, 36.8167, 500),
            (0, 179.9, 3000), (64.1355, -21.8954, 100),
        ])
    func circles(latitude: Double, longitude: Double, radius: Double) throws {
        let catalogue = try Self.catalogue.get()
        let centre = try #require(GeoPoint(latitude: latitude, longitude: longitude))
        let found = catalogue.hotels(
            in: .circle(centre: centre, radiusKilometres: radius), most: 10_000)
        let world = catalogue.hotels(
            in: .circle(centre: centre, radiusKilometres: 30_000), most: 10_000)
        #expect(world.count == catalogue.count)
        #expect(found == world.filter { centre.kilometres(to: $0.position) <= radius })
    }

    @Test("A supplier's code leads to the hotel and back")
    func crosswalk() throws {
        let catalogue = try Self.catalogue.get()
        let supplier = try #require(SupplierID("linkrest"))
        let country = try #require(CountryCode("PT"))
        let hotels = catalogue.hotels(in: .country(country), most: 1000)
        let coded = hotels.filter { !catalogue.codes(of: $0.id, at: supplier).isEmpty }
        #expect(coded.count > 10)
        for hotel in coded {
            for code in catalogue.codes(of: hotel.id, at: supplier) {
                #expect(catalogue.hotel(of: supplier, code: code) == hotel.id)
            }
        }
    }

    @Test("The rates are read exactly")
    func rates() throws {
        let table = try RatesReader.read(file: Self.folder + "/ecb-rates.json")
        let euro = try #require(CurrencyCode("EUR"))
        let dollar = try #require(CurrencyCode("USD"))
        let hundred = Money(minorUnits: 10_000, currency: euro)
        #expect(table.asOf.description == "2026-10-30")
        #expect(table.convert(hundred, to: dollar)?.decimalText == "111.72")
    }
}

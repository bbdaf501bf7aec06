import Foundation
import SupplierConformance
import SupplierKit
import SupplierOtaxml
import Testing
import TravelModel

/// Answers that a supplier has published, which nobody here wrote.
@Suite(
    .enabled(
        if: ConformanceSuite.published("ota", testsFile: #filePath) != nil,
        "skipped: ../shared/wire/ota is not beside this repository"))
struct PublishedAnswerTests {
    private let folder: String
    private let adapter: any SupplierAdapter
    private let stay: StayDates
    private let shopper: ShopperContext
    private let reference: HoldReference
    private let now = Instant(millisecondsSinceEpoch: 1_510_000_000_000)

    init() throws {
        folder = try #require(ConformanceSuite.published("ota", testsFile: #filePath))
        var manifest = try ConformanceSuite(OtaxmlAdapter.self, testsFile: #filePath).manifest
        manifest.dialect["cancel"] = "cancel"
        adapter = try OtaxmlAdapter(manifest: manifest)
        let arrival = try #require(CivilDate("2018-02-12"))
        let departure = try #require(CivilDate("2018-02-13"))
        stay = try #require(StayDates(checkIn: arrival, checkOut: departure))
        shopper = ShopperContext(
            residency: try #require(CountryCode("US")), language: "en",
            currency: try #require(CurrencyCode("USD")))
        reference = try #require(HoldReference("ABCDEFGHIJKLMNOPQ234"))
    }

    private func answer(_ name: String) throws -> (Int, String, [UInt8]) {
        let file = URL(filePath: folder).appending(path: name)
        return (200, "text/xml; charset=utf-8", Array(try Data(contentsOf: file)))
    }

    private func search(_ name: String) throws -> Rehearsal<SearchEnd> {
        let input = SearchInput(
            stay: stay, rooms: [try #require(Occupancy("1"))],
            hotels: try ["22222", "50709"].map { try #require(SupplierHotelCode($0)) },
            shopper: shopper, budget: .seconds(4))
        return try Rehearsal(adapter.search(input), at: now, answers: [answer(name)])
    }

    @Test func theAvailabilityHasOneGoodStayAndOneThatEndsBeforeItBegins() throws {
        let search = try search("OTA_HotelAvailRS.xml")
        #expect(search.end == .complete)
        #expect(search.drops.map(\.reason) == [.wrongStay])
        let offer = try #require(search.offers.first)
        #expect(search.offers.count == 1)
        #expect(offer.hotel.text == "22222")
        #expect(offer.price.charge.description == "0.00 USD")
        #expect(offer.price.components.first?.amount.description == "152.70 USD")
        #expect(offer.payment.timing == .atProperty)
        // NoCancelInd with a deadline can be read two ways: no promise.
        #expect(offer.cancellation == .unknown)
    }

    @Test(
        "reservations",
        arguments: [
            ("OTA_HotelResRS.xml", "88618333", "50709"),
            ("OTA_HotelResRS-2.xml", "88621190", "10517"),
        ])
    func reservations(name: String, number: String, hotel: String) throws {
        var offer = try #require(try search("OTA_HotelAvailRS.xml").offers.first)
        // The published reservations are of other houses and nights than the availability.
        offer.hotel = try #require(SupplierHotelCode(hotel))
        let nights = try #require(
            CivilDate("2018-02-22").flatMap { first in
                CivilDate("2018-02-23").flatMap { StayDates(checkIn: first, checkOut: $0) }
            })
        var hold = HoldInput(
            offer: offer, stay: nights, rooms: [try #require(Occupancy("1"))], shopper: shopper,
            reference: reference)
        hold.guests = [
            try #require(Guest(room: 0, firstName: "A", lastName: "B", age: nil, lead: true))
        ]
        let held = try Rehearsal(adapter.hold(hold), at: now, answers: [answer(name)])
        guard case .held(let kept) = held.end else {
            Issue.record("the hold ended in \(held.end)")
            return
        }
        #expect(kept.reference.text == number)
    }

    @Test func theCancellationIsRead() throws {
        let hold = SupplierHold(
            reference: try #require(SupplierReference("88618333")), token: "", expires: nil)
        let release = try Rehearsal(
            adapter.release(
                ReleaseInput(
                    hold: hold, reference: reference, contactEmail: nil, shopper: shopper)),
            at: now, answers: [answer("OTA_CancelRS.xml")])
        #expect(release.end == .released)
    }

    @Test("every file in the wrong place is a typed failure")
    func strangers() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".xml") && $0 != "OTA_HotelAvailRS.xml" }.sorted()
        #expect(names.count >= 8)
        for name in names {
            guard case .failed(let failure) = try search(name).end else {
                Issue.record("\(name) was taken for an availability answer")
                continue
            }
            #expect(failure.code == .malformed)
        }
    }
}

import SupplierConformance
import SupplierKit
import SupplierLinkrest
import Testing
import TravelModel

/// Answers generated from the published OpenAPI document, which nobody here wrote: each member that
/// it names is present.
@Suite(
    .enabled(
        if: ConformanceSuite.published("rapid", testsFile: #filePath) != nil,
        "skipped: ../shared/wire/rapid is not beside this repository"))
struct PublishedSchemaTests {
    private let adapter: any SupplierAdapter
    private let file: SchemaFile
    private let stay: StayDates
    private let room: Occupancy
    private let shopper: ShopperContext
    private let now = Instant(millisecondsSinceEpoch: 1_796_119_200_000)

    init() throws {
        let suite = try ConformanceSuite(LinkrestAdapter.self, testsFile: #filePath)
        adapter = try LinkrestAdapter(manifest: suite.manifest)
        let folder = try #require(ConformanceSuite.published("rapid", testsFile: #filePath))
        file = try SchemaFile(path: folder + "/openapi.yaml")
        let arrival = try #require(CivilDate("2027-01-11"))
        let departure = try #require(CivilDate("2027-01-12"))
        stay = try #require(StayDates(checkIn: arrival, checkOut: departure))
        room = try #require(Occupancy("2"))
        shopper = ShopperContext(
            residency: try #require(CountryCode("PT")), language: "en",
            currency: try #require(CurrencyCode("EUR")))
    }

    private func answer(_ json: String, status: Int = 200) -> (Int, String, [UInt8]) {
        (status, "application/json", Array(json.utf8))
    }

    private func shop() throws -> Rehearsal<SearchEnd> {
        let json = SchemaInstance(file: file, choose: Self.choose).json(of: "PropertyAvailability")
        let input = SearchInput(
            stay: stay, rooms: [room], hotels: [try #require(SupplierHotelCode("19248"))],
            shopper: shopper, budget: .seconds(4))
        return try Rehearsal(adapter.search(input), at: now, answers: [answer("[\(json)]")])
    }

    @Test func theShopAnswerBecomesAnOffer() throws {
        let shop = try shop()
        #expect(shop.end == .complete)
        #expect(shop.drops == [])
        let offer = try #require(shop.offers.first)
        #expect(offer.price.charge.description == "100.00 EUR")
        #expect(offer.price.payableAtProperty.count == 3)
        // The one night of the stay is among the nights that are never given back.
        #expect(offer.cancellation.kind == .nonRefundable)
        #expect(offer.rooms.first?.beds == ["1 King Bed"])
    }

    @Test func thePriceCheckHoldAndLookUpAreRead() throws {
        let offer = try #require(try shop().offers.first)
        let instance = SchemaInstance(file: file, choose: Self.choose)
        let check = try Rehearsal(
            adapter.revalidate(
                RevalidateInput(offer: offer, stay: stay, rooms: [room], shopper: shopper)),
            at: now, answers: [answer(instance.json(of: "RoomPriceCheck"))])
        guard case .current(let current) = check.end else {
            Issue.record("the price check ended in \(check.end)")
            return
        }
        #expect(current.price == offer.price)
        let reference = try #require(HoldReference("ABCDEFGHIJKLMNOPQ234"))
        var hold = HoldInput(
            offer: current, stay: stay, rooms: [room], shopper: shopper, reference: reference)
        hold.guests = [
            try #require(Guest(room: 0, firstName: "A", lastName: "B", age: nil, lead: true))
        ]
        hold.contact = Contact(email: "a@example.com", phone: nil)
        let held = try Rehearsal(
            adapter.hold(hold), at: now,
            answers: [answer(instance.json(of: "ItineraryCreation"), status: 201)])
        guard case .held(let kept) = held.end else {
            Issue.record("the hold ended in \(held.end)")
            return
        }
        let look = RetrieveInput(
            reference: reference, contactEmail: "a@example.com", shopper: shopper)
        let found = try Rehearsal(
            adapter.retrieve(look), at: now,
            answers: [answer("[\(instance.json(of: "Itinerary"))]")])
        guard case .found(let again) = found.end else {
            Issue.record("the look-up ended in \(found.end)")
            return
        }
        #expect(again.reference == kept.reference)
    }

    /// Values that mean something where any text will not do.
    private static func choose(_ path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        switch parts.last {
        case "property_id": return "19248"
        case "value":
            return parts.contains("stay") || parts.contains("fees") ? "2.00" : value(parts)
        case "currency": return "EUR"
        case "href": return "/v3/somewhere?token=1"
        case "expires": return "2026-12-01T10:15:00.000Z"
        case "start":
            return parts.contains("cancel_penalties")
                ? "2027-01-08T16:00:00.000+01:00" : "2027-01-11"
        case "end": return "2027-01-11"
        case "amount", "nights": return parts.contains("cancel_penalties") ? "" : nil
        case "percent": return "50%"
        case "refundable": return "true"
        case "itinerary_id": return "8999989898988"
        case "affiliate_reference_id": return "ABCDEFGHIJKLMNOPQ234"
        case "*": return parts.contains("occupancy_pricing") ? "2" : "37310"
        case "description": return parts.contains("bed_groups") ? "1 King Bed" : nil
        default: return nil
        }
    }

    /// 98.00 a night and 2.00 for the stay make 100.00; three fees of 2.00 make 106.00.
    private static func value(_ parts: [String]) -> String {
        if parts.contains("nightly") { return "98.00" }
        return parts.contains("property_inclusive") ? "106.00" : "100.00"
    }
}

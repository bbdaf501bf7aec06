import SupplierConformance
import SupplierKit
import SupplierOtaxml
import Testing
import TravelModel

/// Answers larger than any hotel is: read some at a turn, and no more than is shown.
@Suite struct LargeAnswerTests {
    private static let now = Instant(millisecondsSinceEpoch: 1_790_000_000_000)
    private static let tag = RequestTag(1)

    private func search(rooms: Int) throws -> any StepMachine<SearchEnd> {
        let manifest = try ConformanceSuite(OtaxmlAdapter.self, testsFile: #filePath).manifest
        let stay = try #require(
            CivilDate("2027-01-11").flatMap { first in
                CivilDate("2027-01-13").flatMap { StayDates(checkIn: first, checkOut: $0) }
            })
        return try OtaxmlAdapter(manifest: manifest).search(
            SearchInput(
                stay: stay, rooms: Array(repeating: #require(Occupancy("2")), count: rooms),
                hotels: [#require(SupplierHotelCode("H1"))],
                shopper: ShopperContext(
                    residency: #require(CountryCode("PT")), language: "en",
                    currency: #require(CurrencyCode("EUR"))), budget: .seconds(4)))
    }

    /// Room stays of one rate each, or one room stay of them all.
    private func answer(_ rates: Int, inOneStay: Bool) -> [UInt8] {
        let rooms = (0..<rates).map { number in
            "<RoomRate RoomTypeCode=\"T\(number)\" RatePlanCode=\"BAR\">"
                + "<Total AmountAfterTax=\"\(100 + number).00\" CurrencyCode=\"EUR\"/></RoomRate>"
        }
        let stays = (inOneStay ? [rooms.joined()] : rooms).map {
            "<RoomStay><RoomRates>\($0)</RoomRates><BasicPropertyInfo HotelCode=\"H1\"/></RoomStay>"
        }
        let text =
            "<OTA_HotelAvailRS xmlns=\"http://www.opentravel.org/OTA/2003/05\"><Success/>"
            + "<RoomStays>\(stays.joined())</RoomStays></OTA_HotelAvailRS>"
        return Array(text.utf8)
    }

    /// What is found, and in how many turns.
    private func found(
        _ body: [UInt8], rooms: Int
    ) throws -> (offers: [Offer], drops: [OfferDrop], turns: Int) {
        var machine = try search(rooms: rooms)
        _ = machine.start(at: Self.now)
        let head = ResponseHead(status: 200, headers: [("Content-Type", "text/xml")])
        _ = machine.on(.head(Self.tag, head), at: Self.now)
        _ = machine.on(.bytes(Self.tag, body), at: Self.now)
        var reaction = machine.on(.end(Self.tag), at: Self.now)
        var (offers, drops, turns) = (reaction.offers, reaction.drops, 1)
        while reaction.end == nil {
            guard case .setTimer(_, let timer)? = reaction.orders.first else { break }
            reaction = machine.on(.timer(timer), at: Self.now)
            offers += reaction.offers
            drops += reaction.drops
            turns += 1
        }
        #expect(reaction.end == .complete)
        return (offers, drops, turns)
    }

    @Test(arguments: [1, 2, 4]) func aHotelOfManyRoomsIsReadSomeAtATurn(rooms: Int) throws {
        let (offers, drops, turns) = try found(answer(2_000, inOneStay: false), rooms: rooms)
        #expect(offers.count == 500)
        #expect(offers.first?.rateKey.hasPrefix("T0/BAR") == true)
        #expect(drops.count == 1_500 && drops.allSatisfy { $0.reason == .overLimit })
        #expect(turns >= 10)
    }

    @Test func oneRoomStayIsBoundedToo() throws {
        let (offers, _, _) = try found(answer(2_000, inOneStay: true), rooms: 2)
        #expect(offers.count == 500)
    }
}

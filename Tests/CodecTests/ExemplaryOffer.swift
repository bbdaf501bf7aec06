import Testing
import TravelModel

/// The offers of the golden files: every optional member set, and every one left out.
enum Exemplary {
    static func full() throws -> Offer {
        let eur = try #require(CurrencyCode("EUR"))
        let jpy = try #require(CurrencyCode("JPY"))
        let local = try #require(CivilDateTime("2027-01-09T23:59"))
        let instant = try #require(Instant("2027-01-10T12:00:00+01:00"))
        func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: eur) }
        var offer = Offer(
            hotel: try #require(SupplierHotelCode("LIS-0042")), rateKey: "DBL|BB|FLEX",
            rooms: [
                OfferRoom(
                    name: "Doppelzimmer Süd",
                    occupancy: try #require(Occupancy(adults: 2, childAges: [9, 4])),
                    beds: ["1 King Bed", "1 Sofa Bed"])
            ],
            board: .bedAndBreakfast,
            price: try OfferPrice(
                charge: euros(24_690),
                components: [
                    PriceComponent(kind: .base, amount: euros(25_000), payable: .now),
                    PriceComponent(kind: .discount, amount: euros(-310), payable: .now),
                    PriceComponent(
                        kind: .cityTax, amount: Money(minorUnits: 800, currency: jpy),
                        payable: .atProperty),
                    PriceComponent(
                        kind: .resortFee, amount: euros(1_500), payable: .atProperty,
                        mandatory: false),
                ],
                nightly: [euros(12_345), euros(12_345)], completeness: .taxesUnknown),
            cancellation: .free(
                until: .hotelLocal(local),
                steps: [CancellationTerms.Step(from: .instant(instant), penalty: euros(12_345))]),
            payment: OfferPayment(timing: .deposit, merchantOfRecord: .supplier),
            hold: HoldAbility(keeper: .supplier, needs: [.guests, .contact]),
            reference: try #require(RateReference(token: "tok/éclair?1", expires: instant)))
        offer.boardText = "Buffet breakfast"
        offer.remaining = 3
        offer.requirements = [.memberOnly, .mobileOnly]
        offer.notes = ["The pool is closed in January.", ""]
        offer.legal = "Example Travel Ltd, Lisbon"
        return offer
    }

    static func bare() throws -> Offer {
        let kwd = try #require(CurrencyCode("KWD"))
        return Offer(
            hotel: try #require(SupplierHotelCode("7")), rateKey: "", rooms: [], board: .other,
            price: try OfferPrice(charge: .zero(kwd), components: []), cancellation: .unknown,
            payment: OfferPayment(timing: .atProperty), hold: HoldAbility(keeper: .priceCheck),
            reference: try #require(RateReference(token: "x")))
    }

    static func answer() throws -> [(SupplierHotelCode, [Offer])] {
        [
            (try #require(SupplierHotelCode("LIS-0001")), []),
            (try #require(SupplierHotelCode("LIS-0042")), [try full()]),
            (try #require(SupplierHotelCode("7")), [try bare(), try bare()]),
            (try #require(SupplierHotelCode("LIS-0099")), []),
        ]
    }
}

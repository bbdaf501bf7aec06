import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// One list out of many suppliers' offers, whatever the order they came in.
@Suite struct OfferMergeTests {
    private func candidates(
        _ supplier: String, _ lines: [String], after wait: Duration = .zero,
        completeness: OfferPrice.Completeness = .full
    ) throws -> [OfferMerge.Candidate] {
        let answer = try Sample.answer(supplier, lines)
        let presenter = OfferPresenter(
            pricing: try Sample.pricing(), deadlines: DeadlineResolver(zones: FixedZones()),
            now: Simulation.epoch)
        let hotel = try #require(HotelID("hotel:0"))
        return try answer.byHotel.flatMap(\.offers).map { answered in
            let id = try #require(
                OfferID(
                    supplier: answer.head.supplier, offer: answered.offer, terms: answer.head.terms)
            )
            return OfferMerge.Candidate(
                presenter.present(
                    try answered.offer.with(completeness), offerID: id,
                    quote: (nil, Simulation.epoch),
                    supplier: answer.head.supplier, hotel: hotel, zone: "Europe/Lisbon",
                    freshness: Freshness(
                        source: .live, quotedAt: answer.head.quotedAt.advanced(by: wait))))
        }
    }

    private func summary(_ offers: [PricedOffer]) -> [String] {
        offers.map { offer in
            ([offer.supplier.text + " " + offer.price.total.description]
                + offer.alternates.map { "(\($0.supplier) \($0.total))" }).joined(separator: " ")
        }
    }

    @Test func theSameThingIsShownOnceCheapestFirst() throws {
        let all =
            try candidates("alpha", ["a-0 r1 Double_Room,_Sea-View BB free EUR 200.00"])
            + candidates("beta", ["b-0 r7 double_room_sea_view BB free EUR 180.00"])
            + candidates("gamma", ["g-0 r3 DOUBLE_ROOM_(SEA_VIEW) BB free USD 237.50"])
        #expect(
            summary(OfferMerge.offers(all))
                == ["beta 180.00 EUR (gamma 190.00 EUR) (alpha 200.00 EUR)"])
    }

    @Test(arguments: [
        "b-0 r7 Double HB free EUR 180.00", "b-0 r7 Double BB non EUR 180.00",
        "b-0 r7 Twin BB free EUR 180.00", "b-0 r7 Double BB free EUR 180.00 pay=atProperty",
        "b-0 r7 Double BB free EUR 180.00 package=yes",
    ])
    func whatDiffersStaysApart(line: String) throws {
        let all =
            try candidates("alpha", ["a-0 r1 Double BB free EUR 200.00"])
            + candidates("beta", [line])
        #expect(OfferMerge.offers(all).count == 2)
    }

    @Test func offersWithoutARateComeLast() throws {
        let all = try candidates(
            "alpha",
            [
                "a-0 r1 Single BB free CHF 10.00", "a-0 r2 Double BB free EUR 900.00",
                "a-0 r3 Twin BB free USD 100.00", "a-0 r4 Suite BB free CHF 5.00",
            ])
        #expect(
            summary(OfferMerge.offers(all)) == [
                "alpha 80.00 EUR", "alpha 900.00 EUR", "alpha 5.00 CHF", "alpha 10.00 CHF",
            ])
    }

    @Test func sortKeysOrderHotelsAsTheirOffers() throws {
        let totals = ["0.00 EUR", "0.01 EUR", "9.99 EUR", "10.00 EUR", "99999.00 EUR", "1.00 CHF"]
        let keys = try totals.enumerated().map { number, total in
            let parts = total.split(separator: " ")
            let offers = try candidates("alpha", ["a-0 r1 X BB free \(parts[1]) \(parts[0])"])
            // The ids fall while the totals rise: the total decides.
            let id = try #require(HotelID("hotel:\(8 - number)"))
            let catalogue = TinyCatalogue(hotels: 9, coverage: [:])
            let hotel = try #require(catalogue.hotel(id))
            return try #require(
                OfferMerge.hotel(hotel, centre: nil, aliases: [], offers)
            ).sortKey
        }
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { $0.utf8.allSatisfy { (33...126).contains($0) } })
    }

    @Test(arguments: UInt64(0)..<60) func anyArrivalOrderGivesOneList(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        var all: [OfferMerge.Candidate] = []
        for supplier in ["alpha", "beta", "gamma"] {
            let lines = (0..<8).map { rate in
                let room = dice.pick(["Double", "double", "Twin"])
                let terms = dice.pick(["free", "non"])
                let currency = dice.pick(["EUR", "USD", "CHF"])
                // Few amounts, so that ties are common.
                return "h-0 r\(rate) \(room) BB \(terms) \(currency) \(dice.number(in: 1...3)).00"
            }
            all += try candidates(supplier, lines)
        }
        let first = OfferMerge.offers(all)
        #expect(first.reduce(0) { $0 + 1 + $1.alternates.count } == all.count)
        for _ in 0..<20 {
            all.shuffle(using: &dice)
            #expect(OfferMerge.offers(all) == first)
        }
    }

    @Test func oneOfferNamedTwiceIsShownOnce() throws {
        let twice =
            try candidates("alpha", ["a-0 r1 Double BB free EUR 200.00"])
            + candidates("alpha", ["a-0 r1 Double BB free EUR 190.00"])
        #expect(summary(OfferMerge.offers(twice)) == ["alpha 190.00 EUR"])
    }

    /// What the supplier said last is the price, dearer or not, in whatever order it is put in.
    @Test(arguments: ["190.00", "210.00"]) func theNewestOfOneOfferIsShown(price: String) throws {
        let old = try candidates("alpha", ["a-0 r1 Double BB free EUR 200.00"])
        let new = try candidates(
            "alpha", ["a-0 r1 Double BB free EUR \(price)"], after: .milliseconds(1))
        for all in [old + new, new + old] {
            #expect(summary(OfferMerge.offers(all)) == ["alpha \(price) EUR"])
        }
    }

    /// A total without taxes is not cheaper than one with: it neither leads nor hides it.
    @Test(arguments: [OfferPrice.Completeness.taxesUnknown, .textOnlyCharges])
    func whatMayCostMoreComesAfterWhatIsWhole(completeness: OfferPrice.Completeness) throws {
        let all =
            try candidates(
                "alpha", ["a-0 r1 Double BB free EUR 180.00"], completeness: completeness)
            + candidates("beta", ["b-0 r1 Double BB free EUR 190.00"])
            + candidates(
                "gamma", ["g-0 r1 Double BB free EUR 185.00"], completeness: completeness)
        let offers = OfferMerge.offers(all)
        #expect(
            summary(offers) == ["beta 190.00 EUR", "alpha 180.00 EUR (gamma 185.00 EUR)"])
        #expect(offers.last?.alternates.first?.completeness == completeness)
        let catalogue = TinyCatalogue(hotels: 1, coverage: [:])
        let id = try #require(HotelID("hotel:0"))
        let hotel = try #require(catalogue.hotel(id))
        func result(_ candidates: [OfferMerge.Candidate]) throws -> HotelResult {
            try #require(OfferMerge.hotel(hotel, centre: nil, aliases: [], candidates))
        }
        let (whole, other) = (all.filter { $0.offer.supplier.text == "beta" }, Array(all.prefix(1)))
        #expect(try result(all).from == (try Sample.money("190.00 EUR")))
        #expect(try result(whole).sortKey < result(other).sortKey)
    }

    @Test(arguments: UInt64(0)..<50) func plainAndOtherTextAreNormalisedAlike(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let name = String(
            decoding: (0..<30).map { _ in UInt8(dice.number(in: 32...126)) }, as: UTF8.self)
        // An accented word at the end takes the long way and changes nothing before it.
        #expect(RoomName.normalised(name + " é") == (RoomName.normalised(name) + " é").trimmed)
    }

    @Test(arguments: [
        ("Double Room, Sea-View", "double room sea view"), ("  Suite (2)  ", "suite 2"),
        ("Chambre Élégante", "chambre élégante"), ("", ""), ("***", ""),
    ])
    func roomNames(name: String, normalised: String) {
        #expect(RoomName.normalised(name) == normalised)
    }
}

extension Offer {
    /// The same at a price of which less is known.
    fileprivate func with(_ completeness: OfferPrice.Completeness) throws -> Offer {
        var offer = self
        offer.price = try OfferPrice(
            charge: price.charge, components: price.components, completeness: completeness)
        return offer
    }
}

extension String {
    /// Without a space at the start, which a name of no letters leaves.
    fileprivate var trimmed: String { first == " " ? String(dropFirst()) : self }
}

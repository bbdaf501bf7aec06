import Testing
import TravelModel

@Suite struct OfferTests {
    static func euros(_ cents: Int64) throws -> Money {
        Money(minorUnits: cents, currency: try MoneyTests.currency("EUR"))
    }

    static func line(
        _ cents: Int64, _ code: String = "EUR", payable: PriceComponent.Payable = .now,
        mandatory: Bool = true
    ) throws -> PriceComponent {
        PriceComponent(
            kind: .base, amount: Money(minorUnits: cents, currency: try MoneyTests.currency(code)),
            payable: payable, mandatory: mandatory)
    }

    @Test(
        arguments: [
            (10_000, [8_000, 2_000], true), (10_000, [8_000, 2_001], true),
            (10_000, [8_000, 1_999], true), (10_000, [8_000, 2_002], false),
            (10_000, [8_000, 1_998], false), (9_000, [10_000, -1_000], true), (0, [], true),
            (1, [], true), (2, [], false), (10_000, [], false),
        ] as [(Int64, [Int64], Bool)])
    func linesAddUpWithinOneMinorUnit(charge: Int64, lines: [Int64], accepted: Bool) throws {
        let components = try lines.map { try Self.line($0) }
        let charge = try Self.euros(charge)
        if accepted {
            let price = try OfferPrice(charge: charge, components: components)
            #expect(price.components == components)
        } else {
            #expect(throws: OfferPrice.Fault.doesNotAddUp) {
                try OfferPrice(charge: charge, components: components)
            }
        }
    }

    @Test func linesPaidElsewhereOrOptionalAreNotSummed() throws {
        let cityTax = try Self.line(800, "JPY", payable: .atProperty)
        let price = try OfferPrice(
            charge: try Self.euros(100),
            components: [
                try Self.line(100), cityTax,
                try Self.line(999, "JPY", payable: .atProperty, mandatory: false),
                try Self.line(50, "USD", mandatory: false),
            ])
        #expect(price.payableAtProperty == [cityTax])
    }

    @Test func pricesThatCannotBeAreRefused() throws {
        #expect(throws: OfferPrice.Fault.negative) {
            try OfferPrice(charge: try Self.euros(-1), components: [try Self.line(-1)])
        }
        #expect(throws: OfferPrice.Fault.mixedCurrencies) {
            try OfferPrice(charge: try Self.euros(1), components: [try Self.line(1, "USD")])
        }
        #expect(throws: OfferPrice.Fault.overflow) {
            try OfferPrice(
                charge: try Self.euros(1), components: [try Self.line(.max), try Self.line(1)])
        }
        #expect(throws: OfferPrice.Fault.overflow) {
            try OfferPrice(charge: try Self.euros(1), components: [try Self.line(.min)])
        }
        #expect(throws: OfferPrice.Fault.tooManyLines) {
            try OfferPrice(
                charge: try Self.euros(0), components: Array(repeating: Self.line(0), count: 65))
        }
        #expect(throws: OfferPrice.Fault.tooManyLines) {
            try OfferPrice(
                charge: try Self.euros(0), components: [],
                nightly: Array(repeating: Self.euros(0), count: 367))
        }
    }

    @Test func supplierTextIsCut() throws {
        let occupancy = try #require(Occupancy("2"))
        let long = String(repeating: "ü", count: 300)
        let piled = "e" + String(repeating: "\u{301}", count: 100_000)
        let room = OfferRoom(
            name: long, occupancy: occupancy, beds: Array(repeating: piled, count: 9))
        #expect(room.name == String(repeating: "ü", count: 200))
        #expect(room.beds.count == 8)
        #expect(room.beds.allSatisfy { $0.utf8.count <= 400 })
        let again = OfferRoom(name: room.name, occupancy: occupancy, beds: room.beds)
        #expect(again == room)
    }

    @Test func referencesAreBounded() {
        #expect(RateReference(token: "") == nil)
        #expect(RateReference(token: String(repeating: "a", count: 4_096)) != nil)
        #expect(RateReference(token: String(repeating: "a", count: 4_097)) == nil)
    }

    /// The dearest step is the last: leaving any out would tell less than cancelling costs.
    @Test func cancellationKeepsAllItsStepsOrIsUnknown() throws {
        let deadline = LocalDeadline.hotelLocal(.latest)
        let step = CancellationTerms.Step(from: deadline, penalty: try Self.euros(1))
        let most = Array(repeating: step, count: CancellationTerms.mostSteps)
        let free = CancellationTerms.free(until: deadline, steps: most)
        #expect(free.kind == .freeUntil && free.freeUntil == deadline && free.steps == most)
        let partial = CancellationTerms.partiallyRefundable(steps: most)
        #expect(partial.kind == .partiallyRefundable && partial.freeUntil == nil)
        #expect(CancellationTerms.nonRefundable().kind == .nonRefundable)
        for tooMany in [
            CancellationTerms.free(until: deadline, steps: most + [step]),
            .partiallyRefundable(steps: most + [step]), .nonRefundable(steps: most + [step]),
        ] {
            #expect(tooMany == .unknown)
        }
    }

    @Test(
        "what the stay costs",
        arguments: [
            (20_000, [(.base, 20_000, .now, true), (.cityTax, 500, .atProperty, true)], 20_000),
            (0, [(.base, 18_000, .atProperty, true), (.tax, 2_000, .atProperty, true)], 20_000),
            (
                0,
                [
                    (.base, 18_000, .atProperty, true), (.discount, -500, .atProperty, true),
                    (.cityTax, 500, .atProperty, true), (.resortFee, 900, .atProperty, true),
                    (.propertyFee, 900, .atProperty, true), (.tax, 700, .atProperty, false),
                ], 17_500
            ),
            (0, [], 0),
        ]
            as [(
                Int64, [(PriceComponent.Kind, Int64, PriceComponent.Payable, Bool)], Int64
            )])
    func stayTotal(
        charge: Int64, lines: [(PriceComponent.Kind, Int64, PriceComponent.Payable, Bool)],
        total: Int64
    ) throws {
        let components = try lines.map { kind, cents, payable, mandatory in
            PriceComponent(
                kind: kind, amount: try Self.euros(cents), payable: payable, mandatory: mandatory)
        }
        let price = try OfferPrice(charge: try Self.euros(charge), components: components)
        #expect(price.stayTotal == (try Self.euros(total)))
    }

    @Test func whatTheHotelTakesInAnotherCurrencyIsNotCountedAndNothingOverflows() throws {
        let foreign = try Self.line(900, "JPY", payable: .atProperty)
        let price = try OfferPrice(
            charge: try Self.euros(0), components: [foreign, Self.line(5, payable: .atProperty)])
        #expect(price.stayTotal == (try Self.euros(5)))
        #expect(throws: OfferPrice.Fault.overflow) {
            try OfferPrice(
                charge: try Self.euros(0),
                components: [
                    Self.line(.max, payable: .atProperty), Self.line(1, payable: .atProperty),
                ])
        }
    }

    /// One character of many marks is as long as a supplier likes, and every offer is copied often.
    @Test func everyTextOfAnOfferIsBounded() throws {
        let piled = "e" + String(repeating: "\u{301}", count: 100_000)
        let reference = try #require(RateReference(token: "t"))
        var offer = Offer(
            hotel: try #require(SupplierHotelCode("h")), rateKey: piled + "a", rooms: [],
            board: .roomOnly, price: try OfferPrice(charge: Self.euros(0), components: []),
            cancellation: .unknown, payment: OfferPayment(timing: .now),
            hold: HoldAbility(keeper: .priceCheck), reference: reference)
        offer.boardText = piled
        offer.legal = piled
        offer.notes = Array(repeating: piled, count: 20)
        offer.notes.append(piled)
        #expect(offer.rateKey.utf8.count <= 1_000)
        #expect(offer.boardText.map { $0.utf8.count <= 800 } == true)
        #expect(offer.legal.map { $0.utf8.count <= 2_000 } == true)
        #expect(offer.notes.count == 8 && offer.notes.allSatisfy { $0.utf8.count <= 4_000 })
        // Two names that differ only where they are cut stay two, and a cut one stays itself.
        var other = offer
        other.rateKey = piled + "b"
        #expect(other.rateKey != offer.rateKey)
        let kept = offer.rateKey
        offer.rateKey = kept
        #expect(offer.rateKey == kept)
        offer.rateKey = "short"
        #expect(offer.rateKey == "short")
    }
}

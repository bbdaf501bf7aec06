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

    @Test func cancellationKeepsItsKindAndAtMost32Steps() throws {
        let deadline = LocalDeadline.hotelLocal(.latest)
        let step = CancellationTerms.Step(from: deadline, penalty: try Self.euros(1))
        let many = Array(repeating: step, count: 40)
        let free = CancellationTerms.free(until: deadline, steps: many)
        #expect(free.kind == .freeUntil && free.freeUntil == deadline && free.steps.count == 32)
        let partial = CancellationTerms.partiallyRefundable(steps: many)
        #expect(partial.kind == .partiallyRefundable && partial.freeUntil == nil)
        #expect(CancellationTerms.nonRefundable().kind == .nonRefundable)
        #expect(CancellationTerms.unknown.kind == .unknown)
    }
}

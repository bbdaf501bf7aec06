import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// What a guest is shown of a supplier's price.
@Suite struct OfferPricingTests {
    private func line(
        _ kind: PriceComponent.Kind, _ amount: String, _ payable: PriceComponent.Payable = .now,
        mandatory: Bool = true
    ) throws -> PriceComponent {
        PriceComponent(
            kind: kind, amount: try Sample.money(amount), payable: payable, mandatory: mandatory)
    }

    @Test func theSameCurrencyIsUntouched() throws {
        let price = try OfferPrice(
            charge: Sample.money("110.00 EUR"),
            components: [line(.base, "100.00 EUR"), line(.tax, "10.00 EUR")])
        let shown = try Sample.pricing().price(price)
        #expect(try shown.total == Sample.money("110.00 EUR"))
        #expect(shown.fx == nil && shown.inSearchCurrency)
        #expect(shown.breakdown.map(\.money) == price.components.map(\.amount))
    }

    @Test func roundingLeftOversGoToTheLastLine() throws {
        // 0.01 USD is 0.008 EUR: three lines of 0.01 cannot make 0.02 one by one.
        let price = try OfferPrice(
            charge: Sample.money("0.03 USD"),
            components: [
                line(.base, "0.01 USD"), line(.tax, "0.01 USD"), line(.serviceFee, "0.01 USD"),
            ])
        let shown = try Sample.pricing().price(price)
        #expect(try shown.payNow == Sample.money("0.02 EUR"))
        #expect(
            try shown.breakdown.map(\.money) == [
                Sample.money("0.01 EUR"), Sample.money("0.01 EUR"), Sample.money("0.00 EUR"),
            ])
        #expect(shown.fx?.rate == "0.800000")
        #expect(try shown.charge == Sample.money("0.03 USD"))
    }

    @Test func chargesAtTheHotelAreInTheTotalOptionalOnesAreNot() throws {
        let price = try OfferPrice(
            charge: Sample.money("100.00 EUR"),
            components: [
                line(.base, "100.00 EUR"), line(.cityTax, "10.00 USD", .atProperty),
                line(.resortFee, "99.00 EUR", .atProperty, mandatory: false),
            ])
        let shown = try Sample.pricing().price(price)
        #expect(try shown.total == Sample.money("108.00 EUR"))
        #expect(try shown.payNow == Sample.money("100.00 EUR"))
        #expect(shown.payAtProperty.map(\.mandatory) == [true, false])
        #expect(shown.breakdown.map(\.included) == [true, true, false])
        #expect(shown.completeness == .full)
    }

    @Test func aCurrencyWithoutARateIsShownAsItIs() throws {
        let price = try OfferPrice(
            charge: Sample.money("100.00 CHF"), components: [line(.base, "100.00 CHF")])
        let shown = try Sample.pricing().price(price)
        #expect(try shown.total == Sample.money("100.00 CHF"))
        #expect(!shown.inSearchCurrency && shown.fx == nil)
    }

    @Test(arguments: [
        (PriceComponent.Kind.cityTax, OfferPrice.Completeness.taxesUnknown),
        (.resortFee, .textOnlyCharges),
    ])
    func aChargeThatCannotBeCountedIsSaid(
        kind: PriceComponent.Kind, completeness: OfferPrice.Completeness
    ) throws {
        let price = try OfferPrice(
            charge: Sample.money("100.00 EUR"),
            components: [line(.base, "100.00 EUR"), line(kind, "5.00 CHF", .atProperty)])
        let shown = try Sample.pricing().price(price)
        #expect(try shown.total == Sample.money("100.00 EUR"))
        #expect(shown.completeness == completeness)
        #expect(shown.payAtProperty.first?.converted == nil)
    }

    /// `total = payNow + sum(converted mandatory payAtProperty)` and the included lines add up to it.
    @Test(arguments: UInt64(0)..<200) func theSumsHold(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let now = try Sample.currency(dice.pick(["EUR", "USD", "GBP", "JPY"]))
        var lines = (0..<dice.number(in: 1...6)).map { _ in
            PriceComponent(
                kind: dice.pick(PriceComponent.Kind.allCases),
                amount: Money(minorUnits: Int64(dice.number(in: 0...99_999)), currency: now),
                payable: .now)
        }
        let charge = Money(
            minorUnits: lines.reduce(0) { $0 + $1.amount.minorUnits }
                + Int64(dice.number(in: 0...1)), currency: now)
        for _ in 0..<dice.number(in: 0...3) {
            let other = try Sample.currency(dice.pick(["EUR", "USD", "GBP", "JPY"]))
            lines.append(
                PriceComponent(
                    kind: .propertyFee,
                    amount: Money(minorUnits: Int64(dice.number(in: 0...9_999)), currency: other),
                    payable: .atProperty, mandatory: dice.chance(70)))
        }
        lines.shuffle(using: &dice)
        let price = try OfferPrice(charge: charge, components: lines)
        let shown = try Sample.pricing(in: dice.pick(["EUR", "USD", "JPY"])).price(price)
        let property = shown.payAtProperty.filter(\.mandatory).compactMap(\.converted)
            .reduce(0) { $0 + $1.minorUnits }
        #expect(shown.total.minorUnits == shown.payNow.minorUnits + property)
        let included = shown.breakdown.filter(\.included).reduce(0) { $0 + $1.money.minorUnits }
        #expect(abs(included - shown.total.minorUnits) <= 1)
        #expect(shown.completeness == .full && shown.inSearchCurrency)
    }
}

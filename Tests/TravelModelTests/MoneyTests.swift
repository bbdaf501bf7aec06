import Foundation
import Testing
import TravelModel

@Suite struct MoneyTests {
    static func currency(_ text: String) throws -> CurrencyCode {
        try #require(CurrencyCode(text))
    }

    @Test(
        arguments: [
            ("EUR", "123.45", 12_345), ("EUR", "-12.5", -1_250), ("EUR", "+7", 700),
            ("EUR", "1e2", 10_000), ("EUR", "1E+2", 10_000), ("EUR", "1.5e1", 1_500),
            ("EUR", "1234e-2", 1_234), ("EUR", "0.10", 10), ("EUR", "-0", 0), ("EUR", "0e30", 0),
            ("EUR", "12.3400000000", 1_234), ("EUR", "007.00", 700),
            ("JPY", "1200", 1_200), ("JPY", "1200.00", 1_200), ("BHD", "1.234", 1_234),
            ("BHD", "1", 1_000),
            ("EUR", "92233720368547758.07", .max), ("EUR", "-92233720368547758.08", .min),
            ("EUR", "0.000000000000000000000000000000000000000000000000e9", 0),
        ] as [(String, String, Int64)])
    func exactTextIsRead(code: String, text: String, units: Int64) throws {
        let money = try Money(decimal: text, currency: Self.currency(code))
        #expect(money.minorUnits == units)
    }

    @Test(
        arguments: [
            ("EUR", "19.999999999", 2_000), ("EUR", "19.994999999", 1_999), ("EUR", "0.005", 1),
            ("EUR", "-0.005", -1), ("EUR", "0.0049999999999999999", 0), ("EUR", "-0.004", 0),
            ("EUR", "2.675", 268), ("EUR", "1.0049999999999998934", 100),
            ("EUR", "115.80000000000001", 11_580), ("JPY", "0.5", 1), ("JPY", "1199.5", 1_200),
            ("JPY", "-2.5", -3), ("BHD", "1.0005", 1_001), ("BHD", "1.00049", 1_000),
            ("EUR", "1e-30", 0), ("EUR", "4.9e-3", 0), ("EUR", "5e-3", 1),
            // A double written out in full, as some platforms do.
            ("EUR", "0.1000000000000000055511151231257827021181583404541015625", 10),
            ("EUR", "19.989999999999998436805981327779591083526611328125", 1_999),
        ] as [(String, String, Int64)])
    func doublesAreRoundedHalfAwayFromZero(code: String, text: String, units: Int64) throws {
        let money = try Money(
            decimal: text, currency: Self.currency(code), precision: .halfUp)
        #expect(money.minorUnits == units)
    }

    @Test(arguments: [
        "", "-", "+", ".", ".5", "5.", "-.5", "1.2.3", "1,50", "1 000", " 1", "1 ", "1e", "1e+",
        "1e2.0", "e2", "5.e2", "--1", "0x10", "NaN", "inf", "١٢", "1_000", "1e31", "1e-31",
        "1e999999999999999999999", "12€", "1\u{0}",
    ])
    func otherTextIsMalformed(text: String) throws {
        let eur = try Self.currency("EUR")
        for precision in [Money.Precision.exact, .halfUp] {
            #expect(throws: MoneyFault.malformed) {
                try Money(decimal: text, currency: eur, precision: precision)
            }
        }
    }

    @Test(arguments: [
        ("EUR", "1.001"), ("JPY", "0.1"), ("BHD", "0.0001"), ("EUR", "1e-30"),
        ("EUR", "19.000000000000000000000000000000000000000001"),
    ])
    func exactTextMayNotBeTooPrecise(code: String, text: String) throws {
        let currency = try Self.currency(code)
        #expect(throws: MoneyFault.tooPrecise) { try Money(decimal: text, currency: currency) }
    }

    @Test(arguments: [
        "92233720368547758.08", "-92233720368547758.09", "1e17", "1e30",
        "1234567890123456789012345678901234567890", "99999999999999999999999999999999.999999e-3",
        "0.00000000000000000000000000000000000000000000000000000000000000001",
    ])
    func whatNoCountHoldsIsOverflow(text: String) throws {
        let eur = try Self.currency("EUR")
        #expect(throws: MoneyFault.overflow) {
            try Money(decimal: text, currency: eur, precision: .halfUp)
        }
    }

    /// Foundation's Decimal rounds half away from zero under the name `plain`.
    @Test(arguments: ["JPY", "EUR", "BHD"]) func roundingAgreesWithFoundation(code: String) throws {
        let currency = try Self.currency(code)
        var chance = SplitMix(seed: 42)
        for _ in 0..<5_000 {
            let whole = Int64.random(in: -1_000_000...1_000_000, using: &chance)
            let decimals = Int.random(in: 0...9, using: &chance)
            let fraction = String(format: "%09d", Int.random(in: 0...999_999_999, using: &chance))
            let text = decimals == 0 ? "\(whole)" : "\(whole).\(fraction.prefix(decimals))"
            var exact = try #require(Decimal(string: text))
            exact *= pow(10, currency.exponent)
            var rounded = Decimal()
            NSDecimalRound(&rounded, &exact, 0, .plain)
            let ours = try Money(decimal: text, currency: currency, precision: .halfUp)
            #expect(Decimal(ours.minorUnits) == rounded, "\(text)")
        }
    }

    /// The shortest text that gives a double back, as JSON encoders write it.
    @Test func priceThatWentThroughADoubleComesBack() throws {
        let eur = try Self.currency("EUR")
        var chance = SplitMix(seed: 1)
        for _ in 0..<5_000 {
            let cents = Int64.random(in: -10_000_000...10_000_000, using: &chance)
            let text = "\(Double(cents) / 100)"
            #expect(
                try Money(decimal: text, currency: eur, precision: .halfUp).minorUnits == cents)
        }
    }

    @Test(
        arguments: [
            ("EUR", 12_345, "123.45"), ("EUR", 5, "0.05"), ("EUR", -5, "-0.05"), ("EUR", 0, "0.00"),
            ("EUR", -12_345, "-123.45"), ("JPY", 0, "0"), ("JPY", -7, "-7"), ("BHD", 1, "0.001"),
            ("BHD", 1_234, "1.234"), ("EUR", .min, "-92233720368547758.08"),
        ] as [(String, Int64, String)])
    func textHasTheCurrencysDecimals(code: String, units: Int64, text: String) throws {
        let money = Money(minorUnits: units, currency: try Self.currency(code))
        #expect(money.decimalText == text)
        #expect(money.description == "\(text) \(code)")
        #expect(try Money(decimal: text, currency: money.currency) == money)
    }

    @Test func sumsAreCheckedAndOfOneCurrency() throws {
        let eur = try Self.currency("EUR")
        let usd = try Self.currency("USD")
        let one = Money(minorUnits: 1, currency: eur)
        #expect(try one.adding(one).minorUnits == 2)
        #expect(try one.subtracting(one) == .zero(eur))
        #expect(throws: MoneyFault.currencyMismatch) { try one.adding(.zero(usd)) }
        #expect(throws: MoneyFault.currencyMismatch) { try one.subtracting(.zero(usd)) }
        let most = Money(minorUnits: .max, currency: eur)
        let least = Money(minorUnits: .min, currency: eur)
        #expect(throws: MoneyFault.overflow) { try most.adding(one) }
        #expect(throws: MoneyFault.overflow) { try least.subtracting(one) }
        #expect(throws: MoneyFault.overflow) { try Money.zero(eur).subtracting(least) }
    }

    @Test(
        arguments: [
            (1_000, 115, 100, 1_150), (5, 1, 10, 1), (-5, 1, 10, -1), (4, 1, 10, 0), (1, -1, 2, -1),
            (-1, -1, -2, -1), (.max, 1, 1, .max), (.max, .max, .max, .max),
        ] as [(Int64, Int64, Int64, Int64)])
    func scalingRoundsOnce(units: Int64, numerator: Int64, denominator: Int64, out: Int64) throws {
        let money = Money(minorUnits: units, currency: try Self.currency("EUR"))
        let scaled = try money.scaled(numerator: numerator, denominator: denominator)
        #expect(scaled.minorUnits == out)
    }

    @Test(arguments: [(Int64.max, Int64(2), Int64(1)), (.min, -1, 1), (.min, .min, 1), (1, 1, 0)])
    func scalingOutOfRangeIsOverflow(units: Int64, numerator: Int64, denominator: Int64) throws {
        let money = Money(minorUnits: units, currency: try Self.currency("EUR"))
        #expect(throws: MoneyFault.overflow) {
            try money.scaled(numerator: numerator, denominator: denominator)
        }
    }

    @Test(arguments: [("EUR", 2), ("JPY", 0), ("KRW", 0), ("BHD", 3), ("KWD", 3), ("ISK", 0)])
    func currenciesKnowTheirDecimals(code: String, exponent: Int) throws {
        #expect(try Self.currency(code).exponent == exponent)
    }

    /// What hotels of Curacao charge today, and what rows of last year name.
    @Test(arguments: [("XCG", 2), ("ANG", 2), ("BGN", 2), ("VED", 2), ("UYI", 0)])
    func newAndLateCodesAreRead(code: String, exponent: Int) throws {
        #expect(try Self.currency(code).exponent == exponent)
    }

    @Test(arguments: ["", "eur", "EU", "EURO", "XXX", "XTS", "XAU", "DEM", "ＥＵＲ", "EUR "])
    func otherCodesAreNoCurrency(code: String) {
        #expect(CurrencyCode(code) == nil)
    }
}

import Foundation
import Testing
import TravelModel

@Suite struct ExchangeRateTests {
    static func table(_ millionths: [String: Int64]) throws -> ExchangeRateTable {
        var rates: [CurrencyCode: Int64] = [:]
        for (code, rate) in millionths { rates[try MoneyTests.currency(code)] = rate }
        return ExchangeRateTable(
            source: "ECB", asOf: try #require(CivilDate("2027-01-04")),
            base: try MoneyTests.currency("EUR"), millionths: rates)
    }

    static let rates: [String: Int64] = [
        "USD": 1_085_000, "JPY": 161_320_000, "KWD": 333_950, "IDR": 17_602_150_000,
    ]

    @Test(
        arguments: [
            ("EUR", 10_000, "USD", 10_850), ("USD", 10_850, "EUR", 10_000),
            ("EUR", 100, "JPY", 161), ("JPY", 161, "EUR", 100), ("EUR", 100, "KWD", 334),
            ("KWD", 1_000, "EUR", 299), ("IDR", 100, "KWD", 0), ("EUR", -50, "JPY", -81),
            ("USD", 123, "USD", 123), ("JPY", 1_000, "KWD", 2_070),
        ] as [(String, Int64, String, Int64)])
    func amountsAreConvertedOnce(from: String, units: Int64, to: String, out: Int64) throws {
        let table = try Self.table(Self.rates)
        let money = Money(minorUnits: units, currency: try MoneyTests.currency(from))
        let converted = table.convert(money, to: try MoneyTests.currency(to))
        #expect(converted == Money(minorUnits: out, currency: try MoneyTests.currency(to)))
    }

    @Test func conversionAgreesWithFoundation() throws {
        let table = try Self.table(Self.rates)
        let codes = try Self.rates.keys.sorted().map { try MoneyTests.currency($0) } + [table.base]
        var chance = SplitMix(seed: 5)
        for _ in 0..<3_000 {
            let from = try #require(codes.randomElement(using: &chance))
            let to = try #require(codes.randomElement(using: &chance))
            let units = Int64.random(in: -1_000_000_000...1_000_000_000, using: &chance)
            let converted = try #require(
                table.convert(Money(minorUnits: units, currency: from), to: to))
            let rate =
                Decimal(Self.rates[to.text] ?? 1_000_000)
                / Decimal(Self.rates[from.text] ?? 1_000_000)
            let exact = Decimal(units) * rate * pow(10, to.exponent) / pow(10, from.exponent)
            #expect(abs(Decimal(converted.minorUnits) - exact) <= Decimal(5_000_001) / 10_000_000)
        }
    }

    @Test func noRateNoAmount() throws {
        let table = try Self.table(["USD": 1_085_000])
        let chf = try MoneyTests.currency("CHF")
        let usd = try MoneyTests.currency("USD")
        #expect(table.convert(.zero(usd), to: chf) == nil)
        #expect(table.convert(.zero(chf), to: chf) == .zero(chf))
        #expect(table.rateText(from: usd, to: chf) == nil)
        #expect(table.convert(.zero(usd), to: table.base) == .zero(table.base))
    }

    @Test(arguments: [0, -1, .min, .max, 1_000_000_000_000_001] as [Int64])
    func absurdRatesAreLeftOut(rate: Int64) throws {
        let table = try Self.table(["USD": rate])
        let usd = try MoneyTests.currency("USD")
        #expect(table.convert(.zero(usd), to: table.base) == nil)
        #expect(table.rateText(from: table.base, to: usd) == nil)
    }

    @Test func theBaseIsAlwaysOne() throws {
        let table = try Self.table(["EUR": 7, "USD": 1_085_000])
        #expect(table.rateText(from: table.base, to: try MoneyTests.currency("USD")) == "1.085000")
    }

    /// The widest rates between the widest exponents with the widest amount.
    @Test func theEndsOfTheRangeDoNotTrap() throws {
        let table = try Self.table(["JPY": 1_000_000_000_000_000, "KWD": 1])
        let jpy = try MoneyTests.currency("JPY")
        let kwd = try MoneyTests.currency("KWD")
        for units in [Int64.min, .max] {
            #expect(table.convert(Money(minorUnits: units, currency: kwd), to: jpy) == nil)
            let small = table.convert(Money(minorUnits: units, currency: jpy), to: kwd)
            #expect(small?.minorUnits == (units < 0 ? -9_223_372 : 9_223_372))
        }
        #expect(table.rateText(from: jpy, to: kwd) == "0.000000000000001000")
        #expect(table.rateText(from: kwd, to: jpy) == nil)
    }

    @Test(arguments: [
        ("EUR", "USD", "1.085000"), ("USD", "EUR", "0.921659"), ("EUR", "IDR", "17602.150000"),
        ("IDR", "EUR", "0.0000568112"), ("IDR", "KWD", "0.0000189721"),
    ])
    func rateTextKeepsSixSignificantDigits(from: String, to: String, text: String) throws {
        let table = try Self.table(Self.rates)
        #expect(
            table.rateText(from: try MoneyTests.currency(from), to: try MoneyTests.currency(to))
                == text)
    }
}

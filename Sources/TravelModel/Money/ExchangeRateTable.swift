/// A dated set of rates against one base currency, from one named source.
///
/// A search converts every price with one table and says which, so that amounts can be compared and
/// explained later. Rates are exact decimals (millionths of a unit), never floats.
public struct ExchangeRateTable: Sendable, Equatable {
    /// The publisher, for instance `ECB`.
    public let source: String
    /// The day the publisher dated the table.
    public let asOf: CivilDate
    /// The currency that one unit of is worth ``millionths``.
    public let base: CurrencyCode
    /// Millionths of each currency that one unit of the base buys, within ``accepted``.
    private let millionths: [CurrencyCode: Int64]

    /// Above zero, and small enough that no conversion can leave 128 bits on its way.
    private static let accepted: ClosedRange<Int64> = 1...1_000_000_000_000_000

    /// Entries that are not above zero, or above a thousand million units, are left out.
    public init(
        source: String, asOf: CivilDate, base: CurrencyCode, millionths: [CurrencyCode: Int64]
    ) {
        self.source = source
        self.asOf = asOf
        self.base = base
        var kept = millionths.filter { Self.accepted.contains($0.value) }
        kept[base] = 1_000_000
        self.millionths = kept
    }

    /// The amount in another currency, converted once and rounded half up; `nil` without a rate.
    ///
    /// The same currency is returned untouched.
    public func convert(_ money: Money, to target: CurrencyCode) -> Money? {
        if money.currency == target { return money }
        guard let from = millionths[money.currency], let to = millionths[target] else {
            return nil
        }
        let shift = target.exponent - money.currency.exponent
        var numerator = Int128(money.minorUnits) * Int128(to)
        var denominator = Int128(from)
        for _ in 0..<abs(shift) {
            if shift > 0 { numerator *= 10 } else { denominator *= 10 }
        }
        guard let units = try? Rounding.halfUp(numerator, over: denominator) else { return nil }
        return Money(minorUnits: units, currency: target)
    }

    /// Units of `to` for one unit of `from`, as decimal text; `nil` without a rate.
    ///
    /// Six decimals, or as many as six significant digits need, at most 18: a rate is never shown
    /// as zero. For display only; ``convert(_:to:)`` does not go through it.
    public func rateText(from: CurrencyCode, to: CurrencyCode) -> String? {
        guard let from = millionths[from], let to = millionths[to] else { return nil }
        var decimals = 6
        var scale: Int128 = 1_000_000
        while Int128(to) * scale < 100_000 * Int128(from), decimals < 18 {
            decimals += 1
            scale *= 10
        }
        guard let rate = try? Rounding.halfUp(Int128(to) * scale, over: Int128(from)) else {
            return nil
        }
        return DigitText.decimal(rate.magnitude, decimals: decimals, isNegative: false)
    }
}

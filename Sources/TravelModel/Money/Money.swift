/// An exact amount of one currency, counted in its minor units.
///
/// All arithmetic is checked: it throws instead of trapping or wrapping.
public struct Money: Hashable, Sendable, CustomStringConvertible {
    /// Whole minor units (cents of a euro, yen of a yen); may be negative.
    public let minorUnits: Int64
    /// What is counted; it fixes the number of decimals.
    public let currency: CurrencyCode

    /// Takes any 64-bit count as it is.
    public init(minorUnits: Int64, currency: CurrencyCode) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// What to do with decimals beyond the currency's exponent.
    public enum Precision: Sendable {
        /// Only zeros may follow; anything else is ``MoneyFault/tooPrecise``.
        case exact
        /// Half away from zero; for suppliers that send JSON doubles.
        case halfUp
    }

    /// Reads decimal text such as `-12.50` or `1e2` without going through a float.
    ///
    /// Exponents from -30 to 30 are accepted, since JSON writers emit them.
    public init(
        decimal text: some StringProtocol, currency: CurrencyCode, precision: Precision = .exact
    ) throws(MoneyFault) {
        let decimal = try DecimalText(text)
        self.init(
            minorUnits: try decimal.scaled(by: currency.exponent, precision: precision),
            currency: currency)
    }

    /// Zero in `currency`.
    public static func zero(_ currency: CurrencyCode) -> Money {
        Money(minorUnits: 0, currency: currency)
    }

    /// The sum; ``MoneyFault/currencyMismatch`` or ``MoneyFault/overflow`` where there is none.
    public func adding(_ other: Money) throws(MoneyFault) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The difference; ``MoneyFault/currencyMismatch`` or ``MoneyFault/overflow`` where there is none.
    public func subtracting(_ other: Money) throws(MoneyFault) -> Money {
        guard currency == other.currency else { throw .currencyMismatch }
        let (difference, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
        guard !overflow else { throw .overflow }
        return Money(minorUnits: difference, currency: currency)
    }

    /// The amount times `numerator / denominator`, rounded half away from zero.
    ///
    /// A zero denominator is ``MoneyFault/overflow``.
    public func scaled(
        numerator: Int64, denominator: Int64
    ) throws(MoneyFault) -> Money {
        let product = Int128(minorUnits) * Int128(numerator)
        let rounded = try Rounding.halfUp(product, over: Int128(denominator))
        return Money(minorUnits: rounded, currency: currency)
    }

    /// The decimal text with exactly the currency's number of decimals, such as `123.45`.
    public var decimalText: String {
        DigitText.decimal(
            minorUnits.magnitude, decimals: currency.exponent, isNegative: minorUnits < 0)
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { "\(decimalText) \(currency)" }
}

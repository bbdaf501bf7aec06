public import TravelModel

extension Money {
    /// Reads an amount and a currency as a supplier wrote them.
    ///
    /// A currency outside ISO 4217 is `unknownCurrency`; an amount that is no decimal, has more
    /// decimals than `precision` allows or is too large is `malformed`.
    public static func reading(
        _ amount: some StringProtocol, _ currency: some StringProtocol,
        precision: Precision = .exact
    ) throws(RateFault) -> Money {
        guard let code = CurrencyCode(currency) else {
            throw RateFault(.unknownCurrency, String(currency.prefix(8)))
        }
        do {
            return try Money(decimal: amount, currency: code, precision: precision)
        } catch {
            throw RateFault(.malformed, "amount \(amount.prefix(24))")
        }
    }

    /// Sums as part of reading a rate: two currencies in one sum are `priceContradiction`.
    public func plus(_ other: Money) throws(RateFault) -> Money {
        do { return try adding(other) } catch { throw RateFault(error) }
    }

    /// Subtracts as part of reading a rate.
    public func minus(_ other: Money) throws(RateFault) -> Money {
        do { return try subtracting(other) } catch { throw RateFault(error) }
    }

    /// Scales as part of reading a rate, half away from zero.
    public func times(_ numerator: Int64, over denominator: Int64 = 1) throws(RateFault) -> Money {
        do {
            return try scaled(numerator: numerator, denominator: denominator)
        } catch { throw RateFault(error) }
    }
}

extension RateFault {
    /// What a fault of money means for the rate it is in.
    public init(_ fault: MoneyFault) {
        switch fault {
        case .currencyMismatch: self.init(.priceContradiction, "two currencies in one sum")
        case .malformed, .tooPrecise, .overflow: self.init(.malformed, "amount")
        }
    }

    /// What a price that contradicts itself means for the rate it is in.
    public init(_ fault: OfferPrice.Fault) {
        switch fault {
        case .doesNotAddUp: self.init(.priceContradiction, "lines do not add up")
        case .mixedCurrencies: self.init(.priceContradiction, "two currencies payable now")
        case .negative: self.init(.priceContradiction, "negative charge")
        case .tooManyLines: self.init(.malformed, "too many lines")
        case .overflow: self.init(.malformed, "amount")
        }
    }
}

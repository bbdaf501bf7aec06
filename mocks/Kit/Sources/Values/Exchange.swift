/// One day's euro reference rates, for suppliers that answer in the currency asked for.
public struct Exchange: Sendable {
    /// The day of the rates, `YYYY-MM-DD`.
    public let asOf: String
    // Units of a currency for one euro, times a million.
    private let millionths: [String: Int64]

    /// Rates as decimal strings for one euro; entries that are not plain decimals are left out.
    public init(asOf: String, rates: [String: String]) {
        self.asOf = asOf
        var table = ["EUR": Int64(1_000_000)]
        for (currency, text) in rates {
            if let value = Amount.scaled(text, digits: 6), value > 0 { table[currency] = value }
        }
        millionths = table
    }

    /// Whether both directions between the euro and this currency are known.
    public func knows(_ currency: String) -> Bool {
        millionths[currency] != nil
    }

    /// The sum in another currency, rounded half up to its minor unit; nil without a rate.
    public func convert(_ amount: Amount, to currency: String) -> Amount? {
        guard amount.currency != currency else { return amount }
        guard let from = millionths[amount.currency], let to = millionths[currency] else {
            return nil
        }
        var part = to
        var whole = from
        let digits = Amount.exponent(of: currency) - Amount.exponent(of: amount.currency)
        for _ in 0..<abs(digits) {
            if digits > 0 { part *= 10 } else { whole *= 10 }
        }
        return Amount(minor: Amount.share(amount.minor, part, of: whole), currency: currency)
    }
}

public import TravelModel

/// The price rise a client accepts without being asked again.
public enum MaxIncrease: Hashable, Sendable {
    /// In hundredths of a percent of the quoted total, 0 to 10,000.
    case basisPoints(Int)
    /// In the currency the quote was shown in.
    case amount(Money)

    /// No rise at all.
    public static let none = MaxIncrease.basisPoints(0)

    /// The highest acceptable total for a quoted one: a share of it is rounded down to whole minor
    /// units, so that nothing above the limit is granted.
    ///
    /// An amount in another currency than the quote's accepts no rise.
    func ceiling(over quoted: Money) -> Money {
        switch self {
        case .basisPoints(let points):
            guard quoted.minorUnits > 0 else { return quoted }
            let rise = Int128(quoted.minorUnits) * Int128(max(0, min(points, 10_000))) / 10_000
            let limit = Int64(clamping: Int128(quoted.minorUnits) + rise)
            return Money(minorUnits: limit, currency: quoted.currency)
        case .amount(let amount):
            guard amount.minorUnits >= 0 else { return quoted }
            return (try? quoted.adding(amount)) ?? quoted
        }
    }
}

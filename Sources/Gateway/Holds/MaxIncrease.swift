public import TravelModel

/// The price rise a client accepts without being asked again.
public enum MaxIncrease: Hashable, Sendable {
    /// In hundredths of a percent of the quoted total, 0 to 10,000.
    case basisPoints(Int)
    /// In the currency the quote was shown in.
    case amount(Money)

    /// No rise at all.
    public static let none = MaxIncrease.basisPoints(0)

    /// The highest acceptable total for a quoted one.
    ///
    /// An amount in another currency than the quote's accepts no rise.
    func ceiling(over quoted: Money) -> Money {
        switch self {
        case .basisPoints(let points):
            let rise = try? quoted.scaled(
                numerator: Int64(max(0, min(points, 10_000))), denominator: 10_000)
            return rise.flatMap { try? quoted.adding($0) } ?? quoted
        case .amount(let amount):
            guard amount.minorUnits >= 0 else { return quoted }
            return (try? quoted.adding(amount)) ?? quoted
        }
    }
}

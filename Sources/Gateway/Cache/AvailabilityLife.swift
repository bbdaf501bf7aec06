internal import TravelModel

/// How long an answer about a hotel may be shown.
///
/// By days to arrival: prices of tomorrow move within minutes, those of next year hardly. Soft
/// lives, volatility and refreshing come on top of this table.
struct AvailabilityLife: Sendable {
    /// No availability may be kept this long at most.
    static let absence: Duration = .seconds(300)
    /// A kept answer is no longer shown this long before the supplier forgets its token.
    static let tokenMargin: Duration = .seconds(120)

    /// The table's life for a check-in `daysAhead` days from today.
    static func base(daysAhead: Int) -> Duration {
        switch daysAhead {
        case ...1: .seconds(3 * 60)
        case 2...7: .seconds(10 * 60)
        case 8...30: .seconds(20 * 60)
        case 31...90: .seconds(45 * 60)
        default: .seconds(120 * 60)
        }
    }

    /// The life of what was just heard of one hotel; zero or less means: do not keep it.
    ///
    /// `chance` is any byte: it spreads lives by up to a tenth to either side, so that what was
    /// asked together does not fall due together.
    static func life(
        of offers: [AnsweredOffer], stay: StayDates, now: Instant, chance: UInt8
    ) -> Duration {
        guard let today = now.civil(offsetSeconds: 0)?.date else { return .zero }
        let base = base(daysAhead: today.days(until: stay.checkIn))
        let limit = offers.isEmpty ? min(base, absence) : base
        let spread = limit * (900 + Int(chance) * 200 / 255) / 1000
        let tokens = offers.compactMap(\.offer.reference.expires)
        guard let first = tokens.min() else { return spread }
        return min(spread, now.duration(to: first) - tokenMargin)
    }
}

public import TravelModel

/// How far ahead a stay begins, in the classes that prices behave alike in.
///
/// Prices of tomorrow move within minutes, those of next year hardly.
public enum LeadTime: String, Sendable, CaseIterable {
    /// Today, tomorrow, or already begun somewhere.
    case nextDay = "0-1"
    /// 2 to 7 days.
    case week = "2-7"
    /// 8 to 30 days.
    case month = "8-30"
    /// 31 to 90 days.
    case quarter = "31-90"
    /// More than 90 days.
    case later = "91-"

    /// The class of a check-in so many days from today.
    public init(daysAhead: Int) {
        self =
            switch daysAhead {
            case ...1: .nextDay
            case 2...7: .week
            case 8...30: .month
            case 31...90: .quarter
            default: .later
            }
    }

    /// The class of a stay at `now`; `nil` outside the calendar.
    public init?(of stay: StayDates, at now: Instant) {
        guard let today = now.civil(offsetSeconds: 0)?.date else { return nil }
        self.init(daysAhead: today.days(until: stay.checkIn))
    }

    /// How long "nothing available" may be believed before anything was learned: a room that was given
    /// back should be found.
    var absence: Duration {
        switch self {
        case .nextDay: .seconds(2 * 60)
        case .week: .seconds(3 * 60)
        case .month: .seconds(5 * 60)
        case .quarter: .seconds(8 * 60)
        case .later: .seconds(10 * 60)
        }
    }
}

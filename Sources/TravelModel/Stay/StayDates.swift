/// The nights of one stay: arrival and departure day.
public struct StayDates: Hashable, Sendable, CustomStringConvertible {
    /// The day the first night begins.
    public let checkIn: CivilDate
    /// Always after ``checkIn``.
    public let checkOut: CivilDate

    /// `nil` unless departure is 1 to 366 days after arrival; narrower limits are the caller's.
    public init?(checkIn: CivilDate, checkOut: CivilDate) {
        guard (1...366).contains(checkIn.days(until: checkOut)) else { return nil }
        self.checkIn = checkIn
        self.checkOut = checkOut
    }

    /// 1 to 366.
    public var nights: Int { checkIn.days(until: checkOut) }

    /// Each night by the day it begins, in order; never empty.
    public var nightDates: [CivilDate] {
        (0..<nights).compactMap { checkIn.adding(days: $0) }
    }

    /// Whether the two stays share a night.
    public func overlaps(_ other: StayDates) -> Bool {
        checkIn < other.checkOut && other.checkIn < checkOut
    }

    /// `2027-01-11/2027-01-13` (ISO 8601 interval).
    public var description: String { "\(checkIn)/\(checkOut)" }
}

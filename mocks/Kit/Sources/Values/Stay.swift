/// The nights between an arrival and a departure.
public struct Stay: Hashable, Sendable {
    /// The longest stay that a mock sells.
    public static let mostNights = 28

    /// The day of arrival.
    public let checkIn: Day
    /// Nights, 1 to 28.
    public let nights: Int

    /// Nil when the departure is not 1 to 28 days after the arrival.
    public init?(checkIn: Day, checkOut: Day) {
        let nights = checkOut.number - checkIn.number
        guard (1...Stay.mostNights).contains(nights) else { return nil }
        self.checkIn = checkIn
        self.nights = nights
    }

    /// The day of departure.
    public var checkOut: Day { checkIn.adding(nights) }

    /// Every night's date, in order.
    public var dates: [Day] { (0..<nights).map { checkIn.adding($0) } }
}

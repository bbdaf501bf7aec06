/// A day of the proleptic Gregorian calendar, without a zone.
public struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Days since 1970-01-01, negative before; always within the years 0001 to 9999.
    public let daysSinceEpoch: Int32

    /// The day `daysSinceEpoch` after 1970-01-01; `nil` outside the years 0001 to 9999.
    public init?(daysSinceEpoch: Int) {
        guard (Self.firstDay...Self.lastDay).contains(daysSinceEpoch) else { return nil }
        self.daysSinceEpoch = Int32(daysSinceEpoch)
    }

    /// `nil` for a day that the calendar does not have.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        self.daysSinceEpoch = Int32(Self.days(year: year, month: month, day: day))
    }

    /// Reads exactly `YYYY-MM-DD` (ISO 8601 calendar date); anything else is `nil`.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = DigitText.number(bytes[0..<4]), let month = DigitText.number(bytes[5..<7]),
            let day = DigitText.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month (1 to 12) and day of the month (from 1).
    public var components: (year: Int, month: Int, day: Int) {
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days.
        let z = Int(daysSinceEpoch) + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The day `days` later (earlier if negative); `nil` outside the calendar's bounds.
    public func adding(days: Int) -> CivilDate? {
        let (sum, overflow) = Int(daysSinceEpoch).addingReportingOverflow(days)
        return overflow ? nil : CivilDate(daysSinceEpoch: sum)
    }

    /// Whole days from this day to `other`; negative when `other` is earlier.
    public func days(until other: CivilDate) -> Int {
        Int(other.daysSinceEpoch) - Int(daysSinceEpoch)
    }

    /// `YYYY-MM-DD`.
    public var description: String {
        DigitText.text(Self.textLength) { write(to: &$0) }
    }

    static let textLength = 10

    func write(to text: inout DigitText.Writer) {
        let (year, month, day) = components
        text.put(day, 2)
        text.put("-")
        text.put(month, 2)
        text.put("-")
        text.put(year, 4)
    }

    /// Total order, so that lists never depend on chance.
    public static func < (a: CivilDate, b: CivilDate) -> Bool {
        a.daysSinceEpoch < b.daysSinceEpoch
    }

    /// 0001-01-01.
    public static let earliest = CivilDate(checked: firstDay)
    /// 9999-12-31.
    public static let latest = CivilDate(checked: lastDay)

    private init(checked day: Int) {
        daysSinceEpoch = Int32(day)
    }

    private static let firstDay = -719_162
    private static let lastDay = 2_932_896

    private static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Howard Hinnant's days_from_civil, for years of at most six digits; the day may run over.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

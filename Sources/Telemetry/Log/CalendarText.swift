/// Instants written as text in UTC.
enum CalendarText {
    /// RFC 3339 with milliseconds, for the years 0001 to 9999; instants outside show the nearest.
    static func rfc3339(_ milliseconds: Int64) -> String {
        let first: Int64 = -62_135_596_800_000
        let last: Int64 = 253_402_300_799_999
        let instant = min(max(milliseconds, first), last)
        let day = Int64(86_400_000)
        let rest = ((instant % day) + day) % day
        let (year, month, dayOfMonth) = civil((instant - rest) / day)
        let seconds = rest / 1_000
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
            + "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2)):"
            + "\(padded(seconds % 60, 2)).\(padded(rest % 1_000, 3))Z"
    }

    /// Turns days since 1970-01-01 into a Gregorian date.
    ///
    /// The method is `civil_from_days` of Howard Hinnant's "chrono-Compatible Low-Level Date
    /// Algorithms": years start in March, so that the leap day is the last of its year.
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}

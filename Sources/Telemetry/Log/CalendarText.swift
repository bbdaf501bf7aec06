/// Instants written as text in UTC.
enum CalendarText {
    /// RFC 3339 with milliseconds, for the years 0001 to 9999; instants outside show the nearest.
    static func appendRFC3339(_ milliseconds: Int64, to bytes: inout [UInt8]) {
        let first: Int64 = -62_135_596_800_000
        let last: Int64 = 253_402_300_799_999
        let instant = min(max(milliseconds, first), last)
        let day = Int64(86_400_000)
        let rest = ((instant % day) + day) % day
        let (year, month, dayOfMonth) = civil((instant - rest) / day)
        let seconds = rest / 1_000
        append(year, width: 4, then: "-", to: &bytes)
        append(month, width: 2, then: "-", to: &bytes)
        append(dayOfMonth, width: 2, then: "T", to: &bytes)
        append(seconds / 3_600, width: 2, then: ":", to: &bytes)
        append(seconds / 60 % 60, width: 2, then: ":", to: &bytes)
        append(seconds % 60, width: 2, then: ".", to: &bytes)
        append(rest % 1_000, width: 3, then: "Z", to: &bytes)
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

    /// Appends a number that is not negative in `width` digits, with zeros before it.
    private static func append(
        _ number: Int64, width: Int, then mark: Unicode.Scalar, to bytes: inout [UInt8]
    ) {
        var divisor: Int64 = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        bytes.append(UInt8(ascii: mark))
    }
}

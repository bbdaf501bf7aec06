/// The `Date` field's value, made anew once a second (RFC 9110 section 5.6.7).
struct DateField {
    private var second = Int64.min
    private var text: [UInt8] = []

    mutating func bytes(at second: Int64) -> [UInt8] {
        if second != self.second {
            self.second = second
            text = Self.format(second)
        }
        return text
    }

    /// The form `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func format(_ second: Int64) -> [UInt8] {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let day = Int(second.quotientFloor(86_400))
        let inDay = Int(second) - day * 86_400
        let (year, month, dayOfMonth) = civil(day)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let weekday = days[((day % 7) + 7) % 7]
        let date = "\(two(dayOfMonth)) \(months[month - 1]) \(year)"
        let time = "\(two(inDay / 3600)):\(two(inDay / 60 % 60)):\(two(inDay % 60))"
        return Array("\(weekday), \(date) \(time) GMT".utf8)
    }

    /// Year, month and day of the proleptic Gregorian calendar for days since 1970-01-01
    /// (Howard Hinnant's `civil_from_days`).
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = Int(Int64(shifted).quotientFloor(146_097))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    /// The quotient rounded down, also for negative numbers.
    fileprivate func quotientFloor(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

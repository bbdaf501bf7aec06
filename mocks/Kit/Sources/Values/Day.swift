/// A date of the Gregorian calendar, kept as days since 1970-01-01.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let number: Int

    /// A day by its distance from 1970-01-01; any number is a day.
    public init(number: Int) {
        self.number = number
    }

    /// Reads `YYYY-MM-DD`, years 1970 to 2199; nil for anything else, 30 February included.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
            let year = Day.decimal(bytes[0..<4]), let month = Day.decimal(bytes[5..<7]),
            let day = Day.decimal(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// A day by its parts, years 1970 to 2199; nil where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1970...2199).contains(year), (1...12).contains(month), day >= 1,
            day <= Day.length(of: month, year)
        else { return nil }
        // Days before the year, then before the month; small tables beat clever arithmetic here.
        let past = year - 1970
        let leaps = (year - 1969) / 4 - (year > 2100 ? 1 : 0)
        var number = past * 365 + leaps
        for earlier in 1..<month { number += Day.length(of: earlier, year) }
        self.init(number: number + day - 1)
    }

    /// Year, month from 1 and day from 1.
    public var parts: (year: Int, month: Int, day: Int) {
        var year = 1970
        var left = number
        while left < 0 {
            year -= 1
            left += Day.isLeap(year) ? 366 : 365
        }
        while left >= (Day.isLeap(year) ? 366 : 365) {
            left -= Day.isLeap(year) ? 366 : 365
            year += 1
        }
        var month = 1
        while left >= Day.length(of: month, year) {
            left -= Day.length(of: month, year)
            month += 1
        }
        return (year, month, left + 1)
    }

    /// `YYYY-MM-DD`.
    public var text: String {
        let (year, month, day) = parts
        return "\(Day.padded(year, 4))-\(Day.padded(month, 2))-\(Day.padded(day, 2))"
    }

    /// 0 for Monday up to 6 for Sunday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let shifted = (number + 3) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    /// The day that many days later, or earlier for a negative count.
    public func adding(_ days: Int) -> Day {
        Day(number: number &+ days)
    }

    /// Earlier days come first.
    public static func < (left: Day, right: Day) -> Bool {
        left.number < right.number
    }

    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func decimal(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

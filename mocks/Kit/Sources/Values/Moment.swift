/// An instant as milliseconds since 1970-01-01T00:00:00Z.
public struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: Int64

    /// An instant by its distance from 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The instant at which clocks that run `offset` minutes east of UTC show this day and time.
    public init(_ day: Day, minuteOfDay: Int, offset: Int) {
        let minutes = Int64(day.number) * 1440 + Int64(minuteOfDay - offset)
        self.init(milliseconds: minutes * 60_000)
    }

    /// Reads `YYYY-MM-DDTHH:MM:SSZ` (with optional milliseconds); nil for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 || bytes.count == 24, bytes.last == 0x5A, bytes[10] == 0x54,
            bytes[13] == 0x3A, bytes[16] == 0x3A, let day = Day(text.prefix(10)),
            let hour = Int(String(decoding: bytes[11..<13], as: UTF8.self)),
            let minute = Int(String(decoding: bytes[14..<16], as: UTF8.self)),
            let second = Int(String(decoding: bytes[17..<19], as: UTF8.self)),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        var millisecond = 0
        if bytes.count == 24 {
            guard bytes[19] == 0x2E,
                let value = Int(String(decoding: bytes[20..<23], as: UTF8.self)), value >= 0
            else { return nil }
            millisecond = value
        }
        let seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        self.init(milliseconds: seconds * 1000 + Int64(millisecond))
    }

    /// The instant that many milliseconds later.
    public func adding(milliseconds more: Int64) -> Moment {
        Moment(milliseconds: milliseconds &+ more)
    }

    /// Earlier instants come first.
    public static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The day that clocks `offset` minutes east of UTC show.
    public func day(offset: Int = 0) -> Day {
        Day(number: Moment.floorDivide(milliseconds + Int64(offset) * 60_000, 86_400_000))
    }

    /// `2027-01-08T16:00:00.000Z`, or with `+01:00` for an offset in minutes.
    public func text(offset: Int? = nil) -> String {
        let zone = offset ?? 0
        let suffix =
            offset == nil
            ? "Z"
            : "\(zone < 0 ? "-" : "+")\(Day.padded(abs(zone) / 60, 2)):\(Day.padded(abs(zone) % 60, 2))"
        return "\(clockText(offset: zone, separator: "T")).\(Day.padded(millisecondOfSecond, 3))"
            + suffix
    }

    /// `2027-01-08 09:00:00` as clocks `offset` minutes east of UTC show it.
    public func clockText(offset: Int = 0, separator: String = " ") -> String {
        let local = milliseconds + Int64(offset) * 60_000
        let day = Moment.floorDivide(local, 86_400_000)
        let second = Int((local - Int64(day) * 86_400_000) / 1000)
        let time = [second / 3600, second / 60 % 60, second % 60].map { Day.padded($0, 2) }
        return Day(number: day).text + separator + time.joined(separator: ":")
    }

    private var millisecondOfSecond: Int {
        Int(milliseconds - Int64(Moment.floorDivide(milliseconds, 1000)) * 1000)
    }

    private static func floorDivide(_ value: Int64, _ by: Int64) -> Int {
        let quotient = value / by
        return Int(value % by < 0 ? quotient - 1 : quotient)
    }
}

/// A date and a time of day on some wall clock, without a zone.
public struct CivilDateTime: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The day the clock's calendar shows.
    public let date: CivilDate
    /// Seconds since midnight, 0 to 86,399.
    public let secondOfDay: Int32

    /// `nil` when `secondOfDay` is not in 0 to 86,399.
    public init?(date: CivilDate, secondOfDay: Int) {
        guard (0..<86_400).contains(secondOfDay) else { return nil }
        self.date = date
        self.secondOfDay = Int32(secondOfDay)
    }

    /// Midnight at the start of `date`.
    public init(startOf date: CivilDate) {
        self.date = date
        self.secondOfDay = 0
    }

    /// Reads `YYYY-MM-DDTHH:MM[:SS[.fraction]]`, `T`, `t` or one space between; a fraction is dropped.
    ///
    /// Hour 24 and second 60 are refused: no rule of a supplier needs them.
    /// A zone suffix is not accepted: text with one is an ``Instant``.
    public init?(_ text: some StringProtocol) {
        guard let (value, rest) = Self.prefix(of: Array(text.utf8)), rest.isEmpty else {
            return nil
        }
        self = value
    }

    /// The first second of the calendar.
    public static let earliest = CivilDateTime(startOf: .earliest)
    /// The last second of the calendar.
    public static let latest = CivilDateTime(lastSecondOf: .latest)

    private init(lastSecondOf date: CivilDate) {
        self.date = date
        secondOfDay = 86_399
    }

    /// Seconds from 1970-01-01T00:00 on the same wall clock.
    public var secondsSinceEpoch: Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + Int64(secondOfDay)
    }

    /// The wall clock `secondsSinceEpoch` after 1970-01-01T00:00; `nil` outside the calendar.
    public init?(secondsSinceEpoch seconds: Int64) {
        let (day, secondOfDay) = FloorDivision.divide(seconds, by: 86_400)
        guard let date = CivilDate(daysSinceEpoch: Int(day)) else { return nil }
        self.init(date: date, secondOfDay: Int(secondOfDay))
    }

    /// `YYYY-MM-DDTHH:MM:SS`.
    public var description: String {
        DigitText.text(Self.textLength) { write(to: &$0) }
    }

    static let textLength = CivilDate.textLength + 9

    func write(to text: inout DigitText.Writer) {
        let second = Int(secondOfDay)
        text.put(second % 60, 2)
        text.put(":")
        text.put(second / 60 % 60, 2)
        text.put(":")
        text.put(second / 3600, 2)
        text.put("T")
        date.write(to: &text)
    }

    /// Total order, so that lists never depend on chance.
    public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
        (a.date, a.secondOfDay) < (b.date, b.secondOfDay)
    }

    /// The longest date and time at the start of `bytes`, and what follows it.
    static func prefix(of bytes: [UInt8]) -> (CivilDateTime, ArraySlice<UInt8>)? {
        guard bytes.count >= 16,
            let date = CivilDate(String(decoding: bytes[0..<10], as: UTF8.self)),
            "Tt ".utf8.contains(bytes[10]),
            bytes[13] == UInt8(ascii: ":"),
            let hour = DigitText.number(bytes[11..<13]), hour < 24,
            let minute = DigitText.number(bytes[14..<16]), minute < 60
        else { return nil }
        var second = 0
        var rest = bytes[16...]
        if rest.first == UInt8(ascii: ":") {
            guard rest.count >= 3, let value = DigitText.number(rest.dropFirst().prefix(2)),
                value < 60
            else { return nil }
            second = value
            rest = rest.dropFirst(3)
            if rest.first == UInt8(ascii: ".") {
                let digits = rest.dropFirst().prefix { (48...57).contains($0) }
                guard !digits.isEmpty, digits.count <= 9 else { return nil }
                rest = rest.dropFirst(1 + digits.count)
            }
        }
        let value = CivilDateTime(date: date, secondOfDay: hour * 3600 + minute * 60 + second)
        return value.map { ($0, rest) }
    }
}

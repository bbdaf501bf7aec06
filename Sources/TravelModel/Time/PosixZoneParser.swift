extension PosixZone {
    /// Reads all of `text`, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    ///
    /// A daylight name without rules is refused: what it means was never agreed on.
    init(_ text: ArraySlice<UInt8>) throws(ZoneRulesFault) {
        var parser = PosixZoneParser(text)
        self = try parser.zone()
    }
}

/// Reads a TZ string from left to right.
private struct PosixZoneParser {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        rest = text
    }

    mutating func zone() throws(ZoneRulesFault) -> PosixZone {
        try name()
        // The sign is the other way round: how far UTC is ahead of the zone.
        let standard = -(try time(mostHours: 24))
        if rest.isEmpty { return PosixZone(standard: standard, daylight: nil) }
        try name()
        let offset = rest.first == UInt8(ascii: ",") ? standard + 3600 : -(try time(mostHours: 24))
        guard skip(",") else { throw .malformedFooter }
        let start = try moment()
        guard skip(",") else { throw .malformedFooter }
        let end = try moment()
        guard rest.isEmpty else { throw .malformedFooter }
        return PosixZone(
            standard: standard,
            daylight: PosixZone.Daylight(offset: offset, start: start, end: end))
    }

    /// Three letters or more, or letters, digits and signs in angle brackets.
    private mutating func name() throws(ZoneRulesFault) {
        let quoted = skip("<")
        let length = rest.prefix { byte in
            isLetter(byte) || (quoted && (isDigit(byte) || byte == 43 || byte == 45))
        }.count
        guard length >= 3 else { throw .malformedFooter }
        rest = rest.dropFirst(length)
        if quoted, !skip(">") { throw .malformedFooter }
    }

    private mutating func moment() throws(ZoneRulesFault) -> PosixZone.Moment {
        let day: PosixZone.Moment.Day
        if skip("J") {
            day = .withoutLeapDay(try number(1...365))
        } else if skip("M") {
            let month = try number(1...12)
            guard skip(".") else { throw .malformedFooter }
            let week = try number(1...5)
            guard skip(".") else { throw .malformedFooter }
            day = .weekday(month: month, week: week, day: try number(0...6))
        } else {
            day = .withLeapDay(try number(0...365))
        }
        return PosixZone.Moment(day: day, time: skip("/") ? try time(mostHours: 167) : 7200)
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func time(mostHours: Int) throws(ZoneRulesFault) -> Int {
        let negative = skip("-")
        if !negative { _ = skip("+") }
        var seconds = try number(0...mostHours) * 3600
        if skip(":") {
            seconds += try number(0...59) * 60
            if skip(":") { seconds += try number(0...59) }
        }
        return negative ? -seconds : seconds
    }

    private mutating func number(_ accepted: ClosedRange<Int>) throws(ZoneRulesFault) -> Int {
        let digits = rest.prefix(while: isDigit)
        guard digits.count <= 3, let value = DigitText.number(digits), accepted.contains(value)
        else { throw .malformedFooter }
        rest = rest.dropFirst(digits.count)
        return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
}

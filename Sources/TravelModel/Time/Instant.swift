/// A point on the UTC time line, to the millisecond.
public struct Instant: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Since 1970-01-01T00:00:00Z, without leap seconds; negative before.
    public let millisecondsSinceEpoch: Int64

    /// Takes any 64-bit count as it is, also beyond the years that have a written form.
    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// Reads RFC 3339 text with `Z` or a numeric offset; text without a zone is `nil`.
    ///
    /// A fraction of a second is accepted and dropped: no deadline is finer.
    public init?(_ text: some StringProtocol) {
        guard let (local, rest) = CivilDateTime.prefix(of: Array(text.utf8)) else { return nil }
        guard let offset = Self.offsetSeconds(Array(rest)) else { return nil }
        self.init(local, offsetSeconds: offset)
    }

    /// The instant of a wall clock that runs `offsetSeconds` ahead of UTC, held within 64 bits.
    public init(_ local: CivilDateTime, offsetSeconds: Int) {
        let milliseconds = (Int128(local.secondsSinceEpoch) - Int128(offsetSeconds)) * 1000
        self.init(millisecondsSinceEpoch: Int64(clamping: milliseconds))
    }

    /// The instant `duration` later, held at the ends of the range instead of trapping.
    public func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = millisecondsSinceEpoch.addingReportingOverflow(
            duration.wholeMilliseconds)
        guard overflow else { return Instant(millisecondsSinceEpoch: sum) }
        return Instant(millisecondsSinceEpoch: duration < .zero ? .min : .max)
    }

    /// Time from this instant to `other`, negative when `other` is earlier.
    public func duration(to other: Instant) -> Duration {
        .milliseconds(
            Int128(other.millisecondsSinceEpoch) - Int128(millisecondsSinceEpoch))
    }

    /// What a wall clock `offsetSeconds` ahead of UTC shows; `nil` outside the calendar.
    public func civil(offsetSeconds: Int) -> CivilDateTime? {
        let seconds = FloorDivision.divide(millisecondsSinceEpoch, by: 1000).quotient
        let (local, overflow) = seconds.addingReportingOverflow(Int64(offsetSeconds))
        return overflow ? nil : CivilDateTime(secondsSinceEpoch: local)
    }

    /// RFC 3339 in UTC with milliseconds, such as `2027-01-11T14:00:00.000Z`.
    public var description: String {
        guard let civil = civil(offsetSeconds: 0) else { return "out of range" }
        let fraction = FloorDivision.divide(millisecondsSinceEpoch, by: 1000).remainder
        return DigitText.text(CivilDateTime.textLength + 5) { text in
            text.put("Z")
            text.put(fraction, 3)
            text.put(".")
            civil.write(to: &text)
        }
    }

    /// Total order, so that lists never depend on chance.
    public static func < (a: Instant, b: Instant) -> Bool {
        a.millisecondsSinceEpoch < b.millisecondsSinceEpoch
    }

    /// Seconds ahead of UTC of `Z` or `+HH:MM` (RFC 3339 section 5.6).
    private static func offsetSeconds(_ bytes: [UInt8]) -> Int? {
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = DigitText.number(bytes[1..<3]), hours < 24,
            let minutes = DigitText.number(bytes[4..<6]), minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return bytes[0] == UInt8(ascii: "-") ? -seconds : seconds
    }
}

extension Duration {
    /// Whole milliseconds, rounded toward zero and held within 64 bits.
    public var wholeMilliseconds: Int64 {
        let milliseconds = attoseconds / 1_000_000_000_000_000
        return Int64(clamping: milliseconds)
    }
}

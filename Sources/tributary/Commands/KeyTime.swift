import TravelModel

/// A time as it is written on the command line: a span from now, or a day.
enum KeyTime: Hashable {
    case after(Duration)
    /// Midnight UTC at its beginning.
    case day(CivilDate)

    /// `90d`, `12h`, `45m`, `30s`, at most 100 years, or `2027-01-31`.
    init(_ text: String, of option: String, takesDates: Bool) throws(UsageFault) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (0...3_155_760_000 / unit).contains(count), text.first != "+", text.first != "-"
        {
            self = .after(.seconds(count * unit))
        } else if takesDates, let date = CivilDate(text) {
            self = .day(date)
        } else {
            throw UsageFault(
                "\(option) takes a number with s, m, h or d, such as 90d"
                    + (takesDates ? ", or a date such as 2027-01-31" : "")
                    + ", not \u{201C}\(text)\u{201D}")
        }
    }

    func instant(from now: Instant) -> Instant {
        switch self {
        case .after(let span): now.advanced(by: span)
        case .day(let date):
            Instant(millisecondsSinceEpoch: Int64(date.daysSinceEpoch) * 86_400_000)
        }
    }
}

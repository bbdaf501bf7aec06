/// The offsets of one time zone through history and, by its standing rule, for the future.
///
/// Made from the bytes of a compiled IANA zone file (TZif, RFC 9636, versions 2 to 4), which somebody
/// else reads from the disk. Abbreviations are not kept.
public struct ZoneRules: Sendable, Equatable {
    /// The largest accepted file: compiled zones have at most a few kilobytes.
    public static let mostBytes = 65_536

    /// A change of offset: from `time` (seconds since 1970 in UTC) on, clocks are `offset` ahead.
    struct Change: Sendable, Equatable {
        let time: Int64
        let offset: Int
    }

    /// The offset before the first change.
    let initialOffset: Int
    /// In strictly ascending order of time.
    let changes: [Change]
    /// What holds from the last change on; `nil` when that change's own offset stays for good.
    let future: PosixZone?

    /// Reads the 64-bit data and the footer; the 32-bit data is skipped.
    public init(tzif bytes: [UInt8]) throws(ZoneRulesFault) {
        guard bytes.count <= Self.mostBytes else { throw .tooLong }
        var reader = TZifReader(bytes)
        self = try reader.rules()
    }

    /// A zone whose clocks never change, `offsetSeconds` ahead of UTC.
    public init(offsetSeconds: Int) {
        self.init(initialOffset: offsetSeconds, changes: [], future: nil)
    }

    init(initialOffset: Int, changes: [Change], future: PosixZone?) {
        self.initialOffset = initialOffset
        self.changes = changes
        self.future = future
    }

    /// Seconds that clocks of the zone are ahead of UTC, within 26 hours; any instant has one.
    ///
    /// Before the first known change this is the file's first offset, usually local mean time.
    public func offset(at instant: Instant) -> Int {
        offset(
            atSeconds: FloorDivision.divide(instant.millisecondsSinceEpoch, by: 1000).quotient)
    }

    /// The earliest instant that a wall clock of the zone can be said to show `local`.
    ///
    /// A time that occurs twice (clocks set back) means its first occurrence. A time that never
    /// occurs (clocks set forward) is read with the offset after the change, which is the earlier
    /// of the two readings. For the end of free cancellation, too early is the safe side.
    public func instant(of local: CivilDateTime) -> Instant {
        let wall = local.secondsSinceEpoch
        let window = (wall - Self.widest)...(wall + Self.widest)
        let times = changeTimes(in: window)
        var offsets = [offset(atSeconds: window.lowerBound)]
        offsets += times.map(offset(atSeconds:))
        let readings = offsets.map { wall - Int64($0) }
        let exact = readings.filter { $0 + Int64(offset(atSeconds: $0)) == wall }
        if let first = exact.min() { return Self.instant(seconds: first) }
        for time in times {
            let before = Int64(offset(atSeconds: time - 1))
            let after = Int64(offset(atSeconds: time))
            if time + before <= wall, wall < time + after {
                return Self.instant(seconds: wall - after)
            }
        }
        return Self.instant(seconds: readings.min() ?? wall)
    }

    /// More than any offset that RFC 9636 section 3.2 allows, -25 to +26 hours, in seconds.
    private static let widest: Int64 = 93_600

    private static func instant(seconds: Int64) -> Instant {
        Instant(millisecondsSinceEpoch: seconds * 1000)
    }

    private func offset(atSeconds seconds: Int64) -> Int {
        guard let last = changes.last else { return future?.offset(at: seconds) ?? initialOffset }
        if seconds >= last.time { return future?.offset(at: seconds) ?? last.offset }
        let next = firstChange(after: seconds)
        return next == 0 ? initialOffset : changes[next - 1].offset
    }

    /// The place of the first listed change later than `seconds`; the number of changes if none is.
    private func firstChange(after seconds: Int64) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].time <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// When clocks change within `window`, listed or by the standing rule, in order.
    private func changeTimes(in window: ClosedRange<Int64>) -> [Int64] {
        var times: [Int64] = []
        for change in changes[firstChange(after: window.lowerBound)...] {
            guard change.time <= window.upperBound else { return times }
            times.append(change.time)
        }
        let ruled = future?.changeTimes(around: window.lowerBound) ?? []
        let start = changes.last?.time ?? .min
        return times + ruled.filter { $0 > start && window.contains($0) }
    }
}

/// How long calls took lately, within an eighth: counts in buckets, in slices of five seconds.
///
/// A call that was cut off, or given up by us, is a censored sample: it would have taken longer than
/// it was let. Quantiles are E. Kaplan and P. Meier's estimate (1958), in which such a sample stands
/// for "at least so long" instead of being left out, which would make a slow supplier look quick, or
/// counted as an end, which would make the cut look like the supplier's doing.
///
/// The newest slices count until they hold ``plenty`` samples, at most two minutes: a busy supplier
/// is judged by its last seconds, a quiet one by what there is.
struct LatencySketch: Sendable {
    /// Samples that are enough.
    static let plenty = 200
    /// Samples below which nothing is known.
    static let fewest = 50
    static let slice: Duration = .seconds(5)
    private static let slices: Int64 = 24

    private struct Slice: Sendable {
        let number: Int64
        var count = 0
        var ended = Array<UInt32>(repeating: 0, count: LatencyBucket.count)
        var censored = Array<UInt32>(repeating: 0, count: LatencyBucket.count)
    }

    /// Ascending; slices without samples are left out.
    private var kept: [Slice] = []

    /// Adds a call that took `duration`, or was let no longer than it.
    mutating func add(_ duration: Duration, isCensored: Bool, at now: Uptime) {
        let number = Self.number(of: now)
        kept.removeAll { $0.number <= number - Self.slices }
        if (kept.last?.number ?? .min) < number { kept.append(Slice(number: number)) }
        let (last, bucket) = (kept.count - 1, LatencyBucket.index(of: duration))
        kept[last].count += 1
        if isCensored {
            kept[last].censored[bucket] &+= 1
        } else {
            kept[last].ended[bucket] &+= 1
        }
    }

    /// Samples that count at `now`.
    func samples(at now: Uptime) -> Int { counting(at: now).reduce(0) { $0 + $1.count } }

    /// The time within which `permille` of a thousand calls end, rounded up by at most an eighth.
    ///
    /// `nil` for fewer than ``fewest`` samples, and where so many were cut off that nobody knows.
    func quantile(_ permille: Int, at now: Uptime) -> Duration? {
        let slices = counting(at: now)
        var atRisk = slices.reduce(0) { $0 + $1.count }
        guard atRisk >= Self.fewest else { return nil }
        let goal = Double(1000 - permille) / 1000
        var surviving = 1.0
        for bucket in 0..<LatencyBucket.count where atRisk > 0 {
            var (ended, censored) = (0, 0)
            for slice in slices {
                ended += Int(slice.ended[bucket])
                censored += Int(slice.censored[bucket])
            }
            surviving *= 1 - Double(ended) / Double(atRisk)
            // A hair's breadth for what is lost to rounding.
            if surviving <= goal + 1e-9 { return LatencyBucket.upperBound(of: bucket) }
            atRisk -= ended + censored
        }
        return nil
    }

    private func counting(at now: Uptime) -> [Slice] {
        let first = Self.number(of: now) - Self.slices
        var (found, count) = ([Slice](), 0)
        for slice in kept.reversed() where slice.number > first {
            guard count < Self.plenty else { break }
            found.append(slice)
            count += slice.count
        }
        return found
    }

    private static func number(of now: Uptime) -> Int64 { now.nanoseconds / 5_000_000_000 }
}

/// A range of durations, each an eighth of a power of two wide: from a quarter of a millisecond up.
enum LatencyBucket {
    /// The last one holds everything beyond about half an hour.
    static let count = 168

    static func index(of duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 3600 else { return count - 1 }
        let quarters = Int(seconds) * 4000 + Int(attoseconds / 250_000_000_000_000)
        guard quarters >= 8 else { return quarters }
        let power = Int.bitWidth - 1 - quarters.leadingZeroBitCount
        return min((power - 2) * 8 + (quarters >> (power - 3)) & 7, count - 1)
    }

    static func upperBound(of index: Int) -> Duration {
        guard index >= 8 else { return .microseconds((index + 1) * 250) }
        let power = index / 8 + 2
        return .microseconds((8 + index % 8 + 1) << (power - 3) * 250)
    }
}

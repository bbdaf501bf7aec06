internal import Synchronization

/// What a histogram counts, which decides how its bounds and its sum are written.
public enum HistogramUnit: Sendable {
    /// Kept in nanoseconds, shown in seconds.
    case seconds
    /// Kept and shown as whole numbers: bytes, offers, attempts.
    case count
}

/// How often values fell under each of a fixed row of bounds.
public final class Histogram: Sendable {
    private struct Tally {
        var perBucket: [Int]
        var sum = 0
    }

    private let bounds: [Int]
    private let unit: HistogramUnit
    // A lock, not atomics: a page must never show a sum without its count. It is held for one
    // addition or one copy, with nothing else inside, so it can neither deadlock nor be long.
    private let tally: Mutex<Tally>

    init(bounds: [Int], unit: HistogramUnit) {
        self.bounds = bounds
        self.unit = unit
        tally = Mutex(Tally(perBucket: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// Records a whole number; under `HistogramUnit.seconds` it means nanoseconds.
    public func observe(_ value: Int) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        tally.withLock { tally in
            tally.perBucket[bucket] &+= 1
            tally.sum &+= value
        }
    }

    /// Records a span of time, exact to the nanosecond.
    public func observe(_ duration: Duration) { observe(duration.wholeNanoseconds) }

    /// Observations so far.
    public var count: Int { tally.withLock { $0.perBucket.reduce(0, &+) } }

    func expose(to page: inout ExpositionPage, _ name: String, _ labels: [(String, String)]) {
        let tally = tally.withLock { $0 }
        var running = 0
        for (index, number) in tally.perBucket.enumerated() {
            running &+= number
            let bound = index < bounds.count ? text(bounds[index]) : "+Inf"
            page.sample(name + "_bucket", labels + [("le", bound)], "\(running)")
        }
        page.sample(name + "_sum", labels, text(tally.sum))
        page.sample(name + "_count", labels, "\(running)")
    }

    private func text(_ value: Int) -> String {
        switch unit {
        case .seconds: DecimalText.scaled(value, digits: 9)
        case .count: "\(value)"
        }
    }
}

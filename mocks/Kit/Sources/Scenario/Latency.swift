import Glibc

/// How long a supplier thinks before the first byte.
public struct Latency: Hashable, Sendable {
    /// The shape of the usual case.
    public enum Shape: Hashable, Sendable {
        /// The same each time, milliseconds.
        case fixed(Int)
        /// Anything between, milliseconds.
        case uniform(ClosedRange<Int>)
        /// Log-normal: median in milliseconds and the deviation of the logarithm.
        case lognormal(median: Int, sigma: Double)
    }

    /// The longest a mock thinks, milliseconds.
    public static let longest = 120_000
    /// No wait at all.
    public static let none = Latency(.fixed(0))

    /// The shape of the usual case.
    public let shape: Shape
    /// The share of calls, 0 to 1, that take a time from `tail` instead.
    public let tailShare: Double
    /// Milliseconds of the heavy tail.
    public let tail: ClosedRange<Int>

    /// A latency; without a tail by default.
    public init(_ shape: Shape, tailShare: Double = 0, tail: ClosedRange<Int> = 0...0) {
        self.shape = shape
        self.tailShare = tailShare
        self.tail = tail
    }

    /// One call's wait in milliseconds.
    func draw(_ chance: inout Chance) -> Int {
        let isTail = chance.happens(tailShare)
        let spread = chance.normal()
        let place = chance.fraction()
        func between(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(Double(range.upperBound - range.lowerBound) * place)
        }
        if isTail { return between(tail) }
        switch shape {
        case .fixed(let milliseconds): return milliseconds
        case .uniform(let range): return between(range)
        case .lognormal(let median, let sigma):
            return Int(min(Double(median) * exp(sigma * spread), Double(Latency.longest)))
        }
    }
}

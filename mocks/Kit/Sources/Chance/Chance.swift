import Glibc

/// A stream of numbers that depends only on the words it was made from.
///
/// The words are hashed with FNV-1a and the stream is SplitMix64 (Steele, Lea, Flood 2014), so
/// that two runs, and two machines, draw the same numbers whatever their order of work.
public struct Chance: Sendable {
    private var state: UInt64

    /// The stream for a seed and a list of words, such as supplier, hotel and date.
    public init(_ seed: UInt64, _ words: String...) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15)
        for word in words {
            for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            // A separator no text can hold keeps ("a", "bc") apart from ("ab", "c").
            hash = (hash ^ 0xff) &* 0x100_0000_01b3
        }
        state = hash
    }

    /// The next 64 bits.
    public mutating func bits() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// A number from 0 up to but without `limit`; 0 for a limit below 1.
    public mutating func below(_ limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        return Int(bits().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// A number in `range`, both ends included.
    public mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// From 0 up to but without 1.
    public mutating func fraction() -> Double {
        Double(bits() >> 11) * 0x1p-53
    }

    /// True with this probability.
    public mutating func happens(_ probability: Double) -> Bool {
        // Always draws, so that a changed probability does not shift what is drawn after it.
        fraction() < probability
    }

    /// From the normal distribution with mean 0 and deviation 1 (Box and Muller).
    public mutating func normal() -> Double {
        let radius = (-2 * log(1 - fraction())).squareRoot()
        return radius * cos(2 * .pi * fraction())
    }

    /// One of the values; nil only for none.
    public mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }
}

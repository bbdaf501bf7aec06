public import Gateway
internal import Synchronization

/// A small generator whose whole future follows from its seed (Steele, Lea and Flood's SplitMix64).
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Any seed is as good as any other.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number of a range, the same for the same state.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True `percent` times of a hundred.
    public mutating func chance(_ percent: Int) -> Bool { number(in: 1...100) <= percent }

    /// One of a list that is not empty.
    public mutating func pick<Element>(_ list: [Element]) -> Element {
        list[number(in: 0...(list.count - 1))]
    }
}

/// A source of bytes that gives the same sequence in every run.
public final class SeededRandom: RandomSource {
    // A lock around one generator; nothing is called under it.
    private let generator: Mutex<SplitMix>

    /// Any seed.
    public init(seed: UInt64) { generator = Mutex(SplitMix(seed: seed)) }

    /// The next bytes of the sequence.
    public func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<max(0, count)).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 24) }
        }
    }
}

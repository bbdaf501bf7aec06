/// A stream of numbers that follows from its seed: SplitMix64 (Steele, Lea, Flood 2014).
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Streams of one seed with different names have nothing in common.
    init(seed: UInt64, stream: UInt64) {
        state = seed
        let mixed = next()
        state = mixed ^ (stream &* 0x9E37_79B9_7F4A_7C15)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func happens(percent: Int) -> Bool { within(1...100) <= percent }

    /// One of them; `otherwise` only of nothing.
    mutating func one<Element>(of elements: [Element], otherwise: Element) -> Element {
        elements.randomElement(using: &self) ?? otherwise
    }

    /// An index by weights, 0 for weights without a sum.
    mutating func weighted(_ weights: [Int]) -> Int {
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return 0 }
        var left = within(1...sum)
        for (index, weight) in weights.enumerated() {
            left -= weight
            if left <= 0 { return index }
        }
        return 0
    }
}

/// SplitMix64: small, seedable, the same numbers everywhere.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension [UInt8] {
    /// One to three small accidents: a flipped bit, a byte replaced, removed, or doubled.
    func mutated(_ chance: inout SplitMix) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            guard let place = bytes.indices.randomElement(using: &chance) else { break }
            switch chance.next() % 4 {
            case 0: bytes[place] ^= 1 << UInt8(chance.next() % 8)
            case 1: bytes[place] = UInt8(truncatingIfNeeded: chance.next())
            case 2: bytes.remove(at: place)
            default: bytes.insert(bytes[place], at: place)
            }
        }
        return bytes
    }
}

/// Choices that depend on nothing but the input (SplitMix64 over its FNV-1a hash).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(_ input: [UInt8]) {
        state = input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension [UInt8] {
    /// This input in pieces: cut in two, in pieces of mixed sizes, and, if it is short, byte by byte.
    func waysOfArriving() -> [[[UInt8]]] {
        guard !isEmpty else { return [] }
        var chance = Chance(self)
        let cut = Int.random(in: 0...count, using: &chance)
        let largest = Int.random(in: 2...(count > 1024 ? 400 : 16), using: &chance)
        var mixed: [[UInt8]] = []
        var rest = self[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...largest, using: &chance))
            mixed.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        let ways = [[Array(self[..<cut]), Array(self[cut...])], mixed]
        return count > 1024 ? ways : ways + [map { [$0] }]
    }
}

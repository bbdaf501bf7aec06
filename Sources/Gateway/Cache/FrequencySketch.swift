/// Counts roughly how often each of very many things was seen lately, in little memory.
///
/// A count-min sketch of four rows of 4-bit counters (Cormode and Muthukrishnan 2005) that halves
/// all of them after ten notes for each thing there is room for, so that what was
/// popular once is forgotten (TinyLFU: Einziger, Friedman, Manes 2017). Never counts too little but
/// for the halving; pure, and the same in every process.
struct FrequencySketch: Sendable {
    private static let rows: [UInt64] = [
        0xC3A5_C85C_97CB_3127, 0xB492_B66F_BE98_F273, 0x9AE1_6A3B_2F90_404F, 0xCBF2_9CE4_8422_2325,
    ]

    /// Sixteen counters a word.
    private var words: [UInt64]
    private let mask: UInt64
    private let sample: Int
    private var noted = 0

    /// For about so many different things, 8 bytes for each.
    init(things: Int) {
        var count = 16
        while count < min(max(things, 1), 1 << 22) { count *= 2 }
        words = Array(repeating: 0, count: count)
        mask = UInt64(count - 1)
        sample = 10 * count
    }

    /// Books that a thing was seen.
    mutating func note(_ hash: UInt64) {
        for row in Self.rows {
            let (word, shift) = place(hash, row)
            if words[word] >> shift & 15 < 15 { words[word] += 1 << shift }
        }
        noted += 1
        guard noted >= sample else { return }
        for index in words.indices { words[index] = words[index] >> 1 & 0x7777_7777_7777_7777 }
        noted /= 2
    }

    /// How often a thing was seen, 0 to 15.
    func count(_ hash: UInt64) -> Int {
        Self.rows.reduce(15) { least, row in
            let (word, shift) = place(hash, row)
            return min(least, Int(words[word] >> shift & 15))
        }
    }

    private func place(_ hash: UInt64, _ row: UInt64) -> (word: Int, shift: UInt64) {
        // Of a product the high bits depend on every bit below them.
        let mixed = (hash ^ (hash >> 32)) &* row
        return (Int((mixed >> 28) & mask), (mixed >> 60) * 4)
    }
}

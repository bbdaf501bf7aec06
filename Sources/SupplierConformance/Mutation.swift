/// Damages bytes by a seed: the same seed, the same damage.
struct Mutation {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private mutating func below(_ bound: Int) -> Int {
        bound > 0 ? Int(next() % UInt64(bound)) : 0
    }

    /// One to four of: flip, insert, delete, repeat a run, swap a digit, put in something odd.
    mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) where !bytes.isEmpty {
            let at = below(bytes.count)
            switch below(7) {
            case 0: bytes[at] ^= 1 << UInt8(below(8))
            case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
            case 2: bytes.removeSubrange(at..<min(at + 1 + below(12), bytes.count))
            case 3:
                let run = Array(bytes[at..<min(at + 1 + below(200), bytes.count)])
                bytes.insert(contentsOf: run, at: below(bytes.count))
            case 4: swapDigits(&bytes, near: at)
            case 5: bytes.replaceSubrange(at..<at, with: Self.odd[below(Self.odd.count)].utf8)
            default: bytes.swapAt(at, below(bytes.count))
            }
        }
        return bytes
    }

    /// Numbers are where arithmetic could trap: give them other digits.
    private mutating func swapDigits(_ bytes: inout [UInt8], near at: Int) {
        guard let digit = bytes[at...].firstIndex(where: { (48...57).contains($0) }) else {
            return
        }
        bytes[digit] = UInt8(48 + below(10))
        if below(3) == 0 {
            bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: digit)
        }
    }

    private static let odd = [
        "null", "-1", "1e400", "9223372036854775808", "\"\"", "{}", "[]", "\u{0}", "<!DOCTYPE a>",
        "]]>", "&amp;", "\r\n\r\n", "data: {}\n\n", "\u{FEFF}", "\\ud800", "0001-01-01",
        "9999-12-31",
    ]
}

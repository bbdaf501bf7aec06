/// Damages bytes by a seed: the same seed, the same damage.
public struct Mutation {
    private var state: UInt64

    /// Any seed will do.
    public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    /// One to four damages: bits and bytes, numbers, words, lengths, whole values of a JSON or XML
    /// document, and splices with `donors`, which are other inputs of the same kind.
    public mutating func damage(_ bytes: [UInt8], donors: [[UInt8]] = []) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(4) where !bytes.isEmpty {
            switch below(12) {
            case 0, 1: damageByte(&bytes)
            case 2, 3: damageRun(&bytes)
            case 4, 5: damageNumber(&bytes)
            case 6: bytes.insert(contentsOf: pick(Self.odd).utf8, at: below(bytes.count))
            case 7: bytes.insert(contentsOf: longText(), at: below(bytes.count))
            case 8: splice(&bytes, donors)
            default: damageValue(&bytes)
            }
        }
        return bytes
    }

    private mutating func damageByte(_ bytes: inout [UInt8]) {
        let at = below(bytes.count)
        switch below(3) {
        case 0: bytes[at] ^= 1 << UInt8(below(8))
        case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: at)
        default: bytes.swapAt(at, below(bytes.count))
        }
    }

    /// A run removed or repeated, or everything after a place cut off.
    private mutating func damageRun(_ bytes: inout [UInt8]) {
        let at = below(bytes.count)
        switch below(8) {
        case 0: bytes.removeSubrange(at...)
        case 1...4: bytes.removeSubrange(at..<min(at + 1 + below(12), bytes.count))
        default:
            let run = Array(bytes[at..<min(at + 1 + below(200), bytes.count)])
            bytes.insert(contentsOf: run, at: below(bytes.count))
        }
    }

    /// Numbers are where arithmetic could trap: another digit, another sign, another size.
    private mutating func damageNumber(_ bytes: inout [UInt8]) {
        let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
        guard let start = bytes[below(bytes.count)...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
        switch below(4) {
        case 0: bytes[start] = UInt8(48 + below(10))
        case 1: bytes.insert(UInt8(ascii: "-"), at: start)
        case 2: bytes.insert(contentsOf: pick(Self.numbers).utf8, at: start)
        default: bytes.replaceSubrange(start..<end, with: pick(Self.numbers).utf8)
        }
    }

    /// Whole values change place, are removed, doubled, or become something else.
    private mutating func damageValue(_ bytes: inout [UInt8]) {
        let spans = ValueSpans.all(in: bytes)
        guard !spans.isEmpty else { return }
        let span = pick(spans)
        switch below(5) {
        case 0: bytes.removeSubrange(span)
        case 1: bytes.insert(contentsOf: Array(bytes[span]), at: span.upperBound)
        case 2: bytes.replaceSubrange(span, with: Array(bytes[pick(spans)]))
        case 3: bytes.replaceSubrange(span, with: pick(Self.numbers).utf8)
        default: bytes.replaceSubrange(span, with: pick(Self.odd).utf8)
        }
    }

    /// The beginning of one input and the end of another.
    private mutating func splice(_ bytes: inout [UInt8], _ donors: [[UInt8]]) {
        guard !donors.isEmpty else { return }
        let donor = pick(donors)
        bytes.replaceSubrange(below(bytes.count)..., with: donor[below(donor.count)...])
    }

    private mutating func longText() -> [UInt8] {
        let text = pick(["A", "9", "[", "{\"a\":", "<a>", "\u{1F3E8}", "é", "\\u0000", " "])
        return Array(String(repeating: text, count: 40 << below(9)).utf8)
    }

    // MARK: - Chance

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

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    private static let numbers = [
        "0", "-0", "-1", "1e400", "-1e400", "1e-400", "0.000000000000000000001", "1e19", "1E+2",
        "99999999999999999999", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "2147483648",
        "4294967296", "65536", "256", "255", "NaN", "Infinity", "0x10", "1_000", "1,5", "٣",
    ]

    private static let odd = [
        "null", "true", "\"\"", "{}", "[]", "[[]]", "\u{0}", "<!DOCTYPE a>", "<a/>", "]]>", "&amp;",
        "&#0;", "\r\n\r\n", "data: {}\n\n", "\u{FEFF}", "\\ud800", "\\udc00\\ud800", "\u{202E}",
        "\u{1F468}\u{200D}\u{1F469}", "e\u{301}\u{301}\u{301}", "\u{FDFA}", "%00", "%", "&", "=",
        "0000-00-00", "0001-01-01", "9999-12-31", "2027-02-30", "99999-01-01", "24:00:00",
        "+99:99", "-P1D", "P99999999999D", "XXX", "../..", "'", "\"", "`",
    ]
}

/// Base64 of RFC 4648: section 4 with padding, section 5 ("URL safe") without.
public enum Base64 {
    /// Which of the two alphabets.
    public enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`.
        case standard
        /// `-` and `_`, not padded.
        case urlSafe
    }

    /// The text of `bytes`.
    public static func encode(
        _ bytes: some Sequence<UInt8>, alphabet: Alphabet = .standard
    ) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digit(bits >> UInt32(count), alphabet))
            }
        }
        if count > 0 { text.append(digit(bits << UInt32(6 - count), alphabet)) }
        if alphabet == .standard { while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) } }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text in `alphabet`; nil for a foreign character, wrong padding or stray bits.
    public static func decode(
        _ text: some StringProtocol, alphabet: Alphabet = .standard
    ) -> [UInt8]? {
        var digits = Array(text.utf8)
        if alphabet == .standard {
            guard digits.count % 4 == 0 else { return nil }
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(of: digit, alphabet) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // One value has one text, or a signed token could be altered and still pass.
        guard bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    private static func digit(_ bits: UInt32, _ alphabet: Alphabet) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: bits & 63)
        switch value {
        case 0..<26: return UInt8(ascii: "A") + value
        case 26..<52: return UInt8(ascii: "a") + (value - 26)
        case 52..<62: return UInt8(ascii: "0") + (value - 52)
        case 62: return alphabet == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
        default: return alphabet == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
        }
    }

    private static func value(of digit: UInt8, _ alphabet: Alphabet) -> UInt32? {
        switch (digit, alphabet) {
        case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): UInt32(digit - UInt8(ascii: "A"))
        case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): UInt32(digit - UInt8(ascii: "a")) + 26
        case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): UInt32(digit - UInt8(ascii: "0")) + 52
        case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .urlSafe): 62
        case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .urlSafe): 63
        default: nil
        }
    }
}

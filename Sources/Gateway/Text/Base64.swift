/// Bytes as text that is safe in a path (RFC 4648 section 5, without padding).
enum Base64URL {
    private static let alphabet = Base64.letters + "-_".utf8

    /// Four characters for three bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.digits(of: bytes, alphabet), as: UTF8.self)
    }

    /// `nil` for any other character, padding, a lone last character or bits that are not zero at
    /// the end: each text has exactly one spelling.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var pending: UInt32 = 0
        var bits = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            pending = (pending << 6 | value) & 0x3FFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(pending >> UInt32(bits) & 0xFF))
            }
        }
        guard bits < 6, pending & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

/// Bytes as text in the form of HTTP Basic (RFC 4648 section 4, with padding).
enum Base64 {
    fileprivate static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let alphabet = letters + "+/".utf8

    /// Four characters for three bytes, filled up with `=`.
    static func encode(_ bytes: [UInt8]) -> String {
        let digits = digits(of: bytes, alphabet)
        let padding = (4 - digits.count % 4) % 4
        return String(decoding: digits, as: UTF8.self) + String(repeating: "=", count: padding)
    }

    fileprivate static func digits(of bytes: [UInt8], _ alphabet: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var pending: UInt32 = 0
        var bits = 0
        for byte in bytes {
            pending = (pending << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(pending >> UInt32(bits) & 0x3F)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(pending << UInt32(6 - bits) & 0x3F)]) }
        return text
    }
}

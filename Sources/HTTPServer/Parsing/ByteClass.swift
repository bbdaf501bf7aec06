/// The byte sets of RFC 9110 section 5.6 and RFC 9112, as bit masks: no table to look up.
enum ByteClass {
    /// `!#$%&'*+-.` and digits.
    private static let tokenLow: UInt64 = 0x03ff_6cfa_0000_0000

    /// Letters and `^_` `` ` `` `|~`.
    private static let tokenHigh: UInt64 = 0x57ff_ffff_c7ff_fffe

    /// `tchar`: what method and field names are made of.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        if byte < 64 { return tokenLow >> UInt64(byte) & 1 != 0 }
        return byte < 128 && tokenHigh >> UInt64(byte - 64) & 1 != 0
    }

    /// Field content: visible ASCII, obs-text, space and tab.
    @inline(__always)
    static func isFieldContent(_ byte: UInt8) -> Bool {
        (byte >= 0x20 && byte != 0x7f) || byte == 0x09
    }

    /// Visible ASCII but `#`, which never belongs to a request target.
    @inline(__always)
    static func isTarget(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "#")
    }

    /// Space and tab.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// The value of a decimal or hexadecimal digit.
    @inline(__always)
    static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}

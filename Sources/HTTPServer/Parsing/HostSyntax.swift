/// `uri-host [":" port]` (RFC 3986 section 3.2); user information is refused.
enum HostSyntax {
    /// Whether the bytes are a host that is not empty, perhaps with a port up to 65535.
    static func isAuthority(_ bytes: Span<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return false }
        let end = bytes[0] == UInt8(ascii: "[") ? literalEnd(bytes) : nameEnd(bytes)
        guard let end, end > 0 else { return false }
        return end == bytes.count || isPort(bytes.extracting(end..<bytes.count))
    }

    /// Behind an IPv6 address in brackets; nil if it is none.
    ///
    /// Zones and later versions are none.
    private static func literalEnd(_ bytes: Span<UInt8>) -> Int? {
        for index in 1..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "]"): return index > 2 ? index + 1 : nil
            case UInt8(ascii: ":"), UInt8(ascii: "."): continue
            case let byte where ByteClass.digit(byte) != nil: continue
            default: return nil
            }
        }
        return nil
    }

    /// Behind a name or an IPv4 address; nil if a byte of it is neither a name's nor a colon.
    private static func nameEnd(_ bytes: Span<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, ByteClass.digit(bytes[index + 1]) != nil,
                    ByteClass.digit(bytes[index + 2]) != nil
                else { return nil }
                index += 3
            } else {
                guard isName(bytes[index]) else { return nil }
                index += 1
            }
        }
        return index
    }

    /// A colon and digits; none at all are allowed by the grammar.
    private static func isPort(_ bytes: Span<UInt8>) -> Bool {
        guard bytes[0] == UInt8(ascii: ":"), bytes.count <= 6 else { return false }
        var port = 0
        for index in 1..<bytes.count {
            guard let digit = ByteClass.digit(bytes[index]), digit < 10 else { return false }
            port = port * 10 + digit
        }
        return port <= 65_535
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "-._~!$&'()*+,;=".utf8.contains(byte)
        }
    }
}

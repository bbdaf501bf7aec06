/// Percent-encoding of URI components (RFC 3986 section 2).
public enum PercentEncoding {
    /// What a `+` stands for when a component is decoded.
    public enum Plus: Sendable {
        /// Itself, as RFC 3986 has it.
        case literal
        /// A space, as HTML forms write their queries.
        case space
    }

    /// All but the unreserved characters as `%XX`, so that the text fits any component.
    public static func encode(_ text: some StringProtocol) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(upperDigit(byte >> 4))
                encoded.append(upperDigit(byte & 15))
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The text of a component; nil if a `%` lacks its two digits or the bytes are not UTF-8.
    public static func decode(_ text: some StringProtocol, plus: Plus = .literal) -> String? {
        decode(utf8: text.utf8, plus: plus)
    }

    /// The text of a component given as bytes; nil under the same rules.
    public static func decode(
        utf8 text: some Collection<UInt8>, plus: Plus = .literal
    ) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = bytes.next().flatMap(Hex.value(of:)),
                    let low = bytes.next().flatMap(Hex.value(of:))
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plus == .space: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func upperDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
    }
}

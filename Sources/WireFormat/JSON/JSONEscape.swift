/// Escape sequences of RFC 8259 section 7: checked once when scanned, resolved only when asked.
@usableFromInline
enum JSONEscape {
    /// Checks the sequence whose backslash is at `start`; gives the bytes it takes.
    static func length(in body: [UInt8], at start: Int) throws(JSONFault) -> Int {
        guard start &+ 1 < body.count else { throw JSONFault(.endsTooSoon, at: body.count) }
        switch body[start &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            let unit = try codeUnit(in: body, at: start &+ 2)
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit < 0xDC00 else { throw JSONFault(.loneSurrogate, at: start) }
            for (place, wanted) in [
                (start &+ 6, UInt8(ascii: "\\")), (start &+ 7, UInt8(ascii: "u")),
            ] {
                guard place < body.count else { throw JSONFault(.endsTooSoon, at: body.count) }
                guard body[place] == wanted else { throw JSONFault(.loneSurrogate, at: start) }
            }
            let low = try codeUnit(in: body, at: start &+ 8)
            guard low & 0xFC00 == 0xDC00 else { throw JSONFault(.loneSurrogate, at: start) }
            return 12
        default:
            throw JSONFault(.badEscape, at: start)
        }
    }

    /// The text of `slice`, whose escapes `length(in:at:)` has accepted.
    static func resolve(_ slice: ArraySlice<UInt8>) -> [UInt8] {
        var resolved: [UInt8] = []
        resolved.reserveCapacity(slice.count)
        var rest = slice
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                resolved.append(byte)
                continue
            }
            switch kind {
            case UInt8(ascii: "b"): resolved.append(0x08)
            case UInt8(ascii: "f"): resolved.append(0x0C)
            case UInt8(ascii: "n"): resolved.append(0x0A)
            case UInt8(ascii: "r"): resolved.append(0x0D)
            case UInt8(ascii: "t"): resolved.append(0x09)
            case UInt8(ascii: "u"): resolved.append(contentsOf: scalar(takenFrom: &rest))
            default: resolved.append(kind)
            }
        }
        return resolved
    }

    private static func scalar(takenFrom rest: inout ArraySlice<UInt8>) -> String.UTF8View {
        var value = takeCodeUnit(&rest)
        if value & 0xFC00 == 0xD800 {
            rest = rest.dropFirst(2)
            value = 0x10000 &+ (value & 0x3FF) << 10 &+ takeCodeUnit(&rest) & 0x3FF
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        return String(scalar).utf8
    }

    private static func takeCodeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt32(Hex.value(of: $1) ?? 0) }
    }

    private static func codeUnit(in body: [UInt8], at start: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for i in start..<start &+ 4 {
            guard i < body.count else { throw JSONFault(.endsTooSoon, at: body.count) }
            guard let digit = Hex.value(of: body[i]) else { throw JSONFault(.badEscape, at: i) }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

/// Writes one JSON text by appending to bytes; commas and escapes are its business, not the caller's.
///
/// It always writes valid JSON as long as the calls nest as JSON does: each object member a `key`
/// and a value, each `begin` its `end`.
public struct JSONWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8]
    /// Whether the container has an element before the place of writing.
    private var needsComma = false

    /// A writer of an empty text with room for `capacity` bytes.
    public init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// A writer that appends to `bytes`, for framed events and for reuse of a buffer.
    public init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    /// Closes the object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    /// Closes the array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's name, whose value is next.
    public mutating func key(_ name: StaticString) {
        comma()
        name.withUTF8Buffer { quote($0) }
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that is not known before run time.
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func string(_ text: String) {
        comma()
        var text = text
        text.withUTF8 { quote($0) }
    }

    /// Writes an integer.
    public mutating func integer(_ value: some FixedWidthInteger) {
        comma()
        if let small = Int64(exactly: value) {
            appendDecimal(small)
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    /// Writes a decimal as a number with the digits given; a text that is no number as a string.
    public mutating func number(_ text: String) {
        let digits = Array(text.utf8)
        guard JSONNumber.isNumber(digits) else { return string(text) }
        comma()
        bytes.append(contentsOf: digits)
    }

    /// Writes the shortest number that reads back as `value`, `null` if it is not finite.
    ///
    /// For coordinates and figures; money is written from its own digits.
    public mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        comma()
        var text = value.description
        text.withUTF8 { digits in
            let isWhole = digits.count > 2 && digits.suffix(2).elementsEqual([0x2E, 0x30])
            bytes.append(contentsOf: digits.prefix(isWhole ? digits.count &- 2 : digits.count))
        }
    }

    /// Writes `true` or `false`.
    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }
    /// Writes `null`.
    public mutating func null() { word("null") }

    /// Appends a JSON text made before, as it is.
    public mutating func json(_ text: some Collection<UInt8>) {
        comma()
        bytes.append(contentsOf: text)
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func word(_ word: StaticString) {
        comma()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func appendDecimal(_ value: Int64) {
        // Nineteen digits and a sign at most, filled from the end.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var magnitude = value.magnitude
            repeat {
                let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
                start &-= 1
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                magnitude = quotient
            } while magnitude != 0
            if value < 0 {
                start &-= 1
                digits[start] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        let raw = UnsafeRawBufferPointer(text)
        var start = 0
        while true {
            let stop = endOfPlainText(in: raw, from: start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<stop]))
            guard stop < text.count else { break }
            escape(text[stop])
            start = stop &+ 1
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default: bytes.append(contentsOf: [0x75, 0x30, 0x30] + Hex.pair(byte))
        }
    }
}

// One call a member, which is what encoders mostly write.
extension JSONWriter {
    /// Writes a string member.
    public mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes an integer member.
    public mutating func member(_ name: StaticString, _ value: some FixedWidthInteger) {
        key(name)
        integer(value)
    }

    /// Writes a true or false member.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a string member, or nothing for nil.
    public mutating func member(_ name: StaticString, ifPresent value: String?) {
        guard let value else { return }
        member(name, value)
    }
}

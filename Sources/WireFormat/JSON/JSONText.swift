/// A string or number inside a body: its place and its bytes as they are written there.
///
/// It keeps the body alive but copies nothing; comparing it with a literal allocates nothing.
public struct JSONText: Sendable {
    @usableFromInline let body: [UInt8]
    /// Where the text starts in the body, in bytes, after the quote of a string.
    public let offset: Int
    /// Bytes as written, so escape sequences count in full.
    public let count: Int
    /// Whether the text holds escape sequences, all checked already.
    @usableFromInline let isEscaped: Bool

    @inlinable
    init(body: [UInt8], offset: Int, count: Int, isEscaped: Bool) {
        self.body = body
        self.offset = offset
        self.count = count
        self.isEscaped = isEscaped
    }

    /// Whether it holds no character.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The text itself, escapes resolved.
    @inlinable public var string: String {
        isEscaped
            ? resolvedString() : String(decoding: body[offset..<offset &+ count], as: UTF8.self)
    }

    /// The UTF-8 of the text, escapes resolved; without escapes a view that copies nothing.
    @inlinable public var utf8: ArraySlice<UInt8> {
        isEscaped ? resolved()[...] : body[offset..<offset &+ count]
    }

    /// The whole text as a decimal integer, nil for any other text or one that does not fit.
    @inlinable
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
        isEscaped ? nil : decimalInteger(body, from: offset, to: offset &+ count)
    }

    /// The whole text as a finite number of RFC 8259's grammar, nil otherwise.
    public var double: Double? {
        guard !isEscaped, JSONNumber.isNumber(Array(utf8)), let value = Double(string),
            value.isFinite
        else { return nil }
        return value
    }

    /// Whether the text, escapes resolved, is exactly `literal`.
    @inlinable @inline(__always)
    public static func == (text: JSONText, literal: StaticString) -> Bool {
        guard !text.isEscaped else { return text.resolvedEquals(literal) }
        let length = literal.utf8CodeUnitCount
        guard length == text.count else { return false }
        return sameBytes(text.body, at: text.offset, literal, count: length)
    }

    /// Lets a `switch` over a key name its members as literals.
    @inlinable @inline(__always)
    public static func ~= (literal: StaticString, text: JSONText) -> Bool { text == literal }

    /// Whether the text, escapes resolved, is exactly `other`.
    public static func == (text: JSONText, other: String) -> Bool {
        text.utf8.elementsEqual(other.utf8)
    }

    @usableFromInline
    func resolved() -> [UInt8] { JSONEscape.resolve(body[offset..<offset &+ count]) }

    @usableFromInline
    func resolvedString() -> String { String(decoding: resolved(), as: UTF8.self) }

    @usableFromInline
    func resolvedEquals(_ literal: StaticString) -> Bool {
        literal.withUTF8Buffer { resolved().elementsEqual($0) }
    }
}

/// Compares eight bytes at a time; both sides hold `count` bytes.
@inlinable @inline(__always)
func sameBytes(_ body: [UInt8], at offset: Int, _ literal: StaticString, count: Int) -> Bool {
    body.withUnsafeBytes { bytes in
        literal.withUTF8Buffer { text in
            let wanted = UnsafeRawBufferPointer(text)
            var i = 0
            while i &+ 8 <= count {
                let left = bytes.loadUnaligned(fromByteOffset: offset &+ i, as: UInt64.self)
                let right = wanted.loadUnaligned(fromByteOffset: i, as: UInt64.self)
                guard left == right else { return false }
                i &+= 8
            }
            while i < count {
                guard bytes[offset &+ i] == wanted[i] else { return false }
                i &+= 1
            }
            return true
        }
    }
}

/// Reads `-?[0-9]+` that fits `T`; nil for anything else.
@inlinable
func decimalInteger<T: FixedWidthInteger>(_ bytes: [UInt8], from start: Int, to end: Int) -> T? {
    var i = start
    guard i < end else { return nil }
    let isNegative = bytes[i] == UInt8(ascii: "-")
    if isNegative { i &+= 1 }
    guard i < end else { return nil }
    var value: T = 0
    while i < end {
        let digit = bytes[i] &- UInt8(ascii: "0")
        guard digit <= 9, let step = T(exactly: digit) else { return nil }
        let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
        let (sum, sumOverflows) =
            isNegative
            ? product.subtractingReportingOverflow(step) : product.addingReportingOverflow(step)
        guard !productOverflows, !sumOverflows else { return nil }
        value = sum
        i &+= 1
    }
    return value
}

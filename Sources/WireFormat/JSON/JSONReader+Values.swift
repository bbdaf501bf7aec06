extension JSONReader {
    /// The next value, which must be a string, copied.
    @inlinable
    public mutating func string() throws(JSONFault) -> String { try text().string }

    /// The next value, which must be a string or null.
    @inlinable
    public mutating func stringOrNull() throws(JSONFault) -> String? {
        try takeNull() ? nil : try text().string
    }

    /// The next value, which must be a string or null, in place.
    @inlinable
    public mutating func textOrNull() throws(JSONFault) -> JSONText? {
        try takeNull() ? nil : try text()
    }

    /// The next value, which must be a number, a string or null.
    @inlinable
    public mutating func textOrNumberOrNull() throws(JSONFault) -> JSONText? {
        try takeNull() ? nil : try textOrNumber()
    }

    /// The next value, which must be a number without fraction and exponent that fits `T`.
    @inlinable
    public mutating func integer<T: FixedWidthInteger>(
        as type: T.Type = T.self
    ) throws(JSONFault) -> T {
        let text = try number()
        guard let value = text.integer(as: T.self) else {
            throw JSONFault(.integerOutOfRange, at: text.offset)
        }
        return value
    }

    /// The next value, which must be an integer that fits `T`, or null.
    @inlinable
    public mutating func integerOrNull<T: FixedWidthInteger>(
        as type: T.Type = T.self
    ) throws(JSONFault) -> T? {
        try takeNull() ? nil : try integer(as: type)
    }

    /// The next value, which must be a finite number; for coordinates, never for money.
    public mutating func double() throws(JSONFault) -> Double {
        let text = try number()
        guard let value = text.double else { throw JSONFault(.numberOutOfRange, at: text.offset) }
        return value
    }

    /// The next value, which must be true, false or null.
    @inlinable
    public mutating func boolOrNull() throws(JSONFault) -> Bool? {
        try takeNull() ? nil : try bool()
    }

    /// Passes over the next value, whatever it is, under the same grammar and limits as reading it.
    public mutating func skip() throws(JSONFault) {
        let outer = depth
        // One bit a level, 1 for an object: `JSONLimits.deepest` levels fit.
        var isObject: UInt64 = 0
        repeat {
            if depth > outer {
                let more = isObject & 1 == 1 ? try nextKey() != nil : try nextElement()
                guard more else {
                    isObject >>= 1
                    continue
                }
            }
            switch try peek() {
            case .object:
                try beginObject()
                isObject = isObject << 1 | 1
            case .array:
                try beginArray()
                isObject <<= 1
            case .string: _ = try scanString()
            case .number: _ = try scanNumber()
            case .bool: _ = try bool()
            case .null: _ = try takeNull()
            }
        } while depth > outer
    }
}

/// Which members of an object have been met, so that a decoder refuses a second one without a set.
///
/// A decoder numbers the members it knows from 0 to 63; unknown ones are skipped and may repeat.
public struct JSONSeen: Sendable {
    @usableFromInline var bits: UInt64 = 0

    /// No member met yet.
    @inlinable public init() {}

    /// Notes the member numbered `index`, named by `key`; throws `duplicateKey` the second time.
    @inlinable
    public mutating func once(_ index: Int, _ key: JSONText) throws(JSONFault) {
        let bit: UInt64 = 1 << UInt64(index & 63)
        guard bits & bit == 0 else { throw JSONFault(.duplicateKey, at: key.offset) }
        bits |= bit
    }

    /// Whether the member numbered `index` was met.
    @inlinable
    public func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index & 63) != 0 }
}

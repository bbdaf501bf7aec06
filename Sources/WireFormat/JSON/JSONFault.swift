/// Why a text is not the JSON its reader asked for, and where.
public struct JSONFault: Error, Hashable, Sendable {
    /// The closed set of reasons; the raw value is short and safe as a metric label.
    public enum Reason: String, Sendable, CaseIterable {
        /// The text ends inside a value, or is empty.
        case endsTooSoon
        /// A byte that RFC 8259 does not allow at this place.
        case unexpectedByte
        /// Another kind of value than the one asked for; `JSONFault.expected` names that one.
        case wrongKind
        /// A number against the grammar of RFC 8259 section 6.
        case badNumber
        /// A number that is no integer, or does not fit the type asked for.
        case integerOutOfRange
        /// A number that is not finite as a `Double`.
        case numberOutOfRange
        /// An escape sequence that RFC 8259 section 7 does not know.
        case badEscape
        /// A UTF-16 surrogate escape without its partner.
        case loneSurrogate
        /// A raw control character inside a string.
        case controlCharacter
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// More nested containers than `JSONLimits.depth`.
        case tooDeep
        /// More bytes than `JSONLimits.bytes`.
        case bodyTooLong
        /// A string of more bytes than `JSONLimits.string`.
        case stringTooLong
        /// A number of more bytes than `JSONLimits.number`.
        case numberTooLong
        /// More values in a tree than `JSONLimits.values`.
        case tooManyValues
        /// A member name that appeared before in the same object.
        case duplicateKey
        /// A required member that is absent; thrown by decoders.
        case missingMember
        /// A value of the right kind that means nothing to its decoder; thrown by decoders.
        case unusableValue
        /// Something other than white space after the document.
        case trailingBytes
    }

    /// What is wrong.
    public let reason: Reason
    /// Bytes before the fault, counted from the start of the body.
    public let offset: Int
    /// The kind asked for where `reason` is `wrongKind`.
    public let expected: JSONKind?

    /// A fault of `reason` at `offset` bytes; decoders use it for faults of their own.
    @inlinable
    public init(_ reason: Reason, at offset: Int, expected: JSONKind? = nil) {
        self.reason = reason
        self.offset = offset
        self.expected = expected
    }
}

extension JSONFault.Reason {
    /// What is wrong, for the person who wrote the text: a clause that follows "not valid JSON:".
    public var words: String {
        switch self {
        case .endsTooSoon: "the text ends too soon"
        case .unexpectedByte: "a character that cannot stand here"
        case .wrongKind: "a value of another kind than is needed"
        case .badNumber: "a number in a form that JSON does not have"
        case .integerOutOfRange: "a number that is not whole, or too large"
        case .numberOutOfRange: "a number that is too large"
        case .badEscape: "an escape sequence that JSON does not have"
        case .loneSurrogate: "half of a surrogate pair"
        case .controlCharacter:
            "a control character inside a string; write it as an escape sequence"
        case .invalidUTF8: "bytes that are not UTF-8"
        case .tooDeep: "objects and arrays are nested too deeply"
        case .bodyTooLong: "the text is too long"
        case .stringTooLong: "a string is too long"
        case .numberTooLong: "a number has too many digits"
        case .tooManyValues: "there are too many values"
        case .duplicateKey: "an object has a member twice"
        case .missingMember: "a member is missing"
        case .unusableValue: "a value that means nothing here"
        case .trailingBytes: "something follows the end of the document"
        }
    }
}

extension JSONFault: CustomStringConvertible {
    /// The reason and the byte, without any of the body's text.
    public var description: String {
        guard let expected else { return "\(reason.rawValue) at byte \(offset)" }
        return "\(reason.rawValue) (expected \(expected.rawValue)) at byte \(offset)"
    }
}

/// The six kinds of value of RFC 8259.
public enum JSONKind: String, Sendable, CaseIterable {
    /// `{...}`
    case object
    /// `[...]`
    case array
    /// A quoted text.
    case string
    /// A number of any size.
    case number
    /// `true` or `false`.
    case bool
    /// `null`
    case null
}

public import WireFormat

/// Cuts a JSON array into its elements as the bytes arrive, so that a large answer is read hotel by
/// hotel instead of all at once.
///
/// It only finds where elements end: each is then read by a `JSONReader`, which checks it. A text
/// that the cutter and the readers accept is a JSON array, and one that ends early is not accepted.
public struct ArrayCutter: Sendable {
    private enum Place: Sendable {
        /// Before the opening bracket.
        case outside
        /// Where an element must begin, or, right after the bracket, the array may end.
        case before(mayEnd: Bool)
        case inside
        /// After the closing bracket, where only white space may follow.
        case after
    }

    private let limit: Int
    private var place = Place.outside
    private var element: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var taken = 0
    /// Bytes of a byte order mark so far.
    private var marked = 0

    /// Takes at most `limit` bytes in all.
    public init(limit: Int = AnswerCollector.standardLimit) { self.limit = limit }

    /// Hands over the elements that `bytes` complete, in order.
    ///
    /// Throws `bodyTooLong`, `unexpectedByte`, `wrongKind` when the text is no array,
    /// `trailingBytes`, and what `take` throws.
    public mutating func feed(
        _ bytes: [UInt8], _ take: ([UInt8]) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard bytes.count <= limit - taken else { throw JSONFault(.bodyTooLong, at: limit) }
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch place {
            case .inside:
                if isInString {
                    skipString(byte)
                } else if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
                    element.append(contentsOf: bytes[start..<index])
                    try take(element)
                    element = []
                    place = byte == UInt8(ascii: ",") ? .before(mayEnd: false) : .after
                } else {
                    try count(byte, at: index)
                }
            case .before(let mayEnd):
                if Self.isWhiteSpace(byte) { break }
                if byte == UInt8(ascii: "]"), mayEnd {
                    place = .after
                } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
                    throw JSONFault(.unexpectedByte, at: taken + index)
                } else {
                    place = .inside
                    start = index
                    try count(byte, at: index)
                }
            case .outside: try open(byte, at: taken + index)
            case .after:
                guard Self.isWhiteSpace(byte) else {
                    throw JSONFault(.trailingBytes, at: taken + index)
                }
            }
            index += 1
        }
        if case .inside = place { element.append(contentsOf: bytes[start...]) }
        taken += bytes.count
    }

    /// Throws `endsTooSoon` unless the array is closed.
    public func finish() throws(JSONFault) {
        guard case .after = place else { throw JSONFault(.endsTooSoon, at: taken) }
    }

    /// A byte order mark may stand before the array (RFC 8259 section 8.1).
    private mutating func open(_ byte: UInt8, at offset: Int) throws(JSONFault) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if marked < 3, offset == marked, mark[marked] == byte {
            marked += 1
            return
        }
        let isWholeMark = marked == 0 || marked == 3
        if isWholeMark, Self.isWhiteSpace(byte) { return }
        guard isWholeMark, byte == UInt8(ascii: "[") else {
            throw JSONFault(.wrongKind, at: offset, expected: .array)
        }
        place = .before(mayEnd: true)
    }

    private mutating func skipString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }

    private mutating func count(_ byte: UInt8, at index: Int) throws(JSONFault) {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            guard depth >= 0 else { throw JSONFault(.unexpectedByte, at: taken + index) }
        default: break
        }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

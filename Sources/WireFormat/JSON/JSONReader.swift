/// A strict pull reader of one JSON text (RFC 8259): the caller asks for what it expects, in order.
///
/// `init` checks size and UTF-8 of the whole body, so that skipped parts are as clean as read ones;
/// a byte order mark is passed over (RFC 8259 section 8.1 allows it). Grammar and depth are checked
/// as the reader goes, and `finish()` refuses what follows the document. No bytes make it trap.
///
/// It is a value that owns its body: work on a large one can stop between two elements and go on
/// later. Every container that was begun must be read to its end, where `nextKey()` gives nil or
/// `nextElement()` false; `skip()` passes over a value. After a fault the reader is of no use.
///
/// Keys come in the body's order, duplicates included: see `JSONSeen`.
public struct JSONReader: Sendable {
    @usableFromInline let body: [UInt8]
    @usableFromInline let limits: JSONLimits
    @usableFromInline var position: Int
    /// Containers begun and not ended.
    @usableFromInline var depth = 0
    /// True right after a container was begun, where no comma is due.
    @usableFromInline var isFirst = false

    /// A reader at the start of `body`; throws `bodyTooLong` or `invalidUTF8`.
    public init(_ body: [UInt8], limits: JSONLimits = .standard) throws(JSONFault) {
        guard body.count <= limits.bytes else { throw JSONFault(.bodyTooLong, at: limits.bytes) }
        try checkUTF8(body)
        self.body = body
        self.limits = limits
        position = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Bytes read so far; after `peek()` it is where the next value starts.
    @inlinable public var offset: Int { position }

    /// The kind of the next value, which stays unread.
    @inlinable
    public mutating func peek() throws(JSONFault) -> JSONKind {
        switch try nextByte() {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw JSONFault(.unexpectedByte, at: position)
        }
    }

    /// Enters an object; throws `wrongKind` or `tooDeep`.
    @inlinable
    public mutating func beginObject() throws(JSONFault) { try begin(UInt8(ascii: "{"), .object) }

    /// Enters an array; throws `wrongKind` or `tooDeep`.
    @inlinable
    public mutating func beginArray() throws(JSONFault) { try begin(UInt8(ascii: "["), .array) }

    /// The next key of the object, its value being next to read; nil leaves the object at its end.
    @inlinable
    public mutating func nextKey() throws(JSONFault) -> JSONText? {
        var byte = try nextByte()
        if byte == UInt8(ascii: "}") {
            leave()
            return nil
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw JSONFault(.unexpectedByte, at: position) }
            position &+= 1
            byte = try nextByte()
        }
        guard byte == UInt8(ascii: "\"") else { throw JSONFault(.unexpectedByte, at: position) }
        let key = try scanString()
        guard try nextByte() == UInt8(ascii: ":") else {
            throw JSONFault(.unexpectedByte, at: position)
        }
        position &+= 1
        return key
    }

    /// Whether the array has another element, which is then next to read; false leaves the array.
    @inlinable
    public mutating func nextElement() throws(JSONFault) -> Bool {
        let byte = try nextByte()
        if byte == UInt8(ascii: "]") {
            leave()
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == UInt8(ascii: ",") else { throw JSONFault(.unexpectedByte, at: position) }
        position &+= 1
        return true
    }

    /// The next value, which must be a string, in place.
    @inlinable
    public mutating func text() throws(JSONFault) -> JSONText {
        guard try nextByte() == UInt8(ascii: "\"") else { throw wrongKind(.string) }
        return try scanString()
    }

    /// The next value, which must be a number, as its raw text.
    @inlinable
    public mutating func number() throws(JSONFault) -> JSONText {
        let byte = try nextByte()
        guard byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") else {
            throw wrongKind(.number)
        }
        return try scanNumber()
    }

    /// The next value, a number's raw text or a string's: amounts come as either.
    @inlinable
    public mutating func textOrNumber() throws(JSONFault) -> JSONText {
        try nextByte() == UInt8(ascii: "\"") ? try scanString() : try number()
    }

    /// The next value, which must be `true` or `false`.
    @inlinable
    public mutating func bool() throws(JSONFault) -> Bool {
        switch try nextByte() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default: throw wrongKind(.bool)
        }
    }

    /// Reads `null` if it is next; false leaves another value unread.
    @inlinable
    public mutating func takeNull() throws(JSONFault) -> Bool {
        guard try nextByte() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Refuses anything but white space after the document.
    public mutating func finish() throws(JSONFault) {
        while position < body.count {
            guard isWhiteSpace(body[position]) else {
                throw JSONFault(.trailingBytes, at: position)
            }
            position &+= 1
        }
        guard depth == 0 else { throw JSONFault(.endsTooSoon, at: position) }
    }

    /// A fault at the place read so far, for decoders that refuse a value.
    public func fault(_ reason: JSONFault.Reason) -> JSONFault { JSONFault(reason, at: position) }

    /// Where a fault of this reader lies, as people count.
    public func place(of fault: JSONFault) -> TextPosition {
        TextPosition(offset: fault.offset, in: body)
    }
}

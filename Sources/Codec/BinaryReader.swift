/// Reads what ``BinaryWriter`` wrote, never past the end and never trapping on any bytes.
///
/// Nothing is allocated beyond a small multiple of the bytes that are really there: a length is
/// checked against what is left before anything is made of it. Every number has exactly one
/// accepted spelling.
public struct BinaryReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// Starts at the first of `bytes`.
    public init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Starts at the first of `bytes`.
    public init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    /// Bytes not read yet.
    public var remaining: Int { bytes.endIndex - position }

    /// One byte as it is.
    public mutating func byte() throws(CodecFault) -> UInt8 {
        guard position < bytes.endIndex else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number of one to ten bytes; a longer spelling than needed is ``CodecFault/badNumber``.
    public mutating func unsigned() throws(CodecFault) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            let bits = UInt64(next & 0x7F)
            guard shift < 63 || bits <= 1 else { throw .badNumber }
            value |= bits << shift
            if next < 0x80 {
                guard next != 0 || shift == 0 else { throw .badNumber }
                return value
            }
            guard shift < 63 else { throw .badNumber }
            shift += 7
        }
    }

    /// A folded signed number.
    public mutating func signed() throws(CodecFault) -> Int64 {
        let folded = try unsigned()
        return Int64(bitPattern: (folded >> 1) ^ (0 &- (folded & 1)))
    }

    /// A length or number of entries, at most ``remaining``: every entry takes at least one byte.
    public mutating func count() throws(CodecFault) -> Int {
        let value = try unsigned()
        guard value <= UInt64(remaining) else { throw .truncated }
        return Int(value)
    }

    /// Four bytes, lowest first.
    public mutating func fixed32() throws(CodecFault) -> Int {
        var value = 0
        for shift in [0, 8, 16, 24] { value |= Int(try byte()) << shift }
        return value
    }

    /// A text with its length; bytes that are not UTF-8 are ``CodecFault/badText``.
    public mutating func text() throws(CodecFault) -> String {
        let length = try count()
        guard let text = String(validating: try raw(length), as: UTF8.self) else {
            throw .badText
        }
        return text
    }

    /// The next `length` bytes as they are.
    public mutating func raw(_ length: Int) throws(CodecFault) -> ArraySlice<UInt8> {
        guard length >= 0, length <= remaining else { throw .truncated }
        defer { position += length }
        return bytes[position..<(position + length)]
    }

    /// A list with its number of entries.
    public mutating func list<Entry>(
        _ read: (inout BinaryReader) throws(CodecFault) -> Entry
    ) throws(CodecFault) -> [Entry] {
        let number = try count()
        var entries: [Entry] = []
        entries.reserveCapacity(min(number, 64))
        for _ in 0..<number { entries.append(try read(&self)) }
        return entries
    }

    /// A value that may be absent.
    public mutating func optional<Value>(
        _ read: (inout BinaryReader) throws(CodecFault) -> Value
    ) throws(CodecFault) -> Value? {
        try flag("presence") ? try read(&self) : nil
    }

    /// 0 or 1; anything else is ``CodecFault/badValue(_:)`` with the member's name.
    public mutating func flag(_ member: String) throws(CodecFault) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .badValue(member)
        }
    }

    /// Refuses bytes that nobody has read.
    public func finish() throws(CodecFault) {
        guard remaining == 0 else { throw .trailingBytes }
    }
}

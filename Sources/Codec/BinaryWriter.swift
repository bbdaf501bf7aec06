/// Appends numbers, texts and lists to a growing array of bytes.
///
/// Whole numbers are variable-length: seven bits a byte, lowest first, the high bit set on all but
/// the last; signed ones are folded first so that small negatives stay short (the scheme of Protocol
/// Buffers' `varint` and `sint64`).
public struct BinaryWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    /// Empty, with room for `capacity` bytes before the first growth.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(max(0, capacity))
    }

    /// One byte as it is.
    public mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    /// One to ten bytes.
    public mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// One to ten bytes, the fewer the nearer to zero.
    public mutating func signed(_ value: Int64) {
        unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// A length or number of entries; below zero is written as zero.
    public mutating func count(_ value: Int) {
        unsigned(UInt64(max(0, value)))
    }

    /// Four bytes, lowest first; values that do not fit are held at the ends of the range.
    public mutating func fixed32(_ value: Int) {
        let value = UInt32(clamping: value)
        for shift in [0, 8, 16, 24] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// The length in bytes, then UTF-8.
    public mutating func text(_ value: String) {
        count(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    /// Bytes as they are, without a length.
    public mutating func raw(_ value: some Sequence<UInt8>) {
        bytes.append(contentsOf: value)
    }

    /// The number of entries, then each entry.
    public mutating func list<Entry>(
        _ entries: some Collection<Entry>, write: (inout BinaryWriter, Entry) -> Void
    ) {
        count(entries.count)
        for entry in entries { write(&self, entry) }
    }

    /// 0 for nothing, or 1 and the value.
    public mutating func optional<Value>(
        _ value: Value?, write: (inout BinaryWriter, Value) -> Void
    ) {
        guard let value else { return byte(0) }
        byte(1)
        write(&self, value)
    }
}

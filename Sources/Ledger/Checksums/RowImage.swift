import Digest

/// A row's values in one unambiguous string of bytes, and the checksum over it.
///
/// The first eight bytes of SHA-256 (FIPS 180-4), as a whole number: libcrypto's is fast and proved
/// elsewhere, and a row is small beside the sync of its commit. Not keyed: it tells damage, not malice.
struct RowImage {
    /// What a value is; stands before each.
    private enum Kind: UInt8 {
        case null, integer, real, text, blob
    }

    private var bytes: [UInt8] = []

    mutating func null() { bytes.append(Kind.null.rawValue) }

    mutating func integer(_ value: Int64) {
        bytes.append(Kind.integer.rawValue)
        append(UInt64(bitPattern: value))
    }

    mutating func real(_ value: Double) {
        bytes.append(Kind.real.rawValue)
        append(value.bitPattern)
    }

    mutating func text(_ text: UnsafeRawBufferPointer) { append(.text, text) }

    mutating func blob(_ blob: UnsafeRawBufferPointer) { append(.blob, blob) }

    /// Throws where libcrypto has no memory or no SHA-256.
    func checksum() throws(DigestFault) -> Int64 { try Self.checksum(of: bytes) }

    static func checksum(of bytes: [UInt8]) throws(DigestFault) -> Int64 {
        let hash = try HashAlgorithm.sha256.hash(bytes)
        return Int64(bitPattern: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The length first, so that no byte can pass from one value to the next.
    private mutating func append(_ kind: Kind, _ value: UnsafeRawBufferPointer) {
        bytes.append(kind.rawValue)
        append(UInt64(value.count))
        bytes += value
    }

    private mutating func append(_ number: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

internal import CCrypto

/// Comparison whose duration tells an attacker nothing about where two secrets differ.
public enum ConstantTime {
    /// Whether two buffers hold the same bytes; only their lengths can be learned from the duration.
    public static func equal(_ left: RawSpan, _ right: RawSpan) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        return left.withUnsafeBytes { leftBytes in
            right.withUnsafeBytes { rightBytes in
                CRYPTO_memcmp(leftBytes.baseAddress, rightBytes.baseAddress, leftBytes.count) == 0
            }
        }
    }

    /// Whether two arrays hold the same bytes; only their lengths can be learned from the duration.
    public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        equal(left.span.bytes, right.span.bytes)
    }
}

internal import CCrypto

/// A secret key that makes and checks HMAC-SHA-256 codes (RFC 2104, RFC 4231).
///
/// The key is prepared once, so that a code costs one copy of the prepared state and one hash; the
/// bytes of the key cannot be read back and are in no description.
public final class AuthenticationKey: Sendable, CustomStringConvertible {
    /// The length of a whole code in bytes.
    public static let codeByteCount = 32

    // Only ever read after the initialiser: `EVP_MAC_CTX_dup` takes it as const, and each call works
    // on its own copy, so any number of threads may share a key.
    private nonisolated(unsafe) let prepared: OpaquePointer

    /// Prepares a key of any length; 32 random bytes are a good one.
    ///
    /// - Throws: `DigestFault.authenticationUnavailable`.
    public init(_ key: [UInt8]) throws(DigestFault) {
        guard let method = EVP_MAC_fetch(nil, "HMAC", nil) else {
            throw .authenticationUnavailable
        }
        defer { EVP_MAC_free(method) }
        guard let context = EVP_MAC_CTX_new(method) else { throw .authenticationUnavailable }
        // An empty key must still be a non-null pointer: null would mean "keep the key set before".
        let padded = key.isEmpty ? [0] : key
        guard tributary_hmac_sha256_init(context, padded, key.count) == 1 else {
            EVP_MAC_CTX_free(context)
            throw .authenticationUnavailable
        }
        prepared = context
    }

    deinit { EVP_MAC_CTX_free(prepared) }

    /// Makes the code of a message.
    ///
    /// - Returns: `codeByteCount` bytes.
    /// - Throws: `DigestFault.authenticationUnavailable`.
    public func code(for message: RawSpan) throws(DigestFault) -> [UInt8] {
        guard let context = EVP_MAC_CTX_dup(prepared) else { throw .authenticationUnavailable }
        defer { EVP_MAC_CTX_free(context) }
        let room = Self.codeByteCount
        let code = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
            var length = 0
            let fed = message.withUnsafeBytes { input in
                input.isEmpty
                    ? 1
                    : EVP_MAC_update(
                        context, input.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        input.count)
            }
            let done = EVP_MAC_final(context, bytes.baseAddress, &length, room)
            count = fed == 1 && done == 1 ? length : 0
        }
        guard code.count == room else { throw .authenticationUnavailable }
        return code
    }

    /// Makes the code of a message held in an array.
    ///
    /// - Returns: `codeByteCount` bytes.
    /// - Throws: `DigestFault.authenticationUnavailable`.
    public func code(for message: [UInt8]) throws(DigestFault) -> [UInt8] {
        try code(for: message.span.bytes)
    }

    /// A fixed text that tells nothing of the key.
    public var description: String { "AuthenticationKey(masked)" }
}

internal import CCrypto

/// A secret key that seals bytes so that they can neither be read nor changed without it: AES-256 in
/// Galois/Counter Mode (NIST SP 800-38D).
///
/// One nonce must never serve two messages of one key. Random nonces are safe for about 2^32 messages.
public struct SealingKey: Sendable, CustomStringConvertible {
    /// The length of a key in bytes.
    public static let byteCount = 32
    /// The length of a nonce in bytes.
    public static let nonceByteCount = 12
    /// By how much sealed bytes are longer than plain ones.
    public static let tagByteCount = 16

    private let key: [UInt8]

    /// Takes 32 bytes.
    ///
    /// - Throws: `DigestFault.sealingUnavailable` for any other number.
    public init(_ key: [UInt8]) throws(DigestFault) {
        guard key.count == Self.byteCount else { throw .sealingUnavailable }
        self.key = key
    }

    /// Encrypts a message and appends the tag that also covers `context`, which is not encrypted and
    /// not part of the result.
    ///
    /// - Throws: `DigestFault.sealingUnavailable`, also for a nonce of another length or more than
    ///   2^31 - 17 bytes.
    public func seal(
        _ message: [UInt8], nonce: [UInt8], context: [UInt8]
    ) throws(DigestFault) -> [UInt8] {
        let cipher = try begin(nonce: nonce, sealing: true)
        defer { EVP_CIPHER_CTX_free(cipher) }
        let room = message.count + Self.tagByteCount
        guard room <= Int(Int32.max) else { throw .sealingUnavailable }
        let sealed = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
            guard let start = bytes.baseAddress, Self.add(context, to: nil, cipher),
                Self.add(message, to: start, cipher)
            else { return }
            var rest: Int32 = 0
            let end = start + message.count
            guard EVP_CipherFinal_ex(cipher, end, &rest) == 1,
                EVP_CIPHER_CTX_ctrl(
                    cipher, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagByteCount), end) == 1
            else { return }
            count = room
        }
        guard sealed.count == room else { throw .sealingUnavailable }
        return sealed
    }

    /// The message again; `nil` when key, nonce, context or any byte is not what it was sealed with.
    ///
    /// - Throws: `DigestFault.sealingUnavailable`, also for a nonce of another length.
    public func open(
        _ sealed: [UInt8], nonce: [UInt8], context: [UInt8]
    ) throws(DigestFault) -> [UInt8]? {
        guard sealed.count >= Self.tagByteCount, sealed.count <= Int(Int32.max) else { return nil }
        let cipher = try begin(nonce: nonce, sealing: false)
        defer { EVP_CIPHER_CTX_free(cipher) }
        let room = sealed.count - Self.tagByteCount
        var tag = Array(sealed[room...])
        var isGenuine = false
        let message = [UInt8](unsafeUninitializedCapacity: room + 1) { bytes, count in
            guard let start = bytes.baseAddress, Self.add(context, to: nil, cipher),
                Self.add(Array(sealed[..<room]), to: start, cipher),
                EVP_CIPHER_CTX_ctrl(
                    cipher, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagByteCount), &tag) == 1
            else { return }
            var rest: Int32 = 0
            isGenuine = EVP_CipherFinal_ex(cipher, start + room, &rest) == 1
            // What was decrypted before the tag was found wrong is nobody's to see.
            if !isGenuine { OPENSSL_cleanse(start, room) }
            count = isGenuine ? room : 0
        }
        return isGenuine ? message : nil
    }

    /// A fixed text that tells nothing of the key.
    public var description: String { "SealingKey(masked)" }

    private func begin(nonce: [UInt8], sealing: Bool) throws(DigestFault) -> OpaquePointer {
        guard nonce.count == Self.nonceByteCount, let cipher = EVP_CIPHER_CTX_new() else {
            throw .sealingUnavailable
        }
        guard
            EVP_CipherInit_ex(
                cipher, EVP_aes_256_gcm(), nil, key, nonce, sealing ? 1 : 0) == 1
        else {
            EVP_CIPHER_CTX_free(cipher)
            throw .sealingUnavailable
        }
        return cipher
    }

    /// Feeds bytes; without room for a result they are context.
    private static func add(
        _ bytes: [UInt8], to room: UnsafeMutablePointer<UInt8>?, _ cipher: OpaquePointer
    ) -> Bool {
        // With a null input the library would end the message.
        guard !bytes.isEmpty else { return true }
        var written: Int32 = 0
        return EVP_CipherUpdate(cipher, room, &written, bytes, Int32(clamping: bytes.count)) == 1
    }
}

extension SealingKey: CustomDebugStringConvertible, CustomReflectable {
    /// As ``description``.
    public var debugDescription: String { description }

    /// Empty, so that no dump shows the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

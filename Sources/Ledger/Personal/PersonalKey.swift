public import Digest

/// A key that guests' data is sealed with in the ledger's rows (AES-256-GCM).
public struct PersonalKey: Sendable {
    /// How many bytes a key has.
    public static let byteCount = SealingKey.byteCount
    static let idByteCount = 8

    /// Stands in each sealed row, so that rows of an earlier key are known as such; made of the key,
    /// and tells nothing of it.
    let id: [UInt8]
    let cipher: SealingKey

    /// Takes 32 random bytes.
    ///
    /// - Throws: `DigestFault.sealingUnavailable` for any other number.
    public init(_ key: [UInt8]) throws(DigestFault) {
        cipher = try SealingKey(key)
        let code = try AuthenticationKey(key).code(for: Array("tributary personal key".utf8))
        id = Array(code.prefix(Self.idByteCount))
    }
}

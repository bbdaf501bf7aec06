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
    /// Makes what tells holds of one buyer, and is not to be guessed by trying names.
    let marks: AuthenticationKey

    /// Takes 32 random bytes.
    ///
    /// - Throws: `DigestFault.sealingUnavailable` for any other number.
    public init(_ key: [UInt8]) throws(DigestFault) {
        cipher = try SealingKey(key)
        let root = try AuthenticationKey(key)
        let code = try root.code(for: Array("tributary personal key".utf8))
        id = Array(code.prefix(Self.idByteCount))
        marks = try AuthenticationKey(root.code(for: Array("tributary buyer marks 1".utf8)))
    }
}

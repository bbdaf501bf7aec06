internal import CCrypto

/// A hash function of FIPS 180-4.
public enum HashAlgorithm: String, CaseIterable, Sendable {
    /// 20 bytes; only for protocols that demand it (WS-Security user name tokens).
    case sha1
    /// 32 bytes.
    case sha256
    /// 64 bytes.
    case sha512

    /// The length of a hash in bytes.
    public var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Hashes a buffer in one go.
    ///
    /// - Returns: `byteCount` bytes.
    /// - Throws: `DigestFault.hashUnavailable` if the machine's policy forbids the algorithm.
    public func hash(_ bytes: RawSpan) throws(DigestFault) -> [UInt8] {
        var length: UInt32 = 0
        let digest = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { room, count in
            let status = bytes.withUnsafeBytes { input in
                EVP_Digest(input.baseAddress, input.count, room.baseAddress, &length, method, nil)
            }
            count = status == 1 ? Int(length) : 0
        }
        guard digest.count == byteCount else { throw .hashUnavailable(self) }
        return digest
    }

    /// Hashes an array in one go.
    ///
    /// - Returns: `byteCount` bytes.
    /// - Throws: `DigestFault.hashUnavailable` if the machine's policy forbids the algorithm.
    public func hash(_ bytes: [UInt8]) throws(DigestFault) -> [UInt8] {
        try hash(bytes.span.bytes)
    }

    private var method: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        }
    }
}

internal import Digest
public import TravelModel

/// A client's key as it is shown once and sent with each request: `trib_<id>_<secret>`.
///
/// The id (16 hex digits) finds the row and may be logged; the secret (64 hex digits) is 256 random
/// bits. The fixed beginning lets scanners of source code find a key that leaked.
public struct ClientKey: Sendable {
    /// Before the id.
    public static let prefix = "trib_"
    static let idBytes = 8
    static let secretBytes = 32
    private static let separator = UInt8(ascii: "_")

    /// Names the key to people.
    public let id: String
    /// All of it; a secret.
    public let text: String

    /// A new one.
    public init(random: any RandomSource) {
        id = Hexadecimal.lowercase(random.bytes(Self.idBytes))
        text =
            Self.prefix + id + "_" + Hexadecimal.lowercase(random.bytes(Self.secretBytes))
    }

    /// Reads one; `nil` for anything of another form, without saying where it differs.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let start = Self.prefix.utf8.count
        let end = start + Self.idBytes * 2
        guard bytes.count == end + 1 + Self.secretBytes * 2, bytes.starts(with: Self.prefix.utf8),
            bytes[start..<end].allSatisfy(Self.isDigit), bytes[end] == Self.separator,
            bytes[(end + 1)...].allSatisfy(Self.isDigit)
        else { return nil }
        id = String(decoding: bytes[start..<end], as: UTF8.self)
        self.text = String(text)
    }

    /// SHA-256 over all of it: what is stored.
    ///
    /// No slow, salted hash is needed: those protect words that people choose, of which there are few.
    /// Of 256 random bits nobody finds one by trying, however fast the hash; and each request pays
    /// for it. `nil` where the machine forbids the hash: then no key is good.
    public var hash: [UInt8]? { try? HashAlgorithm.sha256.hash(Array(text.utf8)) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte)
    }
}

/// A key as it is stored: nobody can make the key from it.
public struct ClientKeyRecord: Sendable, Hashable {
    /// See ``ClientKey/id``.
    public var id: String
    /// Whose key it is.
    public var tenant: TenantID
    /// See ``ClientKey/hash``.
    public var hash: [UInt8]
    /// Whether requests with it may ask for outcomes of their own, at mocks.
    public var isSandbox: Bool
    /// When it was made.
    public var createdAt: Instant
    /// From when on it is no good; `nil` for never.
    public var expiresAt: Instant?
    /// From when on it is withdrawn, which may be later than now; `nil` while it is not.
    public var revokedAt: Instant?

    /// All that does not have a default.
    public init(id: String, tenant: TenantID, hash: [UInt8], createdAt: Instant) {
        self.id = id
        self.tenant = tenant
        self.hash = hash
        self.createdAt = createdAt
        isSandbox = false
    }

    /// Whether it is good at `now`.
    public func isGood(at now: Instant) -> Bool {
        let end = [expiresAt, revokedAt].compactMap { $0 }.min()
        return end.map { now < $0 } ?? true
    }
}

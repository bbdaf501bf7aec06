/// Names one search: 128 random bits, unguessable.
public struct SearchID: Hashable, Sendable, CustomStringConvertible {
    /// 22 characters of base64url.
    public let text: String

    init(_ random: any RandomSource) { text = Base64URL.encode(random.bytes(16)) }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }
}

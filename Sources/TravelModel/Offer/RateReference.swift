/// What a supplier must be given to ask about a rate again; only its adapter reads it.
public struct RateReference: Hashable, Sendable {
    /// The supplier's own opaque token or link, up to 4,096 bytes.
    public let token: String
    /// When the supplier forgets the token; `nil` when it did not say.
    public let expires: Instant?

    /// `nil` when the token is empty or too long.
    public init?(token: String, expires: Instant? = nil) {
        guard (1...4096).contains(token.utf8.count) else { return nil }
        self.token = token
        self.expires = expires
    }
}

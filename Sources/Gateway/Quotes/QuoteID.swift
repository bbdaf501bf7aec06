/// A signed pointer to one offer of a stored answer, opaque to clients.
public struct QuoteID: Sendable, Hashable, CustomStringConvertible {
    /// Base64url (RFC 4648 section 5) without padding.
    public let text: String

    /// Any text: whether it is one of ours is for ``QuoteDesk`` to judge.
    public init(text: String) { self.text = text }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }
}

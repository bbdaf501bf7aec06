/// One customer of the gateway; quotes, holds and look-ups never cross from one to another.
public struct TenantID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The text itself.
    public let text: String

    /// `nil` unless 1 to 64 bytes of printable ASCII without spaces.
    public init?(_ text: some StringProtocol) {
        guard PrintableText.holds(text, most: 64) else { return nil }
        self.text = String(text)
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: TenantID, b: TenantID) -> Bool { a.text < b.text }
}

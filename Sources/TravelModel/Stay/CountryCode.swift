/// Two upper-case letters of ISO 3166-1 alpha-2, by shape: whether the country exists is not checked.
public struct CountryCode: Hashable, Sendable, CustomStringConvertible {
    /// The text itself.
    public let text: String

    /// `nil` unless exactly two upper-case ASCII letters.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 2, bytes.allSatisfy({ (65...90).contains($0) }) else { return nil }
        self.text = String(text)
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }
}

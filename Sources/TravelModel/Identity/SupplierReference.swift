/// What a supplier calls a hold or a booking it keeps for us.
public struct SupplierReference: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The text itself.
    public let text: String

    /// `nil` unless 1 to 128 bytes of printable ASCII without spaces.
    public init?(_ text: some StringProtocol) {
        guard PrintableText.holds(text, most: 128) else { return nil }
        self.text = String(text)
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: SupplierReference, b: SupplierReference) -> Bool { a.text < b.text }
}

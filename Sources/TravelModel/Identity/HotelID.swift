/// A hotel of our catalogue under our own stable, readable id, such as `hotel:lisbon-aurora`.
public struct HotelID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The text itself.
    public let text: String

    /// `nil` unless 1 to 96 bytes of printable ASCII without spaces.
    public init?(_ text: some StringProtocol) {
        guard PrintableText.holds(text, most: 96) else { return nil }
        self.text = String(text)
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: HotelID, b: HotelID) -> Bool { a.text < b.text }
}

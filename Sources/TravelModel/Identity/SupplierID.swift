/// The short name an operator gave a supplier account, such as `linkrest`.
public struct SupplierID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The text itself.
    public let text: String

    /// `nil` unless 1 to 32 of lower-case letters, digits and `-`, starting with a letter.
    ///
    /// The narrow shape makes it safe as a metric label, a path segment and part of an id.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (1...32).contains(bytes.count), let first = bytes.first,
            (97...122).contains(first),
            bytes.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
        else { return nil }
        self.text = String(text)
    }

    private init(checked text: String) {
        self.text = text
    }

    /// `direct`: our own rooms, listed beside the suppliers.
    public static let direct = SupplierID(checked: "direct")

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: SupplierID, b: SupplierID) -> Bool { a.text < b.text }
}

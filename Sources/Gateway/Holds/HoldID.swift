/// Names a hold to its tenant; nobody can guess another's.
public struct HoldID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 22 characters of base64url: 128 random bits.
    public let text: String

    /// `nil` unless of that shape.
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.utf8.count == 22, Base64URL.decode(text)?.count == 16 else { return nil }
        self.text = text
    }

    /// Spells sixteen random bytes.
    init(random: any RandomSource) {
        text = Base64URL.encode(random.bytes(16))
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: HoldID, b: HoldID) -> Bool { a.text < b.text }
}

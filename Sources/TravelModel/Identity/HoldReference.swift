/// Our own reference of one hold at a supplier: what look-ups after a lost answer ask for.
///
/// Twenty characters fit every supplier that stands (the tightest allows 3 to 28). The alphabet has
/// no 0, 1, 8 or 9, so that no digit is taken for O, I, B or g when it is read aloud or typed.
public struct HoldReference: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Twenty upper-case base32 characters (RFC 4648 section 6): 100 bits.
    public let text: String

    /// `nil` unless exactly twenty base32 characters.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20, bytes.allSatisfy({ Self.alphabet.contains($0) }) else {
            return nil
        }
        self.text = String(text)
    }

    /// Spells 100 random bits: the low five bits of each of twenty values.
    public init(randomBits next: () -> UInt8) {
        let bytes = (0..<20).map { _ in Self.alphabet[Int(next() & 31)] }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The same text as it is written on the wire or in logs.
    public var description: String { text }

    /// Total order, so that lists never depend on chance.
    public static func < (a: HoldReference, b: HoldReference) -> Bool { a.text < b.text }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}

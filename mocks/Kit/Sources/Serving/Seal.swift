import WireFormat

/// Texts that a supplier hands out and recognises again.
///
/// A sealed text is URL-safe and refused once altered; it is no secret, only a mock's way to keep
/// no table of what it gave away.
public enum Seal {
    /// The longest sealed text that is looked at, bytes.
    static let longest = 2048

    /// Seals a text.
    public static func close(_ text: String, seed: UInt64, supplier: String) -> String {
        Base64.encode("\(text)|\(mark(text, seed, supplier))".utf8, alphabet: .urlSafe)
    }

    /// The text inside; nil for what this supplier of this fleet did not seal.
    public static func open(_ sealed: String, seed: UInt64, supplier: String) -> String? {
        guard sealed.utf8.count <= longest,
            let bytes = Base64.decode(sealed, alphabet: .urlSafe),
            let inner = String(validating: bytes, as: UTF8.self),
            let bar = inner.lastIndex(of: "|")
        else { return nil }
        let text = String(inner[..<bar])
        return inner[inner.index(after: bar)...] == mark(text, seed, supplier) ? text : nil
    }

    private static func mark(_ text: String, _ seed: UInt64, _ supplier: String) -> String {
        var chance = Chance(seed, "seal", supplier, text)
        return String(chance.bits(), radix: 36)
    }
}

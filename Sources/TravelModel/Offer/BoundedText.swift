/// Supplier text cut to a size that every later copy can afford.
public enum BoundedText {
    /// At most `characters` as a reader counts them and four bytes for each of them.
    ///
    /// The second bound is for text that piles combining marks on one character. Cutting what was
    /// cut before changes nothing.
    public static func cut(_ text: some StringProtocol, characters most: Int) -> String {
        if text.utf8.count <= most { return String(text) }
        let shown = text.prefix(most)
        if shown.utf8.count <= 4 * most { return String(shown) }
        return String(String.UnicodeScalarView(shown.unicodeScalars.prefix(most)))
    }

    /// A name that stays one name: at most 1,000 bytes as it is, a longer one as its beginning and
    /// a hash of all of it, so that two that differ only in the end stay two.
    static func name(_ text: String) -> String {
        guard text.utf8.count > 1000 else { return text }
        // FNV-1a, 64 bits: nobody gains by making two rates of his own collide.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return cut(text, characters: 200) + "#" + String(hash, radix: 16)
    }
}

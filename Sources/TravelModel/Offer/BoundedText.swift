/// Supplier text cut to a size that every later copy can afford.
enum BoundedText {
    /// At most `characters` as a reader counts them and four bytes for each of them.
    ///
    /// The second bound is for text that piles combining marks on one character.
    static func cut(_ text: String, characters most: Int) -> String {
        if text.utf8.count <= most { return text }
        let shown = text.prefix(most)
        if shown.utf8.count <= 4 * most { return String(shown) }
        return String(String.UnicodeScalarView(shown.unicodeScalars.prefix(most)))
    }
}

/// The one shape rule of ids that come from outside.
enum PrintableText {
    /// Whether `text` is 1 to `most` bytes of visible ASCII.
    static func holds(_ text: some StringProtocol, most: Int) -> Bool {
        let count = text.utf8.count
        return count >= 1 && count <= most && text.utf8.allSatisfy { (33...126).contains($0) }
    }
}

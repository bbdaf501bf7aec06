/// Words that give away a charge at the hotel where a supplier names it in a text only.
public enum ChargeWords {
    private static let words: [[UInt8]] = [
        "resort fee", "destination fee", "city tax", "tourist tax", "occupancy tax",
        "mandatory fee", "payable at", "payable on arrival", "pay at the", "paid at the",
        "collected by the",
    ].map { Array($0.utf8) }

    /// Whether an English text mentions a charge that is not in the price.
    ///
    /// Wrong guesses only make a price look less complete than it is.
    public static func mention(in text: String) -> Bool {
        guard !text.isEmpty else { return false }
        let text = ASCIIText.lowercased(text)
        return words.contains { ASCIIText.holds($0, in: text) }
    }
}

/// Words that people write short or long alike.
enum Abbreviation {
    private static let pairs: [(long: String, short: String)] = [
        ("saint", "st"), ("sainte", "ste"), ("mount", "mt"), ("fort", "ft"),
    ]

    /// The other form of a folded word, if it has one.
    static func twin(of word: ArraySlice<UInt8>) -> [UInt8]? {
        guard word.count >= 2, word.count <= 6, let last = word.last,
            last == UInt8(ascii: "t") || last == UInt8(ascii: "e")
        else { return nil }
        for pair in pairs {
            if word.elementsEqual(pair.long.utf8) { return Array(pair.short.utf8) }
            if word.elementsEqual(pair.short.utf8) { return Array(pair.long.utf8) }
        }
        return nil
    }

    /// `text` with every such word in its other form; `nil` when it has none.
    static func swapped(_ text: FoldedText) -> [UInt8]? {
        var swapped = false
        var bytes: [UInt8] = []
        for index in text.words.indices {
            if index > 0 { bytes.append(UInt8(ascii: " ")) }
            let word = text.word(index)
            if let twin = twin(of: word) {
                swapped = true
                bytes += twin
            } else {
                bytes += word
            }
        }
        return swapped ? bytes : nil
    }
}

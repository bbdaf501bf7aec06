/// Looking for English words in suppliers' texts, by bytes: rates are many and texts are short.
enum ASCIIText {
    /// The UTF-8 with ASCII letters in lower case; other letters stay as they are.
    static func lowercased(_ text: String) -> [UInt8] {
        text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }

    /// Whether `word`, which is not empty, occurs in `text`.
    static func holds(_ word: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return false }
        var start = 0
        while start <= text.count - word.count {
            if text[start] == first, text[start..<start + word.count].elementsEqual(word) {
                return true
            }
            start += 1
        }
        return false
    }
}

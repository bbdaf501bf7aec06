public import TravelModel

/// One supplier's names of meal plans.
public struct BoardTable: Sendable {
    private let exact: [String: Board]
    private let words: [(word: [UInt8], board: Board)]

    /// `exact` maps codes, compared without case; `words` are looked for inside longer texts, in
    /// their order, so that the more telling ones must come first.
    public init(exact: [String: Board], words: [(word: String, board: Board)] = []) {
        self.exact = Dictionary(
            exact.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        self.words = words.map { (ASCIIText.lowercased($0.word), $0.board) }
    }

    /// The board a code or a text names; `nil` when the table does not know it.
    ///
    /// What a caller shows then is room only with the supplier's words, never more.
    public func board(_ text: String) -> Board? {
        let text = ASCIIText.lowercased(text)
        return exact[String(decoding: text, as: UTF8.self)]
            ?? words.first { ASCIIText.holds($0.word, in: text) }?.board
    }

    /// English words that suppliers use for meal plans; the fuller plan first.
    public static let englishWords: [(word: String, board: Board)] = [
        ("all inclusive", .allInclusive), ("all-inclusive", .allInclusive),
        ("all meals", .fullBoard), ("full board", .fullBoard), ("full-board", .fullBoard),
        ("half board", .halfBoard), ("half-board", .halfBoard), ("self catering", .selfCatering),
        ("self-catering", .selfCatering), ("breakfast", .bedAndBreakfast),
        ("room only", .roomOnly),
    ]
}

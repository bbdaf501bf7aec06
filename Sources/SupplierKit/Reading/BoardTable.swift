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
    /// Meals that are named only to say that they are not included, or cost extra, are not. What a
    /// caller shows then is room only with the supplier's words, never more.
    public func board(_ text: String) -> Board? {
        let text = ASCIIText.lowercased(text)
        if let board = exact[String(decoding: text, as: UTF8.self)] { return board }
        guard let board = words.first(where: { ASCIIText.holds($0.word, in: text) })?.board else {
            return nil
        }
        return Self.refusals.contains { ASCIIText.holds($0, in: text) } ? .roomOnly : board
    }

    /// English words beside a meal that take it away again.
    private static let refusals: [[UInt8]] = [
        "surcharge", "available", "extra", "supplement", "not included", "not incl", "excluded",
        "excluding", "without", "optional", "no meal", "no breakfast", "no board", "room only",
        "payable", "on request",
    ].map { Array($0.utf8) }

    /// What every guest of rooms with different plans has: the least of them, room only where one is
    /// not understood or they cannot be compared.
    public static func least(of boards: [Board?]) -> Board {
        let rising: [Board] = [
            .roomOnly, .bedAndBreakfast, .halfBoard, .fullBoard, .allInclusive,
        ]
        if let first = boards.first, let board = first, boards.allSatisfy({ $0 == board }) {
            return board
        }
        let ranks = boards.map { board in board.flatMap { rising.firstIndex(of: $0) } ?? 0 }
        return rising[ranks.min() ?? 0]
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

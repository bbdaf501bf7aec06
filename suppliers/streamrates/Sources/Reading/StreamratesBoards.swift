import SupplierKit
import TravelModel

/// Meal plans: a code, and words where the code is not known.
enum StreamratesBoards {
    private static let table = BoardTable(
        exact: [
            "RO": .roomOnly, "BB": .bedAndBreakfast, "BI": .bedAndBreakfast, "HB": .halfBoard,
            "FB": .fullBoard, "AI": .allInclusive, "SC": .selfCatering,
        ],
        words: BoardTable.englishWords)

    /// The plan of all rooms, the least of them; what is not understood is room only, in the
    /// supplier's words.
    static func board(of rates: [StreamratesRate]) -> (Board, String?) {
        let boards = rates.map { table.board($0.boardType) ?? table.board($0.boardName) }
        let texts = rates.map(\.boardName).filter { !$0.isEmpty }
        let text = texts.first { $0 != texts.first }.map { "\(texts[0]); \($0)" } ?? texts.first
        return (BoardTable.least(of: boards), text)
    }
}

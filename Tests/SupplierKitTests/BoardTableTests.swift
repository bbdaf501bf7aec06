import SupplierKit
import Testing
import TravelModel

/// Meals are never read as more than a supplier says.
@Suite struct BoardTableTests {
    private static let table = BoardTable(
        exact: ["BB": .bedAndBreakfast, "AI": .allInclusive], words: BoardTable.englishWords)

    @Test(arguments: [
        ("bb", Board.bedAndBreakfast), ("Buffet breakfast", .bedAndBreakfast),
        ("FREE BREAKFAST", .bedAndBreakfast), ("Half board with drinks", .halfBoard),
        ("All inclusive", .allInclusive), ("Room only", .roomOnly),
        ("Self-catering apartment", .selfCatering),
    ])
    func whatIsSaidIsRead(text: String, board: Board) {
        #expect(Self.table.board(text) == board)
    }

    @Test(arguments: [
        "Room only, breakfast 12 EUR extra", "Breakfast not included", "No breakfast",
        "Breakfast available (surcharge)", "Breakfast: optional", "Breakfast excluded",
        "Half board supplement payable at the hotel", "Without breakfast", "Full board on request",
        "All inclusive for an EXTRA fee",
    ])
    func whatIsTakenBackIsNotSold(text: String) {
        #expect(Self.table.board(text) == .roomOnly)
    }

    @Test(arguments: ["", "Petit déjeuner", "Parking available", "XX"])
    func otherWordsNameNoBoard(text: String) { #expect(Self.table.board(text) == nil) }

    @Test(
        "of several rooms the least",
        arguments: [
            ([.halfBoard, .bedAndBreakfast], .bedAndBreakfast), ([.halfBoard], .halfBoard),
            ([.selfCatering, .selfCatering], .selfCatering), ([.allInclusive, nil], .roomOnly),
            ([.selfCatering, .bedAndBreakfast], .roomOnly), ([], .roomOnly),
            ([.other, .other], .other), ([.fullBoard, .allInclusive], .fullBoard),
        ] as [([Board?], Board)])
    func least(boards: [Board?], board: Board) {
        #expect(BoardTable.least(of: boards) == board)
    }
}

import SupplierKit
import TravelModel

/// Meals hide among a rate's amenities.
enum LinkrestBoards {
    private static let table = BoardTable(
        exact: ["2192": .bedAndBreakfast], words: BoardTable.englishWords)

    /// From the least to the most.
    private static let rising: [Board] = [
        .roomOnly, .selfCatering, .bedAndBreakfast, .halfBoard, .fullBoard, .allInclusive,
    ]

    /// The fullest plan that an amenity names, and its words; room only when none does.
    static func board(of amenities: [(id: String, name: String)]) -> (Board, String?) {
        var best: (rank: Int, board: Board, text: String)?
        for amenity in amenities.sorted(by: { $0.id < $1.id }) {
            // The words come first: they may take back what the number stands for.
            guard let board = table.board(amenity.name) ?? table.board(amenity.id),
                let rank = rising.firstIndex(of: board), rank > best?.rank ?? -1
            else { continue }
            best = (rank, board, amenity.name)
        }
        guard let best else { return (.roomOnly, nil) }
        return (best.board, best.text.isEmpty ? nil : best.text)
    }
}

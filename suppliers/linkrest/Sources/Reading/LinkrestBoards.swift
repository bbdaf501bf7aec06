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

    private static func costsExtra(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["surcharge", "available", "extra"].contains { name.contains($0) }
    }

    /// The fullest plan that an amenity names, and its words; room only when none does.
    ///
    /// Something that costs extra is not included.
    static func board(of amenities: [(id: String, name: String)]) -> (Board, String?) {
        var best: (rank: Int, board: Board, text: String)?
        for amenity in amenities.sorted(by: { $0.id < $1.id }) {
            guard let board = table.board(amenity.id) ?? table.board(amenity.name),
                let rank = rising.firstIndex(of: board), rank > best?.rank ?? -1,
                !costsExtra(amenity.name)
            else { continue }
            best = (rank, board, amenity.name)
        }
        guard let best else { return (.roomOnly, nil) }
        return (best.board, best.text.isEmpty ? nil : best.text)
    }
}

@testable import Places

/// The floor: all folded names in one sorted array, answered with those that begin as typed, the more
/// popular first.
struct SortedNames {
    private var names: [(name: [UInt8], rank: Int)] = []
    private var ids: [String] = []

    init(index: String) throws {
        let database = try Database(path: index, mode: .immutable)
        let rows = try database.prepare(
            "SELECT id, names FROM place JOIN pn USING(rank) ORDER BY rank")
        while try rows.step() {
            ids.append(rows.text(0))
            for line in rows.bytes(1).split(separator: UInt8(ascii: "\n")) {
                names.append((Array(line.dropFirst()), ids.count))
            }
        }
        names.sort { $0.name.lexicographicallyPrecedes($1.name) }
    }

    func ranks(_ text: String) -> [Int] {
        let typed = FoldedText(text).bytes
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if names[middle].name.lexicographicallyPrecedes(typed) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var best: [Int] = []
        while low < names.count, names[low].name.starts(with: typed) {
            let rank = names[low].rank
            low += 1
            guard best.count < 10 || rank < best[best.count - 1], !best.contains(rank) else {
                continue
            }
            best.insert(rank, at: best.firstIndex { $0 > rank } ?? best.count)
            if best.count > 10 { best.removeLast() }
        }
        return best
    }

    func ids(_ ranks: [Int]) -> [String] { ranks.map { ids[$0 - 1] } }
}

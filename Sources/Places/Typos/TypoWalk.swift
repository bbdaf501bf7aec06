/// Words of a trie within a few edits of a word: letters changed, left out, added, or two neighbours
/// swapped (optimal string alignment).
struct TypoWalk {
    /// A word, or the beginning of words, that was near enough.
    struct Mended: Equatable {
        var letters: [UInt16]
        var edits: Int
        /// The best of the words it stands for.
        var worth: UInt8
        /// Less is better.
        var cost: Int
    }

    /// Nodes looked at in one walk at most.
    private static let mostNodes = 200_000
    /// An edit weighs like a rank that is eighteen times as low.
    private static let costOfEdit = 54
    static let costOfFirstLetter = 29
    /// Ranks below this make no difference.
    private static let bestWorth: UInt8 = 43

    private let trie: TypoTrie
    private let word: [UInt16]
    private let mostEdits: Int
    private let asPrefix: Bool
    private let limit: Int
    private var found: [(node: Int, word: Mended)] = []
    private var rows: [UInt8]
    private var path: [UInt16]
    private var looked = 0
    /// Columns of a row: one for each letter of the word, one before and one after.
    private let width: Int

    /// The best `limit` words within `mostEdits` of `word`, best first; the word itself is none.
    ///
    /// - Parameter asPrefix: whether the beginning of a word is enough. Of the beginnings of one word
    ///   the nearest counts, and of those the longest.
    static func words(
        near word: [UInt16], in trie: TypoTrie, mostEdits: Int, asPrefix: Bool, limit: Int
    ) -> [Mended] {
        guard !word.isEmpty, word.count <= TypoTrie.longestWord, limit > 0 else { return [] }
        var walk = TypoWalk(trie, word, mostEdits, asPrefix, limit)
        walk.visit(
            from: 0, to: trie.count, depth: 0, least: 0, nearest: Nearest(edits: UInt8.max))
        return walk.found.map(\.word)
    }

    /// The beginning of the path that is nearest to the word.
    private struct Nearest {
        var edits: UInt8
        var node = -1
        var depth = 0
    }

    private init(
        _ trie: TypoTrie, _ word: [UInt16], _ mostEdits: Int, _ asPrefix: Bool, _ limit: Int
    ) {
        self.trie = trie
        self.word = word
        self.mostEdits = mostEdits
        self.asPrefix = asPrefix
        self.limit = limit
        width = word.count + 2
        // One row for each letter of a path.
        rows = [UInt8](
            repeating: UInt8(mostEdits + 1), count: (TypoTrie.longestWord + 2) * width)
        for column in 0...min(word.count, mostEdits) { rows[column] = UInt8(column) }
        path = [UInt16](repeating: 0, count: TypoTrie.longestWord + 1)
    }

    /// Looks at the siblings from one node to another, and at what is below them.
    ///
    /// - Parameter least: the least value of the row above, which belongs to their parent.
    private mutating func visit(
        from start: Int, to end: Int, depth: Int, least: UInt8, nearest: Nearest
    ) {
        guard depth < TypoTrie.longestWord else { return }
        let letters = Int(least) == mostEdits ? lettersLeft(row: depth + 1) : nil
        var skipped = Worth.none
        var index = start
        while index < end {
            let node = trie[index]
            defer { index = node.end }
            looked += 1
            guard looked <= Self.mostNodes else { return }
            if let letters {
                guard any(letters .== SIMD8(repeating: node.letter)) else {
                    skipped = min(skipped, node.best)
                    if nearest.node < 0, node.letter > letters.max() { return }
                    continue
                }
            } else if depth == 0, node.letter >> 8 != word[0] >> 8 {
                // Nobody slips into another script.
                continue
            }
            visit(node, at: index, depth: depth, nearest: nearest)
        }
        if asPrefix, skipped != Worth.none { enter(nearest, worth: skipped) }
    }

    private mutating func visit(
        _ node: TypoTrie.Node, at index: Int, depth: Int, nearest: Nearest
    ) {
        path[depth] = node.letter
        let least = fill(row: depth + 1, letter: node.letter)
        let edits = rows[(depth + 1) * width + word.count]
        var best = nearest
        if asPrefix, edits <= best.edits, Int(edits) <= mostEdits {
            best = Nearest(edits: edits, node: index, depth: depth + 1)
        }
        let isHopeless =
            Int(least) > mostEdits || (asPrefix && least > best.edits)
            || !canEnter(edits: Int(min(least, best.edits)), worth: node.best)
        if isHopeless {
            if asPrefix { enter(best, worth: node.best) }
            return
        }
        if node.own != Worth.none {
            if asPrefix {
                enter(best, worth: node.own)
            } else {
                enter(Nearest(edits: edits, node: index, depth: depth + 1), worth: node.own)
            }
        }
        visit(from: index + 1, to: node.end, depth: depth + 1, least: least, nearest: best)
    }

    /// The letters that can still lead to a word when no edit is left; `nil` when too many can.
    private func lettersLeft(row: Int) -> SIMD8<UInt16>? {
        var letters = SIMD8<UInt16>()
        var count = 0
        let above = (row - 1) * width
        let low = max(1, row - mostEdits)
        let high = min(word.count, row + mostEdits)
        guard low <= high else { return letters }
        for column in low...high {
            guard count + 2 <= letters.scalarCount else { return nil }
            if Int(rows[above + column - 1]) <= mostEdits {
                letters[count] = word[column - 1]
                count += 1
            }
            if row > 1, column > 1, path[row - 2] == word[column - 1],
                Int(rows[above - width + column - 2]) < mostEdits
            {
                letters[count] = word[column - 2]
                count += 1
            }
        }
        return letters
    }

    /// Fills the row of a path's letter within the band of columns that can still count, and gives
    /// its least value.
    private mutating func fill(row: Int, letter: UInt16) -> UInt8 {
        let none = UInt8(mostEdits + 1)
        let low = max(1, row - mostEdits)
        let high = min(word.count, row + mostEdits)
        let own = row * width
        let above = own - width
        rows[own] = row <= mostEdits ? UInt8(row) : none
        var least = low == 1 ? rows[own] : none
        if low > 1 { rows[own + low - 1] = none }
        // Outside the band nothing may be left of an earlier path.
        rows[own + word.count] = none
        guard low <= high else { return least }
        for column in low...high {
            var value = rows[above + column - 1]
            if word[column - 1] != letter {
                value += 1
                value = min(value, rows[above + column] + 1, rows[own + column - 1] + 1)
                if row > 1, column > 1, letter == word[column - 2],
                    path[row - 2] == word[column - 1]
                {
                    value = min(value, rows[above - width + column - 2] + 1)
                }
            }
            value = min(value, none)
            rows[own + column] = value
            least = min(least, value)
        }
        if high < word.count { rows[own + high + 1] = none }
        return least
    }

    private func canEnter(edits: Int, worth: UInt8) -> Bool {
        guard found.count >= limit, let last = found.last else { return true }
        return Self.cost(edits: edits, worth: worth) < last.word.cost
    }

    private static func cost(edits: Int, worth: UInt8) -> Int {
        edits * costOfEdit + Int(max(bestWorth, worth))
    }

    private mutating func enter(_ nearest: Nearest, worth: UInt8) {
        guard nearest.node >= 0, nearest.edits > 0, Int(nearest.edits) <= mostEdits else { return }
        var cost = Self.cost(edits: Int(nearest.edits), worth: worth)
        if path[0] != word[0] { cost += Self.costOfFirstLetter }
        if let known = found.firstIndex(where: { $0.node == nearest.node }) {
            guard cost < found[known].word.cost else { return }
            found.remove(at: known)
        }
        let place = found.firstIndex { $0.word.cost > cost } ?? found.count
        guard place < limit else { return }
        let mended = Mended(
            letters: Array(path[..<nearest.depth]), edits: Int(nearest.edits), worth: worth,
            cost: cost)
        found.insert((nearest.node, mended), at: place)
        if found.count > limit { found.removeLast() }
    }
}

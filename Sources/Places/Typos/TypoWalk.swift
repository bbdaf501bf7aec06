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
    private let asPrefix: Bool
    private let limit: Int
    private let distances: EditDistances
    /// For each letter of the alphabet where it stands in the word.
    private let places: [UInt32]
    /// Its number in the alphabet; none when no word has it.
    private let firstLetter: Int?
    /// The upper half of the first letter: nobody slips into another script.
    private let script: UInt16

    private var found: [(node: Int, word: Mended)] = []
    private var path = [Int](repeating: 0, count: TypoTrie.longestWord)
    private var looked = 0

    /// The best `limit` words within `mostEdits` of `word`, best first; the word itself is none.
    ///
    /// - Parameters:
    ///   - mostEdits: 1 or 2.
    ///   - asPrefix: whether the beginning of a word is enough. Of the beginnings of one word the
    ///     nearest counts, and of those the longest.
    static func words(
        near word: [UInt16], in trie: TypoTrie, mostEdits: Int, asPrefix: Bool, limit: Int
    ) -> [Mended] {
        guard let first = word.first, word.count <= TypoTrie.longestWord, limit > 0, trie.count > 0
        else { return [] }
        var places = [UInt32](repeating: 0, count: trie.alphabet.count)
        for (place, letter) in word.enumerated() {
            if let number = trie.number(of: letter) { places[number] |= 2 << UInt32(place) }
        }
        let distances = EditDistances(ofLength: word.count, mostEdits: mostEdits)
        var walk = TypoWalk(
            trie: trie, asPrefix: asPrefix, limit: limit, distances: distances, places: places,
            firstLetter: trie.number(of: first), script: first >> 8)
        walk.visit(
            family: 0, depth: 0, near: distances.start, before: EditDistances.none, previous: 0,
            nearest: Nearest(edits: mostEdits + 1))
        return walk.found.map(\.word)
    }

    private init(
        trie: TypoTrie, asPrefix: Bool, limit: Int, distances: EditDistances, places: [UInt32],
        firstLetter: Int?, script: UInt16
    ) {
        self.trie = trie
        self.asPrefix = asPrefix
        self.limit = limit
        self.distances = distances
        self.places = places
        self.firstLetter = firstLetter
        self.script = script
    }

    /// The beginning of the path that is nearest to the word.
    private struct Nearest {
        var edits: Int
        var node = -1
        var depth = 0
    }

    /// Looks at siblings, and at what is below them.
    ///
    /// - Parameters:
    ///   - near: what the path to their parent is near to; `before` is that of the letter before it.
    ///   - previous: where the parent's letter stands in the word.
    private mutating func visit(
        family: Int, depth: Int, near: EditDistances.Near, before: EditDistances.Near,
        previous: UInt32, nearest: Nearest
    ) {
        guard depth < TypoTrie.longestWord else { return }
        let least = min(near.least, nearest.edits)
        var index = family
        while true {
            let node = trie[index]
            looked += 1
            // Those that follow are worth no more.
            guard looked <= Self.mostNodes, canEnter(edits: least, worth: node.best) else { return }
            if depth > 0 || trie.alphabet[node.letter] >> 8 == script {
                let letter = places[node.letter]
                let next = distances.after(near, before, letter: letter, previous: previous)
                if !next.isHopeless {
                    path[depth] = node.letter
                    visit(node, at: index, depth, next, near, letter, nearest)
                } else if asPrefix {
                    enter(nearest, worth: node.best)
                }
            }
            if node.isLast { return }
            index += 1
        }
    }

    private mutating func visit(
        _ node: TypoTrie.Node, at index: Int, _ depth: Int, _ near: EditDistances.Near,
        _ before: EditDistances.Near, _ letter: UInt32, _ nearest: Nearest
    ) {
        let edits = distances.edits(near)
        var best = nearest
        if asPrefix, edits <= best.edits, edits <= distances.mostEdits {
            best = Nearest(edits: edits, node: index, depth: depth + 1)
        }
        if asPrefix, near.least > best.edits {
            enter(best, worth: node.best)
            return
        }
        if node.own != Worth.none {
            let end = asPrefix ? best : Nearest(edits: edits, node: index, depth: depth + 1)
            enter(end, worth: node.own)
        }
        guard node.children > 0 else { return }
        visit(
            family: node.children, depth: depth + 1, near: near, before: before, previous: letter,
            nearest: best)
    }

    private func canEnter(edits: Int, worth: UInt8) -> Bool {
        guard found.count >= limit, let last = found.last else { return true }
        return Self.cost(edits: edits, worth: worth) < last.word.cost
    }

    private static func cost(edits: Int, worth: UInt8) -> Int {
        edits * costOfEdit + Int(max(bestWorth, worth))
    }

    private mutating func enter(_ nearest: Nearest, worth: UInt8) {
        guard nearest.node >= 0, nearest.edits > 0, nearest.edits <= distances.mostEdits else {
            return
        }
        var cost = Self.cost(edits: nearest.edits, worth: worth)
        if path[0] != firstLetter { cost += Self.costOfFirstLetter }
        if found.count >= limit, let last = found.last, cost >= last.word.cost { return }
        if let known = found.firstIndex(where: { $0.node == nearest.node }) {
            guard cost < found[known].word.cost else { return }
            found.remove(at: known)
        }
        let place = found.firstIndex { $0.word.cost > cost } ?? found.count
        guard place < limit else { return }
        let mended = Mended(
            letters: path[..<nearest.depth].map { trie.alphabet[$0] }, edits: nearest.edits,
            worth: worth, cost: cost)
        found.insert((nearest.node, mended), at: place)
        if found.count > limit { found.removeLast() }
    }
}

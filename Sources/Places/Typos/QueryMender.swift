/// Mends typing errors: finds the words that were meant and puts queries of them together.
struct QueryMender {
    /// A query that may have been meant.
    struct Mended {
        var query: MatchQuery
        /// What its hits lose.
        var penalty: Double
        fileprivate var cost: Int
    }

    /// Queries tried at most.
    static let mostQueries = 16
    /// Queries of more words are not mended.
    private static let mostWords = 4
    private static let mostEdits = 2
    private static let penaltyOfEdit = 1.2
    private static let penaltyOfFirstLetter = 0.8
    private static let penaltyOfJoining = 0.8
    private static let costOfUnknown = 60
    private static let costOfJoining = 40
    /// Words of so many letters may have two errors, when no popular word is one error away.
    private static let longWord = 9
    /// As good as rank 5,000 or better.
    private static let popular = Worth.of(rank: 5_000, .primary)

    private static let goodScore = 7.5
    private static let goodScoreOfShort = 6.0

    private let trie: TypoTrie

    init(_ trie: TypoTrie) {
        self.trie = trie
    }

    /// Whether the answer as typed leaves something to wish for.
    static func isNeeded(_ query: MatchQuery, _ hits: [Hit]) -> Bool {
        let letters = query.folded.scalarCount
        guard query.words.count <= mostWords, letters >= TypoTrie.shortestWord,
            letters <= TypoTrie.longestWord * 2
        else { return false }
        // What matches only within a name, or in a corner of the world, is no good answer.
        let good = hits.first { $0.match >= 1 }?.score ?? 0
        return good < (letters > TypoTrie.shortestWord ? goodScore : goodScoreOfShort)
    }

    /// The queries that may have been meant, the likeliest first.
    func mended(_ query: MatchQuery) -> [Mended] {
        let words = query.words.indices.map { query.folded.text(of: $0) }
        var choices: [[Choice]] = []
        for (index, word) in words.enumerated() {
            choices.append(self.choices(word, isLast: index == words.count - 1, of: words.count))
        }
        var queries = combined(choices)
        if words.count > 1 { queries += joined(words) }
        queries.sort { $0.cost < $1.cost }
        return Array(queries.prefix(Self.mostQueries))
    }

    /// One way to read a word.
    private struct Choice {
        var text: String
        var edits = 0
        var changesFirst = false
        var cost = 0
    }

    private func choices(_ word: String, isLast: Bool, of count: Int) -> [Choice] {
        let letters = Array(word.utf16)
        let known = trie.worth(of: letters, asPrefix: isLast) != Worth.none
        let own = Choice(text: word, cost: known || letters.count < 4 ? 0 : Self.costOfUnknown)
        return [own] + near(letters, asPrefix: isLast, limit: count == 1 ? 10 : 5)
    }

    private func near(_ letters: [UInt16], asPrefix: Bool, limit: Int) -> [Choice] {
        guard letters.count >= TypoTrie.shortestWord, letters.count <= TypoTrie.longestWord
        else { return [] }
        var found = TypoWalk.words(
            near: letters, in: trie, mostEdits: 1, asPrefix: asPrefix, limit: limit)
        if letters.count >= Self.longWord, found.first.map({ $0.worth > Self.popular }) ?? true {
            found = TypoWalk.words(
                near: letters, in: trie, mostEdits: 2, asPrefix: asPrefix, limit: limit)
        }
        return found.map {
            Choice(
                text: String(decoding: $0.letters, as: UTF16.self), edits: $0.edits,
                changesFirst: $0.letters.first != letters.first, cost: $0.cost)
        }
    }

    /// Every combination of the words' readings with few edits, but the query as typed.
    private func combined(_ choices: [[Choice]]) -> [Mended] {
        var partial = [Choice(text: "")]
        for readings in choices {
            var next: [Choice] = []
            for start in partial {
                for reading in readings where start.edits + reading.edits <= Self.mostEdits {
                    next.append(
                        Choice(
                            text: start.text.isEmpty
                                ? reading.text : start.text + " " + reading.text,
                            edits: start.edits + reading.edits,
                            changesFirst: start.changesFirst || reading.changesFirst,
                            cost: start.cost + reading.cost))
                }
            }
            partial = next
        }
        return partial.filter { $0.edits > 0 }.map { mended($0, penalty: 0) }
    }

    /// The words written as one: "lon don".
    private func joined(_ words: [String]) -> [Mended] {
        let text = words.joined()
        let letters = Array(text.utf16)
        guard letters.count <= TypoTrie.longestWord else { return [] }
        var readings = near(letters, asPrefix: true, limit: 5)
        if trie.worth(of: letters, asPrefix: true) != Worth.none {
            readings.append(Choice(text: text))
        }
        return readings.map { reading in
            var reading = reading
            reading.cost += Self.costOfJoining
            return mended(reading, penalty: Self.penaltyOfJoining)
        }
    }

    private func mended(_ choice: Choice, penalty: Double) -> Mended {
        Mended(
            query: MatchQuery(choice.text),
            penalty: penalty + Self.penaltyOfEdit * Double(choice.edits)
                + (choice.changesFirst ? Self.penaltyOfFirstLetter : 0),
            cost: choice.cost)
    }
}

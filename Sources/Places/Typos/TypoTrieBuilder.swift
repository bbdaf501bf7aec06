/// Collects the words of the popular places and lays them out as a `TypoTrie`.
struct TypoTrieBuilder {
    /// Words worth less than a usual name of this rank are left out.
    static let mostPlaces = 120_000
    private static let least = Worth.of(rank: mostPlaces, .primary)

    private var words: [[UInt8]: UInt8] = [:]

    /// Takes the words of one place, which comes after all more popular ones.
    mutating func add(_ names: IndexedNames, rank: Int) {
        guard rank <= Self.mostPlaces else { return }
        names.forEachLine { name, weight, origin in
            // Machine romanisations are misspellings themselves; names written as one word are ours.
            let isJoined = weight == .romanised && origin == 0
            guard weight < .romanised || isJoined else { return }
            let worth = Worth.of(rank: rank, isJoined ? .majorLanguage : weight)
            guard worth <= Self.least else { return }
            for word in name.split(separator: UInt8(ascii: " ")) { add(word, worth: worth) }
        }
    }

    /// Takes one folded word; those too short, too long or beyond the first plane are left out.
    mutating func add(_ word: ArraySlice<UInt8>, worth: UInt8) {
        guard word.count >= TypoTrie.shortestWord, word.count <= TypoTrie.longestWord * 3 else {
            return
        }
        let key = Array(word)
        if words[key].map({ $0 > worth }) ?? true { words[key] = worth }
    }

    /// The block that `TypoTrie` reads.
    consuming func block() -> [UInt8] {
        var entries: [Entry] = []
        for (word, worth) in words {
            let text = String(decoding: word, as: UTF8.self)
            let letters = Array(text.utf16)
            // Letters beyond the first plane would be two.
            guard letters.count == text.unicodeScalars.count,
                (TypoTrie.shortestWord...TypoTrie.longestWord).contains(letters.count)
            else { continue }
            entries.append((letters, worth))
        }
        entries.sort { $0.letters.lexicographicallyPrecedes($1.letters) }
        let alphabet = Set(entries.flatMap(\.letters)).sorted()
        var block = (0..<4).map { UInt8(truncatingIfNeeded: alphabet.count >> (8 * $0)) }
        for letter in alphabet { block += [UInt8(letter & 0xFF), UInt8(letter >> 8)] }
        var layout = Layout(entries: entries, alphabet: alphabet)
        layout.place(entries.indices, depth: 0)
        for node in layout.nodes { block += node.bytes }
        return block
    }

    private typealias Entry = (letters: [UInt16], worth: UInt8)

    /// Puts families into the order in which `TypoTrie` keeps them.
    private struct Layout {
        /// In the order of their letters.
        let entries: [Entry]
        let numbers: [UInt16: UInt16]
        var nodes: [TypoTrie.Node] = []

        init(entries: [Entry], alphabet: [UInt16]) {
            self.entries = entries
            numbers = Dictionary(
                uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt16($0)) })
        }

        /// A node and the words at and below it.
        private struct Member {
            var letter: UInt16
            var words: Range<Int>
            var own: UInt8
            var best: UInt8
        }

        /// Places the nodes that follow the first `depth` letters which `words` share, then what is
        /// below each of them.
        mutating func place(_ words: Range<Int>, depth: Int) {
            let family = members(words, depth).sorted {
                ($0.best, $0.letter) < ($1.best, $1.letter)
            }
            let start = nodes.count
            func node(_ position: Int, children: Int) -> TypoTrie.Node {
                let member = family[position]
                return TypoTrie.Node(
                    letter: numbers[member.letter] ?? 0, own: member.own, best: member.best,
                    children: children, isLast: position == family.count - 1)
            }
            nodes += family.indices.map { node($0, children: 0) }
            for (position, member) in family.enumerated() {
                let isWord = member.own != Worth.none
                let below = isWord ? member.words.dropFirst() : member.words
                guard !below.isEmpty else { continue }
                nodes[start + position] = node(position, children: nodes.count)
                place(below, depth: depth + 1)
            }
        }

        private func members(_ words: Range<Int>, _ depth: Int) -> [Member] {
            var members: [Member] = []
            for index in words {
                let (letters, worth) = entries[index]
                if members.last?.letter != letters[depth] {
                    members.append(
                        Member(
                            letter: letters[depth], words: index..<index,
                            own: letters.count == depth + 1 ? worth : Worth.none, best: worth))
                }
                let last = members.count - 1
                members[last].words = members[last].words.lowerBound..<(index + 1)
                members[last].best = min(members[last].best, worth)
            }
            return members
        }
    }
}

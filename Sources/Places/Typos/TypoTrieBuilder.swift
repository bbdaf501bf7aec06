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
        var entries: [(letters: [UInt16], worth: UInt8)] = []
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
        return Self.layOut(entries)
    }

    private static func layOut(_ entries: [(letters: [UInt16], worth: UInt8)]) -> [UInt8] {
        struct Draft {
            var letter: UInt16
            var own = Worth.none
            var best = Worth.none
            var end: UInt32 = 0
        }
        var nodes: [Draft] = []
        // The nodes from the root to the last word's end.
        var path: [Int] = []
        func close(to depth: Int) {
            while path.count > depth, let last = path.popLast() {
                nodes[last].end = UInt32(nodes.count)
                if let parent = path.last {
                    nodes[parent].best = min(nodes[parent].best, nodes[last].best)
                }
            }
        }
        for (letters, worth) in entries {
            var shared = 0
            while shared < path.count, shared < letters.count,
                nodes[path[shared]].letter == letters[shared]
            {
                shared += 1
            }
            close(to: shared)
            for letter in letters[shared...] {
                path.append(nodes.count)
                nodes.append(Draft(letter: letter))
            }
            if let last = path.last {
                nodes[last].own = worth
                nodes[last].best = min(nodes[last].best, worth)
            }
        }
        close(to: 0)
        var block: [UInt8] = []
        block.reserveCapacity(nodes.count * TypoTrie.bytesPerNode)
        for node in nodes {
            block +=
                TypoTrie.Node(
                    letter: node.letter, own: node.own, best: node.best, end: node.end
                ).bytes
        }
        return block
    }
}

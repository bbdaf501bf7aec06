/// Finds in a shown name what a query matched.
enum Highlight {
    /// The matched parts of `name` in UTF-16 units, merged and ascending; empty when the name is not
    /// what matched.
    ///
    /// Each spelling of the name is tried, for "koeln" lights up "Köln".
    static func ranges(of query: MatchQuery, in name: String) -> [Range<Int>] {
        merged(best(of: query, in: name).ranges)
    }

    /// How many words of the query `name` explains.
    static func wordCount(of query: MatchQuery, in name: String) -> Int {
        best(of: query, in: name).words
    }

    private static func best(
        of query: MatchQuery, in name: String
    ) -> (words: Int, ranges: [Range<Int>]) {
        var best: (words: Int, ranges: [Range<Int>]) = (0, [])
        for spelling in Spelling.allCases where spelling == .joined || spelling.applies(to: name) {
            let folded = FoldedText(name, spelling: spelling, traced: true)
            let found = matches(of: query, in: folded)
            if found.words > best.words { best = found }
            if best.words == query.words.count { break }
        }
        return best
    }

    private static func matches(
        of query: MatchQuery, in name: FoldedText
    ) -> (words: Int, ranges: [Range<Int>]) {
        var used = Set<Int>()
        var ranges: [Range<Int>] = []
        for index in query.words.indices {
            let word = query.folded.word(index)
            guard let (found, length) = place(word, in: name, avoiding: used) else { continue }
            used.insert(found)
            let bytes = name.words[found].prefix(length)
            guard let first = bytes.first, let last = bytes.last,
                name.origins.indices.contains(first), name.origins.indices.contains(last)
            else { continue }
            ranges.append(
                name.origins[first]
                    .lowerBound..<max(name.origins[first].upperBound, name.origins[last].upperBound)
            )
        }
        return (ranges.count, ranges)
    }

    /// The word of `name` that `word` means, whole before begun, and how many of its bytes count.
    private static func place(
        _ word: ArraySlice<UInt8>, in name: FoldedText, avoiding used: Set<Int>
    ) -> (index: Int, length: Int)? {
        let free = name.words.indices.filter { !used.contains($0) }
        if let whole = free.first(where: { name.word($0) == word }) { return (whole, word.count) }
        if let twin = Abbreviation.twin(of: word),
            let whole = free.first(where: { name.word($0).elementsEqual(twin) })
        {
            return (whole, twin.count)
        }
        if let begun = free.first(where: { name.word($0).starts(with: word) }) {
            return (begun, word.count)
        }
        return nil
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, last.upperBound >= range.lowerBound {
                result[result.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

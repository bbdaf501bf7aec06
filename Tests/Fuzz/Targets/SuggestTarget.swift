import Synchronization

@testable import Places

extension FuzzTarget {
    /// A text typed into the search box: bounded work, an expression that SQLite's own parser takes,
    /// and marks that lie within the name.
    static let suggest = FuzzTarget("suggest", longest: 2048) { input in
        let text = String(decoding: input, as: UTF8.self)
        guard let asked = try? SuggestQuery(text) else {
            try expect(text.count > SuggestQuery.longestText, "a short text is refused as too long")
            return
        }
        let query = MatchQuery(asked.text)
        try expect(query.words.count <= MatchQuery.mostWords, "too many words")
        try expect(
            query.folded.bytes.count
                <= MatchQuery.mostScalars * Fold.longestExpansion * 4 + MatchQuery.mostWords,
            "too long a text")
        try expectSame(
            FoldedText(query.folded.text).text, query.folded.text, "folding twice is not folding")
        if !query.isEmpty { try ask(query) }
        for name in [text, "København", "São Tomé", "서울특별시"] {
            let length = name.utf16.count
            var last = 0
            for range in Highlight.ranges(of: query, in: name) {
                try expect(
                    range.lowerBound >= last && range.upperBound <= length,
                    "a mark lies outside the name or its neighbour")
                last = range.upperBound
            }
        }
    }

    /// FTS5 reads the expression against the real schema; a syntax error is thrown.
    private static func ask(_ query: MatchQuery) throws {
        try SuggestIndex.shared.withLock { index in
            let statement = try index?.statement ?? SuggestIndex.make(in: &index)
            for pass in [CandidatePass.whole, .typed, .allPrefixes, .contextOnly] {
                guard let terms = SuggestIndex.terms,
                    let expression = MatchExpression.bytes(query, pass, terms)
                else { continue }
                statement.bind(expression, at: 1)
                defer { statement.reset() }
                while try statement.step() {}
            }
        }
    }
}

/// An index of one row with the product's schema.
private struct SuggestIndex {
    /// A connection is for one thread at a time, which the lock sees to.
    static let shared = Mutex<SuggestIndex?>(nil)

    let statement: Statement
    /// Rare and common words, in names and in contexts.
    static let terms = IndexTerms.block([
        (Array("=a".utf8), 5_000), (Array("=lisbon".utf8), 1), (Array("a".utf8), 300),
        (Array("de".utf8), 9_000),
    ]).withUnsafeBytes { IndexTerms($0) }

    static func make(in place: inout SuggestIndex?) throws -> Statement {
        let database = try Database(path: ":memory:", mode: .create)
        try database.execute(IndexFormat.schema)
        try database.execute("INSERT INTO f(rowid, t) VALUES(1, 'lisbon =lisbon #portugal')")
        let statement = try database.prepare(
            "SELECT rowid FROM f WHERE f MATCH ?1 ORDER BY rowid")
        place = SuggestIndex(statement: statement)
        return statement
    }
}

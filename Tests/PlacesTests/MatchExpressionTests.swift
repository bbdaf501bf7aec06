import Testing

@testable import Places

@Suite struct MatchExpressionTests {
    private static func terms(_ places: KeyValuePairs<String, Int>) throws -> IndexTerms {
        let sorted = places.map { (term: Array($0.key.utf8), places: $0.value) }
            .sorted { $0.term.lexicographicallyPrecedes($1.term) }
        return try #require(IndexTerms.block(sorted).withUnsafeBytes { IndexTerms($0) })
    }

    @Test(
        arguments: [
            (
                "paris tex", CandidatePass.typed,
                #"("paris") AND ("tex"* OR "=texas" OR "=texcoco")"#
            ),
            ("paris t", .typed, #"("paris")"#),
            ("san jose", .typed, #"("san" OR "=san") AND ("jose"*)"#),
            ("san josefa d", .typed, #"("josefa")"#),
            ("san jose d", .typed, #"("san" OR "=san") AND ("jose") AND ("d"*)"#),
            ("san josefa", .allPrefixes, #"("josefa"*)"#),
            ("texas", .contextOnly, #""=texas""#),
            ("paris", .contextOnly, nil),
            ("paris", .typed, #""paris"*"#),
            ("lhr", .whole, ##""#lhr""##),
            ("lhr", .wholeAndTyped, #""lhr"*"#),
        ] as [(String, CandidatePass, String?)])
    func asksForWhatTellsMost(
        _ text: String, _ pass: CandidatePass, _ expected: String?
    ) throws {
        let terms = try Self.terms([
            "=san": 700, "=texas": 900, "=texcoco": 3, "jose": 2_000, "san": 6_000,
        ])
        let bytes = MatchExpression.bytes(MatchQuery(text), pass, terms)
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func knowsTheWordsOfContexts() throws {
        let terms = try Self.terms(["=a": 1, "=ab": 2, "=abc": 3, "=b": 4, "ab": 300])
        func words(_ typed: String, _ asPrefix: Bool) -> [String] {
            terms.contextWords(Array(typed.utf8)[...], asPrefix: asPrefix)
                .map { String(decoding: terms.term($0), as: UTF8.self) }
        }
        #expect(words("ab", true) == ["=ab", "=abc"])
        #expect(words("ab", false) == ["=ab"])
        #expect(words("", true) == ["=a", "=ab", "=abc", "=b"])
        #expect(words("abcd", true).isEmpty)
        #expect(words("c", false).isEmpty)
        #expect(terms.places(with: Array("ab".utf8)[...]) == 302)
        #expect(terms.places(with: Array("b".utf8)[...]) == IndexTerms.fewestPlaces + 4)
    }

    @Test(arguments: ["=a\t1", "=a\n", "=a\t1\n=b\n"])
    func refusesADamagedBlock(_ text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { IndexTerms($0) } == nil)
    }

    /// What is left out is told by scoring: the expression finds all that has every word.
    @Test(arguments: [CandidatePass.typed, .allPrefixes])
    func findsAllThatHasEveryWord(_ pass: CandidatePass) throws {
        let database = try Database(path: Fixtures.indexFile.get(), mode: .immutable)
        let terms = try PlaceIndex.terms(database)
        let statement = try database.prepare("SELECT rowid FROM f WHERE f MATCH ?1")
        func rows(_ expression: [UInt8]) throws -> Set<Int> {
            statement.bind(expression, at: 1)
            defer { statement.reset() }
            var rows: Set<Int> = []
            while try statement.step() { rows.insert(statement.integer(0)) }
            return rows
        }
        var left = 0
        for text in [
            "leon de l", "san nicolas de los g", "paris tex", "cambridge ma", "san juan d",
            "port au pr", "villa maria de", "new york, ny", "santa cruz do s", "la paz bol",
            "st petersburg fl", "ma o", "ottawa sout", "frankfurt am m", "río de la",
        ] {
            let query = MatchQuery(text)
            let words = query.words.indices.map { index in
                let word = String(decoding: query.folded.word(index), as: UTF8.self)
                let star =
                    pass == .allPrefixes || index == query.words.count - 1 ? "*" : ""
                return "(\"\(word)\"\(star) OR \"=\(word)\"\(star))"
            }
            let whole = try rows(Array(words.joined(separator: " AND ").utf8))
            let bytes = try #require(MatchExpression.bytes(query, pass, terms))
            let found = try rows(bytes)
            #expect(found.isSuperset(of: whole), "\(text)")
            left += found.count - whole.count
        }
        // Else nothing was left out, and nothing is shown.
        #expect(left > 0)
    }
}

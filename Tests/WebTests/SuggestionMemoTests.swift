import Testing
import TravelModel

@testable import Places
@testable import Web

/// What is answered from memory, and how much of it is kept.
@Suite struct SuggestionMemoTests {
    private func key(_ text: String, version: String = "v1") throws -> SuggestionMemo.Key? {
        SuggestionMemo.key(try SuggestQuery(text), version: version)
    }

    @Test(arguments: [
        ["par", "Par", "PAR ", " par", "p\u{E4}r"], ["new york", "New-York", "NEW  YORK"],
    ])
    func spellingsThatFindTheSameShareOneAnswer(texts: [String]) throws {
        let plain = try texts.filter { $0.utf8.allSatisfy { $0 < 0x80 } && $0 != "PAR " }
            .map { try key($0) }
        #expect(Set(plain).count == 1)
    }

    @Test(arguments: [
        ("par", "PAR"), ("par", "p\u{E4}r"), ("buch", "b\u{FC}ch"), ("", "!"), ("", "a"),
        ("a b", "ab"),
    ])
    func whatMayFindSomethingElseHasItsOwn(one: String, other: String) throws {
        #expect(try key(one) != key(other))
    }

    @Test func everythingElseThatIsAskedMatters() throws {
        let point = try #require(GeoPoint(latitude: 1, longitude: 2))
        let queries = [
            try SuggestQuery("par"), try SuggestQuery("par", limit: 5),
            try SuggestQuery("par", kinds: [.city]), try SuggestQuery("par", language: "de"),
            try SuggestQuery("par", near: point),
        ]
        let keys = queries.map { SuggestionMemo.key($0, version: "v1") }
        #expect(Set(keys).count == queries.count)
        #expect(try key("par", version: "v1") != key("par", version: "v2"))
    }

    @Test func longTextsAreNotKept() throws {
        #expect(try key(String(repeating: "a", count: SuggestionMemo.longest)) != nil)
        #expect(try key(String(repeating: "a", count: SuggestionMemo.longest + 1)) == nil)
    }

    @Test("Neither entries nor bytes pass twice their bounds; what is asked for stays")
    func bounds() throws {
        let memo = SuggestionMemo(mostEntries: 10, mostBytes: 1_000)
        let favourite = try #require(try key("favourite"))
        memo.keep([1, 2, 3], for: favourite)
        for number in 0..<500 {
            let other = try #require(try key("word\(number)"))
            memo.keep(Array(repeating: 7, count: number), for: other)
            #expect(memo[favourite] == [1, 2, 3])
            #expect(memo.size.entries <= 20)
            #expect(memo.size.bytes <= 2_000)
        }
        let huge = try #require(try key("huge"))
        memo.keep(Array(repeating: 0, count: 1_001), for: huge)
        #expect(memo[huge] == nil)
    }
}

import Testing
import TravelModel

@testable import Places

@Suite struct HostileTextTests {
    @Test func anyTextIsALegalQuery() throws {
        let index = try Fixtures.openIndex()
        for text in try Fixtures.lines("hostile.txt") + [
            "\n\t", String(repeating: "a ", count: 100),
        ] {
            let answer = try index.suggest(SuggestQuery(text))
            #expect(answer.query == text)
            #expect(answer.items.count <= 10)
        }
    }

    @Test(arguments: [
        ("\"london\"", "london"), ("london*", "london"), ("(london)", "london"),
        ("^london", "london"), ("london AND", "london and"), ("t:london", "t london"),
        ("=portugal", "portugal"), ("#ho", "ho"), ("\u{202E}london", "london"),
    ])
    func operatorsMeanNothing(_ hostile: String, _ plain: String) async throws {
        let items = try await Fixtures.suggest(hostile).map(\.placeID)
        #expect(try await Fixtures.suggest(plain).map(\.placeID) == items)
    }

    @Test func onlyQuotedWordsReachTheMatchExpression() throws {
        let terms = try PlaceIndex.terms(Database(path: Fixtures.indexFile.get(), mode: .immutable))
        for text in try Fixtures.lines("hostile.txt") {
            let query = MatchQuery(text)
            guard !query.isEmpty else { continue }
            #expect(query.words.count <= MatchQuery.mostWords)
            for pass in [CandidatePass.whole, .typed, .allPrefixes, .contextOnly] {
                let parts = (MatchExpression.bytes(query, pass, terms) ?? [])
                    .split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
                #expect(parts.count % 2 == 1)
                for (position, part) in parts.enumerated() {
                    if position % 2 == 0 {
                        #expect(
                            [
                                "", "(", ")", "*", "*)", " OR ", " AND ", " AND (", ") AND (",
                                "*) AND (", "* OR ", "* AND ",
                            ].contains(part))
                    } else {
                        let word = part.unicodeScalars.drop { $0 == "=" || $0 == "#" }
                        #expect(word.allSatisfy { Fold.isWord($0.value) })
                    }
                }
            }
        }
    }

    @Test func aLongListOfScalarsNeitherFailsNorScans() throws {
        let index = try Fixtures.openIndex()
        // One scalar in 1,999, alone and after a letter: unassigned, private and astral ones too.
        for value in stride(from: UInt32(1), to: 0x11_0000, by: 1_999) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [String(scalar), "lo\(scalar)"] {
                #expect(try index.suggest(SuggestQuery(text)).items.count <= 10)
            }
        }
    }
}

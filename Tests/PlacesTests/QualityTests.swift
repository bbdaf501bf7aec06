import Foundation
import Testing
import TravelModel

@testable import Places

@Suite struct QualityTests {
    struct Case: Decodable {
        var q: String
        var kind: String
        var lang: String
        var expect: [String]
    }

    private static func cases() throws -> [Case] {
        try Fixtures.lines("places.jsonl").map {
            try JSONDecoder().decode(Case.self, from: Data($0.utf8))
        }
    }

    @Test func findsWhatPeopleMean() throws {
        let index = try Fixtures.openIndex()
        var first = 0
        var among = 0
        var missed: [String] = []
        let cases = try Self.cases()
        #expect(cases.count == 110)
        for item in cases {
            let wanted = item.expect.compactMap { PlaceID($0) }
            let found = try index.suggest(SuggestQuery(item.q)).items.map(\.placeID)
            if let best = found.first, wanted.contains(best) {
                first += 1
            } else {
                missed.append(item.q)
            }
            if found.prefix(5).contains(where: wanted.contains) { among += 1 }
        }
        #expect(Double(first) / Double(cases.count) >= 0.98, "not first: \(missed)")
        #expect(among == cases.count, "not first: \(missed)")
    }

    /// One in so many of the 5,000 most populous cities; all of them in the soak.
    private static let sampling =
        ProcessInfo.processInfo.environment["TRIBUTARY_PLACES"] == "whole" ? 1 : 20

    private static func populousCities() throws -> [(name: String, id: String)] {
        let database = try Database(path: Fixtures.indexFile.get(), mode: .immutable)
        let rows = try database.prepare(
            "SELECT name, id FROM place WHERE kind=2 ORDER BY pop DESC, rank LIMIT 5000")
        var cities: [(String, String)] = []
        while try rows.step() { cities.append((rows.text(0), rows.text(1))) }
        #expect(cities.count == 5_000)
        return stride(from: 0, to: cities.count, by: sampling).map { cities[$0] }
    }

    /// Names with one error each, seeded and never tuned on.
    @Test func findsMisspeltCities() throws {
        let index = try Fixtures.openIndex()
        var chance = Chance(seed: 20_261_201)
        var asked = 0
        var first = 0
        var among = 0
        for city in try Self.populousCities() where city.name.count >= 4 {
            let typed = chance.misspelt(city.name)
            guard FoldedText(typed) != FoldedText(city.name) else { continue }
            asked += 1
            let found = try index.suggest(SuggestQuery(typed, limit: 5)).items
            if found.first?.shows(city.id) == true { first += 1 }
            if found.contains(where: { $0.shows(city.id) }) { among += 1 }
        }
        print("one error: \(asked) asked, \(first) first, \(among) among five")
        #expect(asked >= 4_000 / Self.sampling)
        #expect(Double(among) / Double(asked) >= 0.92)
    }

    /// What stands among five stays there, unless the words typed so far are now whole in the names of
    /// others: "San Luis" has five of its own before San Luis Río Colorado.
    @Test func typingMoreOfANameKeepsThePlace() throws {
        let index = try Fixtures.openIndex()
        var lost: [String] = []
        let cities = try Self.populousCities()
        for city in cities {
            var wasAmongFive = false
            for length in 1...city.name.count {
                let query = try SuggestQuery(String(city.name.prefix(length)), limit: 5)
                let items = try index.suggest(query).items
                let isAmongFive = items.contains { $0.shows(city.id) }
                if wasAmongFive, !isAmongFive, !Self.isWhole(query.text, in: items) {
                    lost.append("\(query.text) lost \(city.name)")
                }
                wasAmongFive = isAmongFive
            }
        }
        #expect(lost.count <= cities.count / 1_000, "\(lost)")
    }

    /// Whether a name has all the words of a text whole.
    private static func isWhole(_ text: String, in items: [PlaceSuggestion]) -> Bool {
        let typed = FoldedText(text)
        return items.contains { item in
            [item.name, item.matchedAlias ?? ""].contains { name in
                let name = FoldedText(name)
                return typed.words.indices.allSatisfy { word in
                    name.words.indices.contains { name.word($0) == typed.word(word) }
                }
            }
        }
    }

    @Test(arguments: ["lon", "san", "new y", "saint", "par", "a", "ca", "м", "san f"])
    func storedAnswersAreTheFreshOnes(_ typed: String) throws {
        let index = try Fixtures.openIndex()
        // More than is stored must be asked for afresh.
        let fresh = try index.ranked(SuggestQuery(typed, limit: 20)).hits
        let stored = try index.ranked(SuggestQuery(typed, limit: 10)).hits
        #expect(stored == Array(fresh.prefix(stored.count)))
        #expect(stored.count == PrecomputedHits.most)
    }

    @Test(arguments: [
        "lodnon", "barcelna", "hambo", "kokub", "pariss", "new yrok", "lees", "gulin",
    ])
    func mendedAnswersStandBelowWhatBeginsAsTyped(_ typed: String) throws {
        let found = try Fixtures.openIndex().ranked(SuggestQuery(typed))
        let begun = found.hits.lastIndex { $0.query == 0 && $0.match >= MatchScore.begun }
        let mended = found.hits.firstIndex { $0.query > 0 }
        #expect((begun ?? -1) < (mended ?? .max))
        #expect(found.queries.count <= QueryMender.mostQueries + 1)
    }

    @Test func whatIsTypedRightIsNotMended() throws {
        let index = try Fixtures.openIndex()
        for typed in ["london", "paris", "new york", "lhr", "東京", "barcelona", "san f", "reyk"] {
            #expect(try index.ranked(SuggestQuery(typed)).queries.count == 1, "\(typed)")
        }
    }

    @Test func marksWhatWasMeant() async throws {
        let item = try #require(try await Fixtures.suggest("lodnon").first)
        #expect(item.name == "London")
        #expect(item.matched == [0..<6])
        #expect(item.matchedAlias == nil)
    }

    @Test(arguments: [
        ("rome", "Rome"), ("paris", "Paris"), ("lima", "Lima"), ("bari", "Bari"),
        ("essen", "Essen"),
        ("york", "York"), ("nice", "Nice"), ("split", "Split"), ("bath", "Bath"), ("cork", "Cork"),
        ("ube", "Ube"),
    ])
    func exactBeatsLonger(_ typed: String, _ name: String) async throws {
        let items = try await Fixtures.suggest(typed, kinds: [.city])
        #expect(items.first?.name == name)
    }

    /// Hundreds of more popular places begin with these letters.
    @Test(arguments: [("ho", "Ho"), ("un", "Un"), ("ii", "Ii"), ("say", "Say"), ("mari", "Mari")])
    func shortNamesAreFoundAmongAllThatBeginSo(_ typed: String, _ name: String) async throws {
        let items = try await Fixtures.suggest(typed, kinds: [.city])
        #expect(items.contains { $0.name == name }, "\(items.map(\.label))")
    }
}

extension PlaceSuggestion {
    /// Whether the line is the place's own, or the one of its twin.
    fileprivate func shows(_ id: String) -> Bool {
        placeID.text == id || also.contains { $0.placeID.text == id }
    }
}

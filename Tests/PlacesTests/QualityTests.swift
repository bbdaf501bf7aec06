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
        #expect(Double(first) / Double(cases.count) >= 0.93, "not first: \(missed)")
        #expect(Double(among) / Double(cases.count) >= 0.98, "not first: \(missed)")
    }

    @Test func typingMoreOfANameKeepsThePlace() throws {
        let index = try Fixtures.openIndex()
        let popular =
            try index.suggest(SuggestQuery("", limit: 20, kinds: [.city])).items
            + index.suggest(SuggestQuery("", limit: 20, kinds: [.country])).items
        #expect(popular.count == 40)
        for place in popular {
            var wasAmongFive = false
            for length in 1...place.name.count {
                let query = try SuggestQuery(String(place.name.prefix(length)), limit: 5)
                let found = try index.suggest(query).items.map(\.placeID)
                let isAmongFive = found.contains(place.placeID)
                #expect(isAmongFive || !wasAmongFive, "\(query.text) lost \(place.label)")
                wasAmongFive = isAmongFive
            }
            #expect(wasAmongFive, "\(place.label) is not found by its name")
        }
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

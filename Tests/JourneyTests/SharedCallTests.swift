import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// Who shares a supplier's answer, and who must not.
    @Suite struct SharedCallTests {
        private static let slow =
            "{\"linkrest\":{\"steps\":{\"shop\":{\"latency\":{\"fixedMs\":400}}}}}"

        @Test(.stage { $0.loops = 2 }) func manyClientsMakeOneCall() async throws {
            let stage = try Stage.current
            try await stage.adopt(Self.slow)
            let query = Query(
                hotels: try Fixtures.hotels(of: ["linkrest"], most: 3), suppliers: ["linkrest"],
                maxAge: nil, timeout: 15_000)
            let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<30 { group.addTask { try await stage.search(query) } }
                return try await group.reduce(into: [JSONValue]()) { $0.append($1) }
            }
            let texts = answers.map { $0["hotels"].map(Plain.text) ?? "" }
                .map { $0.replacing("source:\"cache\"", with: "source:\"live\"") }
            #expect(Set(texts).count == 1)
            #expect(Set(answers.map { $0["searchId"]?.string }).count == 30)
            // A client that came when the call was over found its answer in the cache.
            #expect(try await stage.calls("linkrest", "shop").count == 1)
        }

        /// What the supplier's answer depends on is in the key: none of these may share.
        @Test(.stage) func differentQuestionsAreAskedApart() async throws {
            let stage = try Stage.current
            let variants = [
                "", "&residency=PT", "&currency=USD", "&lang=fr", "&channel=mobile",
                "&occupancy=2", "&occupancy=1",
            ]
            for (number, more) in variants.enumerated() {
                let query = Query(
                    hotels: try Fixtures.hotels(of: ["linkrest"], most: 2),
                    suppliers: ["linkrest"], maxAge: nil, more: more)
                let first = try await stage.search(query)
                #expect(
                    first.status(of: "linkrest")?["source"]?.string == "live", "\(more)")
                #expect(try await stage.calls("linkrest", "shop").count == number + 1)
                let again = try await stage.search(query)
                #expect(again.status(of: "linkrest")?["source"]?.string == "cache", "\(more)")
            }
        }
    }
}

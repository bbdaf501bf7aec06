import Testing

@testable import MutationTesting

@Suite struct MutationTests {
    private let text = Array(#"{"a":[1,-2.5,"x\"y"],"b":{"c":null}} <p q="7">é<r/></p>"#.utf8)

    @Test func aSeedDamagesAlwaysAlike() {
        for seed in 0..<200 as Range<UInt64> {
            var (first, second) = (Mutation(seed: seed), Mutation(seed: seed))
            let donors = [Array("[1,2,3]".utf8)]
            #expect(
                first.damage(text, donors: donors) == second.damage(text, donors: donors))
        }
    }

    @Test func seedsDamageDifferently() {
        let damaged = (UInt64(0)..<1000).map { seed in
            var mutation = Mutation(seed: seed)
            return mutation.damage(text)
        }
        #expect(Set(damaged).count > 900)
        #expect(damaged.count { $0 == text } < 50)
        #expect(damaged.contains { $0.count > 5000 })
        #expect(damaged.contains { $0.count < text.count / 2 })
    }

    @Test func nothingStaysNothing() {
        var mutation = Mutation(seed: 1)
        #expect(mutation.damage([]).isEmpty)
    }

    @Test(
        arguments: [
            (#"{"a":12}"#, [#""a""#, "12", #"{"a":12}"#]),
            (#"["x\"y"]"#, [#""x\"y""#, #"["x\"y"]"#]),
            (#"<a b="7"><c/>-1.5</a>"#, [#""7""#, "<c/>", "-1.5", #"<a b="7"><c/>-1.5</a>"#]),
            (#"]}</a>"#, []), ("\"open", ["\"open"]), ("\"\\", ["\"\\"]), ("<", []), ("-", ["-"]),
        ])
    func valuesAreFound(document: String, values: [String]) {
        let bytes = Array(document.utf8)
        let found = ValueSpans.all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        #expect(found.sorted() == values.sorted())
    }

    /// Every span of any bytes lies within them: a fault here would look like one of the adapter.
    @Test func valuesOfDamagedDocumentsLieWithinThem() {
        for seed in 0..<2000 as Range<UInt64> {
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damage(text)
            #expect(ValueSpans.all(in: damaged).allSatisfy { $0.upperBound <= damaged.count })
        }
    }
}

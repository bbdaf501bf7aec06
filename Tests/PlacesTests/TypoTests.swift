import Testing

@testable import Places

@Suite struct TypoTests {
    private static let words = [
        "barcelona", "barcelos", "barking", "berlin", "paris", "parish", "pari", "london",
        "londonderry", "lodz", "yorkshire", "york", "москва", "санкт", "서우ᄅ",
    ]

    private static func trie(_ words: [String]) throws -> TypoTrie {
        var builder = TypoTrieBuilder()
        for (index, word) in words.enumerated() {
            builder.add(Array(word.utf8)[...], worth: Worth.of(rank: index + 1, .primary))
        }
        return try #require(builder.block().withUnsafeBytes { TypoTrie($0) })
    }

    private static func near(
        _ word: String, in trie: TypoTrie, edits: Int = 1, asPrefix: Bool
    ) -> [String] {
        TypoWalk.words(
            near: Array(word.utf16), in: trie, mostEdits: edits, asPrefix: asPrefix, limit: 100
        ).map { String(decoding: $0.letters, as: UTF16.self) }
    }

    @Test(arguments: [
        ("barcelna", "barcelona"), ("barcelonna", "barcelona"), ("barcelpna", "barcelona"),
        ("bracelona", "barcelona"), ("arcelona", "barcelona"), ("барcelona", nil),
        ("барселона", nil), ("мсква", "москва"), ("lodnon", "london"), ("london", nil),
        ("xyz", nil), ("", nil),
    ])
    func mendsOneEdit(_ typed: String, _ meant: String?) throws {
        let found = Self.near(typed, in: try Self.trie(Self.words), asPrefix: false)
        #expect(found == (meant.map { [$0] } ?? []))
    }

    @Test func theLongestOfTheNearestBeginningsCounts() throws {
        let trie = try Self.trie(Self.words)
        #expect(Self.near("lodno", in: trie, asPrefix: true) == ["londo"])
        #expect(Self.near("londn", in: trie, asPrefix: true) == ["london"])
        #expect(Self.near("yrok", in: trie, asPrefix: true) == ["york"])
        // What begins so as typed needs no mending.
        #expect(Self.near("londo", in: trie, asPrefix: true).isEmpty)
    }

    @Test func aBetterKnownWordStandsFirst() throws {
        let trie = try Self.trie(["aaaab", "aaaac", "aaaad"])
        #expect(Self.near("aaaax", in: trie, asPrefix: false) == ["aaaab", "aaaac", "aaaad"])
        let other = try Self.trie(["aaaad", "aaaac", "aaaab"])
        let few = TypoWalk.words(
            near: Array("aaaax".utf16), in: other, mostEdits: 1, asPrefix: false, limit: 1)
        #expect(few.count == 1)
    }

    /// The walk against the definition, over words of few letters so that many are near.
    @Test(arguments: [1, 2], [false, true])
    func findsWhatTheDefinitionFinds(_ edits: Int, _ asPrefix: Bool) throws {
        var chance = Chance(seed: 11)
        let words = (0..<300).map { _ in chance.word(of: "abc", 4...8) }
        let trie = try Self.trie(words)
        for _ in 0..<60 {
            let typed = chance.word(of: "abc", 3...9)
            let letters = Array(typed.utf16)
            let found = TypoWalk.words(
                near: letters, in: trie, mostEdits: edits, asPrefix: asPrefix, limit: 10_000)
            var wanted: [String: Int] = [:]
            for word in words {
                let other = Array(word.utf16)
                let lengths = asPrefix ? Array(1...other.count) : [other.count]
                var best: (edits: Int, length: Int) = (.max, 0)
                for length in lengths {
                    let distance = Self.distance(letters, Array(other[..<length]))
                    if distance <= best.edits { best = (distance, length) }
                }
                guard best.edits > 0, best.edits <= edits else { continue }
                wanted[String(decoding: other[..<best.length], as: UTF16.self)] = best.edits
            }
            let got = Dictionary(
                found.map { (String(decoding: $0.letters, as: UTF16.self), $0.edits) },
                uniquingKeysWith: { $1 })
            #expect(got == wanted, "\(typed)")
            #expect(found.map(\.cost) == found.map(\.cost).sorted())
        }
    }

    /// Optimal string alignment, row by row.
    private static func distance(_ a: [UInt16], _ b: [UInt16]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var value = min(
                    rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    value = min(value, rows[i - 1][j - 1] + 1)
                }
                row.append(value)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }

    @Test func knowsItsWords() throws {
        let trie = try Self.trie(Self.words)
        #expect(trie.worth(of: Array("london".utf16), asPrefix: false) != Worth.none)
        #expect(trie.worth(of: Array("londo".utf16), asPrefix: false) == Worth.none)
        #expect(trie.worth(of: Array("londo".utf16), asPrefix: true) != Worth.none)
        #expect(trie.worth(of: Array("londoz".utf16), asPrefix: true) == Worth.none)
        #expect(Worth.of(rank: 1, .primary) < Worth.of(rank: 2, .primary))
        #expect(Worth.of(rank: 100, .primary) < Worth.of(rank: 100, .other))
        #expect(Worth.of(rank: .max, .other) < Worth.none)
    }

    @Test func refusesADamagedBlock() throws {
        var builder = TypoTrieBuilder()
        builder.add(Array("london".utf8)[...], worth: 1)
        let block = builder.block()
        #expect(block.withUnsafeBytes { TypoTrie($0) }?.count == 6)
        #expect(block.dropLast().withUnsafeBytes { TypoTrie($0) } == nil)
        #expect(block.dropLast(8).withUnsafeBytes { TypoTrie($0) } == nil)
        // After the four letters of its alphabet.
        let nodes = TypoTrie.bytesOfHead + 4 * 2
        for (byte, value) in [
            (0, 200), (nodes, 5), (nodes + 4, 6), (nodes + 8 + 4, 1), (nodes + 5 * 8 + 7, 0),
        ] as [(Int, UInt8)] {
            var damaged = block
            damaged[byte] = value
            #expect(damaged.withUnsafeBytes { TypoTrie($0) } == nil, "byte \(byte)")
        }
    }

    @Test func oneWordTooLongIsLeftOut() throws {
        let long = String(repeating: "a", count: TypoTrie.longestWord + 1)
        let trie = try Self.trie([long, "abc", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢"])
        #expect(trie.count == 0)
        #expect(Self.near(long, in: trie, asPrefix: true).isEmpty)
    }
}

import Testing

@testable import Places

@Suite struct FoldTests {
    @Test(arguments: try Fixtures.table("fold.tsv"))
    func foldsByScript(_ row: [String]) throws {
        try #require(row.count == 3)
        #expect(FoldedText(row[1]).text == row[2], "\(row[0])")
    }

    @Test func foldingTwiceIsFoldingOnce() {
        var changed: [UInt32] = []
        for value in UInt32(0x80)..<0x1F000 {
            // Syllables become jamo by arithmetic, which the Hangul rows of the table test.
            guard let scalar = Unicode.Scalar(value), !(0xAC00...0xD7A3).contains(value) else {
                continue
            }
            let once = FoldedText(String(scalar)).text
            if FoldedText(once).text != once { changed.append(value) }
        }
        #expect(changed == [])
    }

    @Test(arguments: [
        (Spelling.withoutApostrophes, "L’Aquila", "laquila"),
        (.withoutApostrophes, "Hawaiʻi", "hawaii"),
        (.digraphs, "Göttingen", "goettingen"),
        (.digraphs, "Ærøskøbing", "aeroeskoebing"),
        (.digraphs, "Århus", "aarhus"),
        (.joined, "Aix-en-Provence", "aixenprovence"),
    ])
    func spellsNamesInOtherWays(_ spelling: Spelling, _ name: String, _ folded: String) {
        #expect(spelling.applies(to: name))
        #expect(FoldedText(name, spelling: spelling).text == folded)
    }

    @Test func keepsToItsCaps() {
        let letters = FoldedText(String(repeating: "a", count: 300), mostScalars: 64)
        #expect(letters.bytes.count == 64)
        let words = FoldedText("a b c d e f g h i j", mostWords: 8)
        #expect(words.text == "a b c d e f g h")
    }

    @Test func ordersMarksCanonically() {
        // Thai sara u (class 103) and mai ek (107) may be typed either way round.
        #expect(FoldedText("\u{E01}\u{E48}\u{E38}") == FoldedText("\u{E01}\u{E38}\u{E48}"))
    }

    @Test(arguments: ["ㅅ", "서", "성", "서우", "서울"])
    func hangulBeingComposedIsAPrefix(_ typed: String) {
        let whole = FoldedText("서울").bytes
        #expect(whole.starts(with: FoldedText(typed).bytes))
    }
}

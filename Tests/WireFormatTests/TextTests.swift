import Testing
import WireFormat

@Suite struct Base64Tests {
    /// RFC 4648 section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func agreesWithTheStandard(_ plain: String, _ text: String) {
        #expect(Base64.encode(plain.utf8) == text)
        #expect(Base64.decode(text) == Array(plain.utf8))
        let bare = text.filter { $0 != "=" }
        #expect(Base64.encode(plain.utf8, alphabet: .urlSafe) == bare)
        #expect(Base64.decode(bare, alphabet: .urlSafe) == Array(plain.utf8))
    }

    @Test func theAlphabetsDifferInTwoLetters() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
        #expect(Base64.encode(bytes) == "+/+/")
        #expect(Base64.encode(bytes, alphabet: .urlSafe) == "-_-_")
        #expect(Base64.decode("-_-_") == nil)
        #expect(Base64.decode("+/+/", alphabet: .urlSafe) == nil)
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "====", "=", "Zh==", "Zm9=", "Z m9", "Zm9v\n", "Zgé=", "Z=g=",
    ])
    func refusesWhatIsNotExact(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm+v"])
    func refusesWhatIsNotExactForURLs(_ text: String) {
        #expect(Base64.decode(text, alphabet: .urlSafe) == nil)
    }

    @Test(arguments: 0..<70)
    func everyLengthComesBack(_ length: Int) {
        var chance = SeededGenerator(seed: UInt64(length))
        let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        let text = Base64.encode(bytes, alphabet: .urlSafe)
        #expect(Base64.decode(text, alphabet: .urlSafe) == bytes)
    }
}

@Suite struct HexTests {
    @Test func everyByteComesBackInEitherCase() {
        let bytes = (UInt8.min...UInt8.max).map { $0 }
        let text = Hex.encode(bytes)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(Hex.decode(text) == bytes)
        #expect(Hex.decode(text.uppercased()) == bytes)
    }

    @Test(arguments: ["0", "0g", "0 ", "é0", "000"])
    func refusesOtherText(_ text: String) { #expect(Hex.decode(text) == nil) }
}

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a b", "a%20b"), ("é€", "%C3%A9%E2%82%AC"),
        ("&=+?/#%", "%26%3D%2B%3F%2F%23%25"), ("\u{0}\r\n", "%00%0D%0A"),
    ])
    func encodesAllButTheUnreserved(_ plain: String, _ encoded: String) {
        #expect(PercentEncoding.encode(plain) == encoded)
        #expect(PercentEncoding.decode(encoded) == plain)
    }

    @Test(arguments: ["%", "%4", "%4g", "a%", "%%41", "%FF", "%C3", "%ED%A0%80", "% 41"])
    func refusesWhatIsBroken(_ text: String) { #expect(PercentEncoding.decode(text) == nil) }

    @Test func aPlusIsASpaceOnlyInForms() {
        #expect(PercentEncoding.decode("a+b%2B") == "a+b+")
        #expect(PercentEncoding.decode("a+b%2B", plus: .space) == "a b+")
        #expect(PercentEncoding.decode(utf8: Array("a%2fb".utf8)) == "a/b")
    }
}

@Suite struct TextPositionTests {
    @Test(arguments: [
        (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 2, 1), (5, 2, 2), (6, 2, 3), (99, 2, 3), (-1, 1, 1),
    ])
    func countsLinesAndCharacters(_ offset: Int, _ line: Int, _ column: Int) {
        let position = TextPosition(offset: offset, in: Array("ab\né!".utf8))
        #expect(position.line == line)
        #expect(position.column == column)
    }
}

@Suite struct SpellingTests {
    @Test(arguments: [
        ("placeI", "placeId"), ("PLACEID", "placeId"), ("palceId", "placeId"), ("lagn", "lang"),
        ("lnag", "lang"), ("", nil), ("placeIdplaceId", nil), ("é", nil),
        (String(repeating: "placeId", count: 10), nil),
    ])
    func suggestsWhatWasMeant(_ text: String, _ name: String?) {
        #expect(Spelling.nearest(to: text, among: ["placeId", "lang", "long"]) == name)
    }
}

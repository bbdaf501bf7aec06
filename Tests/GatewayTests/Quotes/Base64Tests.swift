import Testing

@testable import Gateway

/// RFC 4648 section 10 and the rule of one spelling.
@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func vectors(plain: String, coded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == coded)
        let bare = String(coded.prefix { $0 != "=" })
        #expect(Base64URL.encode(Array(plain.utf8)) == bare)
        #expect(Base64URL.decode(bare) == Array(plain.utf8))
    }

    @Test func everyByteSurvives() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    }

    @Test(arguments: ["A", "Zh", "Zg==", "Zm9", "Z+", "Zm 9v", "é"])
    func otherSpellingsAreRefused(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}

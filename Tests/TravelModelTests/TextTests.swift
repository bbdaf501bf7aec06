import Testing
import TravelModel

@Suite("Texts that people type")
struct TextTests {
    @Test(
        "Well-formed tags of RFC 5646 appendix A",
        arguments: [
            "de", "fr", "ja", "zh-Hant", "zh-cmn-Hans-CN", "yue-HK", "sr-Latn-RS", "sl-rozaj-biske",
            "de-CH-1901", "hy-Latn-IT-arevela", "de-DE", "en-US", "es-419", "de-CH-x-phonebk",
            "az-Arab-x-AZE-derbend", "en-US-u-islamcal", "zh-CN-a-myext-x-private",
            "en-a-myext-b-another", "PT-br", "root", "en-x-a",
        ])
    func tags(text: String) { #expect(LanguageTag.isWellFormed(text)) }

    @Test(
        "Others are none",
        arguments: [
            "", "?", "??", "e", "en-", "-en", "en--US", "en_US", "en US", "é", "12", "a-DE",
            "ar-a-aaa-b-", "de-419-DE", "en-x", "en-a", "en-u-x-a", "i-klingon", "x-whatever",
            "abcdefghi", "en-US\n", "en-abcdefghi", "de-Latn-Latn",
            "en-" + Array(repeating: "x1y2z3", count: 5).joined(separator: "-"),
        ])
    func noTags(text: String) { #expect(!LanguageTag.isWellFormed(text)) }

    @Test(
        "A label has something to see in it, in one line",
        arguments: [
            ("Ana", nil), ("a b", nil), ("\u{200C}", .blank), ("", .blank), ("\u{FE0F}", .blank),
            ("\u{2800}", .blank), ("\u{115F}", .blank), ("\u{301}", .blank),
            ("a\u{9}", .control("\u{9}")), ("a\u{1B}[31m", .control("\u{1B}")),
            ("a\u{9B}", .control("\u{9B}")), ("\u{2029}", .control("\u{2029}")),
            ("\u{202E}x", .direction("\u{202E}")), ("x\u{61C}", .direction("\u{61C}")),
            ("\u{2060}x", .invisible("\u{2060}")), ("x\u{E0041}", .invisible("\u{E0041}")),
            ("\u{600}1", nil),
        ] as [(String, PlainText.Fault?)])
    func labels(text: String, fault: PlainText.Fault?) {
        #expect(PlainText.fault(inLine: text) == fault)
    }

    @Test("Free text may be empty and have lines, and turns nothing")
    func passages() {
        #expect(PlainText.fault(inPassage: "") == nil)
        #expect(PlainText.fault(inPassage: " a\r\n\tb\u{200B}") == nil)
        #expect(PlainText.fault(inPassage: "\u{0}") == .control("\u{0}"))
        #expect(PlainText.fault(inPassage: "\u{2066}") == .direction("\u{2066}"))
    }

    @Test("A fault shows the number of the character, never the character")
    func words() {
        #expect(
            PlainText.fault(inLine: "\u{202E}")?.description
                == "contains a character that turns the direction of text (U+202E)")
        #expect(
            PlainText.fault(inLine: "\u{7}")?.description
                == "contains a control character (U+0007)")
    }
}

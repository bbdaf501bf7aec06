import Ledger
import Testing
import WireFormat

@testable import tributary

@Suite("Text from outside in a report")
struct MarkupTests {
    static let hostile = [
        "<script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", "\" onload=\"x",
        "' onclick='x", "a&amp;b & c", "]]><!--", "\u{202E}txt.exe", "\u{0}\u{1B}[2J\u{7F}\u{85}",
        "line\r\nnext", "\u{2066}x\u{2069}", "http://example.org/x.png", "\u{1F3E8}",
    ]

    @Test(
        "What would be markup or be obeyed is shown",
        arguments: [
            ("<b>", "&lt;b&gt;"), ("a&b", "a&amp;b"), ("\"'", "&quot;&#39;"),
            ("\u{1B}[2J", "U+001B[2J"), ("a\nb", "aU+000Ab"), ("\u{202E}x", "U+202Ex"),
            ("\u{85}", "U+0085"), ("M\u{FC}nchen \u{6771}", "M\u{FC}nchen \u{6771}"),
        ])
    func escaped(_ text: String, _ expected: String) {
        #expect(Markup.escaped(text) == expected)
    }

    @Test("Values of attributes and texts of elements are escaped")
    func elements() {
        let page = Markup { page in
            page.element("p", ["class": "\"><x"], text: "<y>")
            page.empty("path", ["d": "<"])
        }
        #expect(
            page.text == "<p class=\"&quot;&gt;&lt;x\">&lt;y&gt;</p><path d=\"&lt;\"/>")
    }

    /// A history in which every text that comes from outside is this one.
    private static func history(_ text: String) -> History {
        var history = HistorySamples.sound
        history.searches[0].searchID = text
        history.searches[0].done?.statuses = [
            .init(supplier: text, status: text, source: text, latency: 5)
        ]
        history.searches[0].announced = [text, "other"]
        history.exchanges[1].code = text
        history.exchanges[2].end = .broken(text)
        history.attempts[0].quote.source = text
        history.calls = [.init(supplier: text, step: text, outcome: text, fault: text)]
        history.ledger?.holds[0].supplier = text
        history.ledger?.holds[0].state = text
        history.samples = [
            .init(
                at: HistorySamples.at(100),
                circuits: [.init(supplier: text, lane: text, state: text)])
        ]
        return history
    }

    @Test("No text from outside becomes part of the page", arguments: hostile)
    func page(_ text: String) {
        var settings = ChaosSettings()
        settings.scenario = text
        settings.out = text
        let page = ReportPage.text(ChaosReport(Self.history(text), settings))
        let tame = ReportPage.text(ChaosReport(Self.history("x"), ChaosSettings()))
        #expect(Self.tags(page) == Self.tags(tame))
        #expect(!page.contains("\u{1B}") && !page.contains("\u{202E}") && !page.contains("\u{0}"))
        #expect(page.contains(Markup.escaped(text)))
    }

    @Test("No text from outside commands the terminal", arguments: hostile)
    func table(_ text: String) {
        let table = ReportTable.text(ChaosReport(Self.history(text), ChaosSettings()))
        #expect(!table.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        #expect(!table.contains("\u{202E}") && !table.contains("\u{7F}"))
    }

    @Test("The JSON of a hostile run can be read", arguments: hostile)
    func json(_ text: String) throws {
        var settings = ChaosSettings()
        settings.scenario = text
        let value = try JSONValue(
            parsing: ReportJSON.bytes(ChaosReport(Self.history(text), settings)))
        #expect(value["settings"]?["scenario"]?.string == text)
    }

    /// The names of all elements in order: what a browser makes of a page's structure.
    private static func tags(_ page: String) -> [Substring] {
        page.split(separator: "<").dropFirst().map { $0.prefix { $0 != " " && $0 != ">" } }
    }
}

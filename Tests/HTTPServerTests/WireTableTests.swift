import Foundation
import Testing

/// The table of cases in `docs/http-server.md` are made from the fixtures.
@Suite struct WireTableTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/http-server.md").standardizedFileURL
    private static let start = "<!-- cases: made from Tests/HTTPServerTests/Fixtures -->\n"
    private static let end = "<!-- end of cases -->\n"

    private static func table(of cases: [WireCase]) -> String {
        var text = "\n| file | case | answer |\n|---|---|---|\n"
        for wire in cases {
            let answers = wire.answers.map { answer in
                switch answer {
                case .interim: "100"
                case .served: "200"
                case .refused(let status, let name): "\(status) `\(name)`"
                }
            }
            let end =
                switch wire.end {
                case .open: "open"
                case .closed: "closed"
                case .waits: "waits for the rest"
                }
            let words = (answers + [end]).joined(separator: ", ")
            text += "| `\(wire.group)/\(wire.name)` | \(wire.title) | \(words) |\n"
        }
        return text + "\n"
    }

    /// Run with `WRITE_DOCUMENTS=1` in the environment to write the table instead.
    @Test func documentShowsEveryCaseAndItsAnswer() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let first = try #require(text.firstRange(of: Self.start))
        let last = try #require(text.firstRange(of: Self.end))
        let expected = Self.table(of: try WireCase.all())
        let actual = String(text[first.upperBound..<last.lowerBound])
        if ProcessInfo.processInfo.environment["WRITE_DOCUMENTS"] == "1" {
            let whole = text[..<first.upperBound] + expected + text[last.lowerBound...]
            try String(whole).write(to: Self.document, atomically: true, encoding: .utf8)
        } else {
            #expect(actual == expected)
        }
    }
}

import Foundation
import Testing
import WireFormat

/// `wire-formats.md` against the readers: each row's fixtures are read and must end as the row says.
@Suite struct WireFormatPageTests {
    private static let fixtures = Document.root.appending(path: "Tests/WireFormatTests/Fixtures")

    @Test(arguments: [
        ("JSON, where RFC 8259 decides", "JSON"), ("JSON, where the reader decides", "JSON"),
        ("XML", "XML"),
    ])
    func everyRowIsTrue(_ heading: String, _ format: String) throws {
        for row in try Document("wire-formats.md").table(under: heading) {
            let verdict = try #require(Document.codes(in: row[1]).first, "\(row[0])")
            let patterns = Document.codes(in: row[row.count - 1])
            #expect(!patterns.isEmpty, "\(row[0])")
            for pattern in patterns {
                let files = Self.files(format).filter { matches($0, pattern) }
                #expect(!files.isEmpty, "nothing matches \(pattern)")
                for file in files {
                    #expect(try Self.verdict(on: file, format) == verdict, "\(file)")
                }
            }
        }
    }

    @Test(arguments: [
        (["JSON, where RFC 8259 decides", "JSON, where the reader decides"], "JSON"),
        (["XML"], "XML"),
    ])
    func everyFixtureHasARow(_ headings: [String], _ format: String) throws {
        let page = try Document("wire-formats.md")
        let patterns = try headings.flatMap { heading in
            try page.table(under: heading).flatMap { Document.codes(in: $0[$0.count - 1]) }
        }
        let files = Self.files(format)
        #expect(files.count > 100)
        for file in files {
            #expect(patterns.contains { matches(file, $0) }, "\(format)/\(file)")
        }
    }

    @Test func everyReasonIsNamed() throws {
        let codes = Set(
            try Document("wire-formats.md").lines.flatMap { Document.codes(in: String($0)) })
        for reason in JSONFault.Reason.allCases.map(\.rawValue) { #expect(codes.contains(reason)) }
        for reason in XMLFault.Reason.allCases.map(\.rawValue) { #expect(codes.contains(reason)) }
    }

    @Test(arguments: [("JSON limits", "JSON"), ("XML limits", "XML")])
    func limits(_ heading: String, _ format: String) throws {
        let rows = try Document("wire-formats.md").table(under: heading)
        let told = rows.map { "\(Document.codes(in: $0[0]).joined()) \($0[1])" }
        let limits: Any = format == "JSON" ? JSONLimits.standard : XMLLimits.standard
        let known = Mirror(reflecting: limits).children.map { "\($0.label ?? "") \($0.value)" }
        #expect(told == known)
    }

    /// Paths below the format's folder, without their extension.
    private static func files(_ format: String) -> [String] {
        let folder = fixtures.appending(path: format)
        let paths =
            FileManager.default.enumerator(atPath: folder.path)?
            .compactMap { $0 as? String } ?? []
        return paths.filter { $0.contains(".") }.sorted().map { String($0.prefix { $0 != "." }) }
    }

    private static func verdict(on file: String, _ format: String) throws -> String {
        let path = fixtures.appending(path: "\(format)/\(file).\(format.lowercased())")
        let body = Array(try Data(contentsOf: path))
        do {
            if format == "JSON" {
                _ = try JSONValue(parsing: body)
            } else {
                _ = try XMLDocument(parsing: body)
            }
            return "accept"
        } catch let fault as JSONFault {
            return fault.reason.rawValue
        } catch let fault as XMLFault {
            return fault.reason.rawValue
        }
    }

    /// Whether a path fits a pattern, in which `*` stands for anything but a slash.
    private func matches(_ path: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, path.hasPrefix(first) else { return false }
        var rest = path.dropFirst(first.count)
        for part in parts.dropFirst() {
            guard let found = part.isEmpty ? rest.endIndex..<rest.endIndex : rest.range(of: part),
                !rest[..<found.lowerBound].contains("/")
            else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.isEmpty
    }
}

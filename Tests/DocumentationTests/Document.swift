import Foundation

/// One page of `docs`, read for what can be held against the code.
struct Document: Sendable, CustomStringConvertible {
    /// A missing page or table is a failing test with this text.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appending(path: "docs")

    /// The file's name, such as `holds.md`.
    let name: String
    let text: String

    var description: String { name }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    init(_ name: String) throws {
        self.name = name
        text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    }

    /// Every page.
    static func all() throws -> [Document] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".md") }.map { try Document($0) }
    }

    /// The cells of the first table below a heading, its head row left out.
    func table(under heading: String) throws -> [[String]] {
        let text = lines.map(String.init)
        guard
            let start = text.firstIndex(where: { $0.hasPrefix("#") && $0.hasSuffix(" " + heading) })
        else { throw Fault(description: "\(name) has no heading “\(heading)”") }
        let rest = text[(start + 1)...]
        let section = rest.prefix { !$0.hasPrefix("#") }
        let rows = section.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        guard rows.count > 2 else {
            throw Fault(description: "\(name) has no table under “\(heading)”")
        }
        return rows.dropFirst(2).map { row in
            row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// What stands in backticks in one column of a table, in order.
    func names(under heading: String, column: Int = 0) throws -> [String] {
        try table(under: heading).flatMap { row in
            row.indices.contains(column) ? Self.codes(in: row[column]) : []
        }
    }

    /// The pieces of a text between backticks.
    static func codes(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }

    /// Where the page's links lead that are no addresses of the web, without their fragments.
    var links: [String] {
        text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
            .filter { !$0.contains("://") && !$0.hasPrefix("#") }
            .map { String($0.prefix { $0 != "#" }) }
    }
}

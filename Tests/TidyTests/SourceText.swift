import Foundation

/// A Swift file with its comments and the contents of its literals blanked out, line for line.
///
/// A small scanner instead of a parser: it knows line and nested block comments, plain, raw and
/// multi-line strings, and code inside interpolations. Regex literals are not known; none are used.
struct SourceText {
    /// The code alone, by line; blanked characters are spaces.
    let lines: [Substring]
    private let code: String
    /// Where each line begins in ``code``.
    private let starts: [Int]
    /// Lines, from 1, on which there is a comment.
    let commented: Set<Int>

    init(_ text: String) {
        var scanner = Scanner(text)
        scanner.run()
        let text = String(decoding: scanner.code, as: UTF8.self)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = text
        starts = lines.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf16.count + 1) }
        commented = scanner.commented
    }

    /// Where a pattern occurs: the line, from 1, and the first group or the whole match.
    func matches(of pattern: String) -> [(line: Int, text: String)] {
        guard let regex = Patterns.regex(pattern) else { return [] }
        let whole = NSRange(location: 0, length: code.utf16.count)
        return regex.matches(in: code, range: whole).map { match in
            let group = match.numberOfRanges > 1 ? match.range(at: 1) : match.range
            let line = starts.firstIndex { $0 > match.range.location } ?? starts.count
            return (line, Range(group, in: code).map { String(code[$0]) } ?? "")
        }
    }

    /// Whether a comment stands on `line` (from 1) or at most four lines above it.
    func isCommented(_ line: Int) -> Bool {
        (line - 4...line).contains { commented.contains($0) }
    }
}

private struct Scanner {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private(set) var code: [UInt8] = []
    private(set) var commented: Set<Int> = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        code.reserveCapacity(bytes.count)
    }

    mutating func run() {
        while place < bytes.count { code(untilParenthesis: false) }
    }

    /// Copies code; inside an interpolation it stops after the parenthesis that closes it.
    private mutating func code(untilParenthesis: Bool) {
        var depth = 0
        while place < bytes.count {
            if starts("//") {
                lineComment()
            } else if starts("/*") {
                blockComment()
            } else if let pounds = stringPounds() {
                string(pounds: pounds)
            } else {
                let byte = bytes[place]
                keep()
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    if untilParenthesis, depth == 0 { return }
                    depth -= 1
                }
            }
        }
    }

    private mutating func lineComment() {
        commented.insert(line)
        while place < bytes.count, bytes[place] != 10 { blank() }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            commented.insert(line)
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && place < bytes.count
    }

    /// The number of `#` before a quote that opens a string here.
    private func stringPounds() -> Int? {
        var end = place
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - place : nil
    }

    private mutating func string(pounds: Int) {
        let hashes = String(repeating: "#", count: pounds)
        blank(pounds)
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        let (closing, escape) = (quotes + hashes, "\\" + hashes)
        keep(quotes.utf8.count)
        while place < bytes.count {
            if starts(closing) {
                keep(quotes.utf8.count)
                return blank(pounds)
            }
            if starts(escape + "(") {
                blank(escape.utf8.count)
                keep()
                code(untilParenthesis: true)
            } else if starts(escape) {
                blank(escape.utf8.count + 1)
            } else {
                blank()
            }
        }
    }

    private func starts(_ text: String) -> Bool {
        bytes[place...].starts(with: text.utf8)
    }

    private mutating func keep(_ count: Int = 1) {
        for _ in 0..<count where place < bytes.count { step(to: bytes[place]) }
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where place < bytes.count { step(to: UInt8(ascii: " ")) }
    }

    private mutating func step(to replacement: UInt8) {
        if bytes[place] == 10 {
            line += 1
            code.append(10)
        } else {
            code.append(replacement)
        }
        place += 1
    }
}

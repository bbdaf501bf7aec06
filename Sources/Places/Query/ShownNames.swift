internal import Glibc

/// The names of one place as they are written, read from `IndexedNames.shown`.
struct ShownNames {
    private let bytes: [UInt8]

    init(_ text: UnsafeRawBufferPointer) {
        bytes = Array(text)
    }

    /// All names, the usual one first.
    var names: [PlaceName] {
        var names: [PlaceName] = []
        var start = 0
        while let line = line(from: start) {
            let tab = tab(of: line)
            let languages = String(decoding: bytes[line.lowerBound..<tab], as: UTF8.self)
            names.append(
                PlaceName(
                    text: text(of: line),
                    languages: languages.split(separator: ",").map(String.init)))
            start = line.upperBound + 1
        }
        return names
    }

    /// The usual name.
    var usual: String { text(at: 0) ?? "" }

    /// The name of a line, if there is such a line.
    func text(at index: Int) -> String? {
        var left = index
        var start = 0
        while let line = line(from: start) {
            if left == 0 { return text(of: line) }
            left -= 1
            start = line.upperBound + 1
        }
        return nil
    }

    /// The line that starts at a byte, without its end.
    private func line(from start: Int) -> Range<Int>? {
        guard start < bytes.count else { return nil }
        return bytes.withUnsafeBytes { text in
            guard let base = text.baseAddress else { return nil }
            let found = memchr(base + start, 10, text.count - start)
            return start..<(found.map { UnsafeRawPointer($0) - base } ?? text.count)
        }
    }

    private func text(of line: Range<Int>) -> String {
        let start = min(tab(of: line) + 1, line.upperBound)
        return String(decoding: bytes[start..<line.upperBound], as: UTF8.self)
    }

    /// The name in a language: the tag itself, then ever less of it, then the usual name.
    func name(in language: String?) -> String {
        guard let language, language.utf8.count <= 35 else { return usual }
        var tag = language.split(whereSeparator: { $0 == "-" || $0 == "_" })
            .joined(separator: "-").lowercased()
        while !tag.isEmpty {
            for candidate in Self.same[tag] ?? [tag] {
                if let line = line(in: Array(candidate.utf8)) { return text(of: line) }
            }
            tag = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? ""
        }
        return usual
    }

    /// The first line that bears a tag, given in small letters.
    private func line(in tag: [UInt8]) -> Range<Int>? {
        var start = 0
        while let line = line(from: start) {
            let tags = bytes[line.lowerBound..<tab(of: line)]
            let bears = tags.split(separator: UInt8(ascii: ",")).contains {
                $0.count == tag.count && zip($0, tag).allSatisfy { $0 | 0x20 == $1 | 0x20 }
            }
            if bears { return line }
            start = line.upperBound + 1
        }
        return nil
    }

    private func tab(of line: Range<Int>) -> Int {
        bytes[line].firstIndex(of: UInt8(ascii: "\t")) ?? line.upperBound
    }

    /// GeoNames writes the two Chinese scripts by country, CLDR by script.
    private static let same: [String: [String]] = [
        "zh": ["zh", "zh-hans", "zh-cn"], "zh-hans": ["zh-hans", "zh-cn", "zh"],
        "zh-cn": ["zh-cn", "zh-hans", "zh"], "zh-hant": ["zh-hant", "zh-tw", "zh-hk"],
        "zh-tw": ["zh-tw", "zh-hant", "zh-hk"], "zh-hk": ["zh-hk", "zh-hant", "zh-tw"],
        "no": ["no", "nb"], "nb": ["nb", "no"], "he": ["he", "iw"],
    ]
}

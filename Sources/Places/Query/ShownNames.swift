internal import Glibc

/// The names of one place as they are written, read from `IndexedNames.shown`.
struct ShownNames {
    private let bytes: [UInt8]
    private let lines: [Range<Int>]

    init(_ text: UnsafeRawBufferPointer) {
        bytes = Array(text)
        var lines: [Range<Int>] = []
        var start = 0
        while start < text.count, let base = text.baseAddress {
            let found = memchr(base + start, 10, text.count - start)
            let end = found.map { UnsafeRawPointer($0) - base } ?? text.count
            lines.append(start..<end)
            start = end + 1
        }
        self.lines = lines
    }

    /// All names, the usual one first.
    var names: [PlaceName] {
        lines.indices.map { index in
            let tab = tab(of: index)
            let languages = String(decoding: bytes[lines[index].lowerBound..<tab], as: UTF8.self)
            return PlaceName(
                text: text(at: index) ?? "",
                languages: languages.split(separator: ",").map(String.init))
        }
    }

    /// The usual name.
    var usual: String { text(at: 0) ?? "" }

    /// The name of a line, if there is such a line.
    func text(at index: Int) -> String? {
        guard lines.indices.contains(index) else { return nil }
        let start = min(tab(of: index) + 1, lines[index].upperBound)
        return String(decoding: bytes[start..<lines[index].upperBound], as: UTF8.self)
    }

    /// The name in a language: the tag itself, then ever less of it, then the usual name.
    func name(in language: String?) -> String {
        guard let language, language.utf8.count <= 35 else { return usual }
        var tag = language.split(whereSeparator: { $0 == "-" || $0 == "_" })
            .joined(separator: "-").lowercased()
        while !tag.isEmpty {
            for candidate in Self.same[tag] ?? [tag] {
                if let index = line(in: Array(candidate.utf8)), let text = text(at: index) {
                    return text
                }
            }
            tag = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? ""
        }
        return usual
    }

    /// The first line that bears a tag, given in small letters.
    private func line(in tag: [UInt8]) -> Int? {
        lines.indices.first { index in
            bytes[lines[index].lowerBound..<tab(of: index)].split(separator: UInt8(ascii: ","))
                .contains {
                    $0.count == tag.count && zip($0, tag).allSatisfy { $0 | 0x20 == $1 | 0x20 }
                }
        }
    }

    private func tab(of index: Int) -> Int {
        let line = lines[index]
        return bytes[line].firstIndex(of: UInt8(ascii: "\t")) ?? line.upperBound
    }

    /// GeoNames writes the two Chinese scripts by country, CLDR by script.
    private static let same: [String: [String]] = [
        "zh": ["zh", "zh-hans", "zh-cn"], "zh-hans": ["zh-hans", "zh-cn", "zh"],
        "zh-cn": ["zh-cn", "zh-hans", "zh"], "zh-hant": ["zh-hant", "zh-tw", "zh-hk"],
        "zh-tw": ["zh-tw", "zh-hant", "zh-hk"], "zh-hk": ["zh-hk", "zh-hant", "zh-tw"],
        "no": ["no", "nb"], "nb": ["nb", "no"], "he": ["he", "iw"],
    ]
}

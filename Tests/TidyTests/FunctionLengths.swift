import Foundation

/// Functions, initialisers and computed properties of a file with the lines they take.
///
/// Found by their keywords and matched braces in blanked code, which is reliable for code that
/// `swift format` has laid out.
struct FunctionLengths {
    struct Function {
        let name: String
        /// From 1.
        let line: Int
        let length: Int
    }

    static func all(in source: SourceText) -> [Function] {
        source.lines.indices.compactMap { index in
            guard let name = name(declaredIn: String(source.lines[index])),
                let end = end(of: index, in: source.lines)
            else { return nil }
            return Function(name: name, line: index + 1, length: end - index + 1)
        }
    }

    /// What a line declares, if it begins a function.
    static func name(declaredIn line: String) -> String? {
        let pattern =
            #"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\([a-z]+\))?\s+)*"#
            + #"(?:func\s+([^\s(<]+)|(init)[?!]?\s*[(<]|(deinit)\b|(subscript)\s*[(<]|"#
            + #"var\s+(\w+)\s*:[^={]*\{)"#
        let words = ["func ", "init", "subscript", "var "]
        guard words.contains(where: line.contains), let regex = Patterns.regex(pattern) else {
            return nil
        }
        let whole = NSRange(line.startIndex..., in: line)
        guard let match = regex.firstMatch(in: line, range: whole) else { return nil }
        for group in 1..<match.numberOfRanges {
            if let range = Range(match.range(at: group), in: line) { return String(line[range]) }
        }
        return nil
    }

    /// The line of the brace that closes the body which opens on or after `first`; `nil` for a
    /// declaration without one.
    private static func end(of first: Int, in lines: [Substring]) -> Int? {
        var round = 0
        var curly = 0
        var opened = false
        for index in lines.indices[first...] {
            for character in lines[index].utf8 {
                switch character {
                case UInt8(ascii: "("), UInt8(ascii: "["): round += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): round -= 1
                case UInt8(ascii: "{") where round == 0 || opened:
                    opened = true
                    curly += 1
                case UInt8(ascii: "}") where opened: curly -= 1
                case UInt8(ascii: "}") where round == 0: return nil
                default: continue
                }
                if opened, curly == 0 { return index }
            }
            let next = index + 1
            if !opened, round == 0, next < lines.count, endsDeclaration(before: lines[next]) {
                return nil
            }
        }
        return nil
    }

    /// Whether a line after an unopened declaration can no longer belong to it.
    private static func endsDeclaration(before line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return !["where ", "->", "{", "throws", "async", ")"].contains { text.hasPrefix($0) }
    }
}

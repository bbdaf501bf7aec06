/// A folded query as candidates are matched against it.
struct MatchQuery {
    /// Source scalars after these are not read.
    static let mostScalars = 64
    /// Words after these are dropped.
    static let mostWords = 8

    let folded: FoldedText
    /// Typed as three capitals: a code first, a name second.
    let isCode: Bool

    init(_ text: String) {
        folded = FoldedText(text, mostScalars: Self.mostScalars, mostWords: Self.mostWords)
        let letters = text.utf8.drop { $0 == 32 }
        let typed = letters.prefix { (65...90).contains($0) }
        isCode = typed.count == 3 && letters.dropFirst(3).allSatisfy { $0 == 32 }
    }

    var words: [Range<Int>] { folded.words }
    var isEmpty: Bool { folded.words.isEmpty }

    /// The most that a name can score against this query.
    var bestMatch: Double {
        guard words.count == 1 else { return 4.0 }
        let couldBeCode = (2...4).contains(folded.bytes.count)
        return couldBeCode ? (isCode ? 4.8 + MatchScore.codeBonus : 4.8) : 4.0
    }
}

/// The ways in which candidates are asked for.
enum CandidatePass {
    /// All words whole but the last; names only for one word, names or context for several.
    case typed
    /// All words as prefixes.
    case allPrefixes
    /// One word in the context alone: what lies in "Portugal".
    case contextOnly
}

/// Builds the FTS5 match expression.
///
/// Only folded words in quotes get in: letters, marks and digits,
/// never a quote, an operator or a column.
enum MatchExpression {
    static func bytes(_ query: MatchQuery, _ pass: CandidatePass) -> [UInt8] {
        var expression: [UInt8] = []
        for index in query.words.indices {
            if index > 0 { expression += " AND ".utf8 }
            let isPrefix = pass != .typed || index == query.words.count - 1
            let word = query.folded.word(index)
            switch pass {
            case .contextOnly:
                append(word, inContext: true, isPrefix: isPrefix, to: &expression)
            case .typed where query.words.count == 1:
                append(word, inContext: false, isPrefix: isPrefix, to: &expression)
            case .typed, .allPrefixes:
                expression += "(".utf8
                append(word, inContext: false, isPrefix: isPrefix, to: &expression)
                expression += " OR ".utf8
                append(word, inContext: true, isPrefix: isPrefix, to: &expression)
                expression += ")".utf8
            }
        }
        return expression
    }

    private static func append(
        _ word: ArraySlice<UInt8>, inContext: Bool, isPrefix: Bool, to expression: inout [UInt8]
    ) {
        expression.append(UInt8(ascii: "\""))
        if inContext { expression.append(IndexedNames.contextMark) }
        expression += word
        expression.append(UInt8(ascii: "\""))
        if isPrefix { expression.append(UInt8(ascii: "*")) }
    }
}

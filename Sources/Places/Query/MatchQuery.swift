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

    /// Letters of one word.
    func letters(_ index: Int) -> Int {
        folded.word(index).reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    /// Whether a name may be this query and nothing else, by an entry of its own in the index.
    var isShort: Bool { IndexedNames.isShort(folded.bytes) }

    /// The most that a name can score in a pass.
    func bestMatch(_ pass: CandidatePass) -> Double {
        switch pass {
        case .whole, .wholeAndTyped: return MatchScore.bestCode
        case .typed: return isShort ? 2.7 : 4.0
        case .allPrefixes: return 4.0
        case .contextOnly: return -3
        }
    }
}

/// The ways in which candidates are asked for.
enum CandidatePass {
    /// Short names and codes that are the query.
    case whole
    /// The two in one, for a single word that few places share.
    case wholeAndTyped
    /// All words whole but the last; names only for one word, names or context for several.
    case typed
    /// All words as prefixes.
    case allPrefixes
    /// One word in the context alone: what lies in "Portugal".
    case contextOnly
}

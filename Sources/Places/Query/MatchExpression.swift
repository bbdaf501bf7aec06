/// Builds the FTS5 match expression.
///
/// Only folded words in quotes get in: letters, marks and digits, and the marks of `IndexedNames`;
/// never a quote, an operator or a column.
struct MatchExpression {
    /// Words of the context that are named one by one at most.
    private static let mostNamed = 16
    /// A word with so few letters says little while it is being typed.
    private static let fewLetters = 2
    /// What so few places have is rare: all of them can be scored (`CandidateSearch.mostScored`).
    private static let rare = 512
    /// What so many places have is common.
    private static let common = 4_096

    private let terms: IndexTerms
    private var bytes: [UInt8] = []

    private init(_ terms: IndexTerms) {
        self.terms = terms
    }

    /// The expression of a pass; `nil` when there is nothing that it could find.
    ///
    /// It may find more than what has all the words, which `MatchScore` tells from the rest: beside a
    /// rare word the common ones are left out, since FTS5 reads the lists of all.
    static func bytes(
        _ query: MatchQuery, _ pass: CandidatePass, _ terms: IndexTerms
    ) -> [UInt8]? {
        guard !query.isEmpty else { return nil }
        var expression = MatchExpression(terms)
        switch pass {
        case .whole:
            expression.append(query.folded.word(0), IndexedNames.wholeMark, isPrefix: false)
        case .wholeAndTyped:
            expression.append(query.folded.word(0), nil, isPrefix: true)
        case .typed where query.words.count == 1:
            expression.append(query.folded.word(0), nil, isPrefix: true)
        case .contextOnly:
            expression.appendContext(query.folded.word(0), isPrefix: true, after: "")
        case .typed, .allPrefixes:
            expression.appendWords(of: query, allPrefixes: pass == .allPrefixes)
        }
        return expression.bytes.isEmpty ? nil : expression.bytes
    }

    private mutating func appendWords(of query: MatchQuery, allPrefixes: Bool) {
        let last = query.words.count - 1
        let places = query.words.indices.map { terms.places(with: query.folded.word($0)) }
        // While a word is being typed, nobody knows how many places it will have.
        let hasRare = query.words.indices.contains {
            (allPrefixes ? query.letters($0) > Self.fewLetters + 1 : $0 < last)
                && places[$0] <= Self.rare
        }
        for index in query.words.indices {
            let isPrefix = allPrefixes || index == last
            let isLeftOut =
                hasRare
                && (places[index] >= Self.common
                    || isPrefix && query.letters(index) <= Self.fewLetters)
            if isLeftOut { continue }
            if !bytes.isEmpty { bytes += " AND ".utf8 }
            let word = query.folded.word(index)
            bytes += "(".utf8
            append(word, nil, isPrefix: isPrefix)
            appendContext(word, isPrefix: isPrefix, after: " OR ")
            bytes += ")".utf8
        }
    }

    /// Appends a word of the context, if there is one.
    private mutating func appendContext(
        _ word: ArraySlice<UInt8>, isPrefix: Bool, after separator: String
    ) {
        let words = terms.contextWords(word, asPrefix: isPrefix)
        guard !words.isEmpty else { return }
        bytes += separator.utf8
        // For a longer beginning than it has entries of, FTS5 puts all that begin so together before it
        // gives the first.
        guard isPrefix, words.count <= Self.mostNamed else {
            append(word, IndexedNames.contextMark, isPrefix: isPrefix)
            return
        }
        for index in words {
            if index > words.lowerBound { bytes += " OR ".utf8 }
            append(terms.term(index), nil, isPrefix: false)
        }
    }

    private mutating func append(_ word: ArraySlice<UInt8>, _ mark: UInt8?, isPrefix: Bool) {
        bytes.append(UInt8(ascii: "\""))
        if let mark { bytes.append(mark) }
        bytes += word
        bytes.append(UInt8(ascii: "\""))
        if isPrefix { bytes.append(UInt8(ascii: "*")) }
    }
}

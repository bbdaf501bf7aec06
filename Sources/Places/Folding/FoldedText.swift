/// A text folded into words, with the way back from each folded scalar to the text it came from.
struct FoldedText: Equatable {
    /// The folded words, joined by single spaces, in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// The words' positions in `bytes`.
    private(set) var words: [Range<Int>] = []
    /// For each byte, the UTF-16 range of the source that made it; empty unless traced.
    private(set) var origins: [Range<Int>] = []

    /// Folds `text`.
    ///
    /// - Parameters:
    ///   - spelling: how letters that have several spellings are read.
    ///   - traced: whether `origins` is wanted.
    ///   - mostScalars: source scalars after these are not read.
    ///   - mostWords: words after these are dropped.
    init(
        _ text: some StringProtocol, spelling: Spelling = .plain, traced: Bool = false,
        mostScalars: Int = .max, mostWords: Int = .max
    ) {
        if !traced, spelling == .plain, foldPlainASCII(text, mostScalars, mostWords) { return }
        var writer = FoldWriter(joined: spelling == .joined)
        var position = 0
        for scalar in text.unicodeScalars.prefix(mostScalars) {
            let origin = position..<(position + (scalar.value > 0xFFFF ? 2 : 1))
            position = origin.upperBound
            if let replacement = spelling.replacement(of: scalar) {
                for part in replacement.unicodeScalars { writer.write(part.value, origin) }
                if replacement.isEmpty { writer.skip(origin) }
                continue
            }
            var isDropped = true
            Fold.scalar(scalar) { value in
                writer.write(value, origin)
                isDropped = false
            }
            if isDropped { writer.skip(origin) }
        }
        for word in writer.words.prefix(mostWords) { append(writer.letters[word], traced: traced) }
    }

    /// The folded text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// How many scalars the folded text has.
    var scalarCount: Int { bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }

    /// One folded word as text.
    func text(of index: Int) -> String { String(decoding: word(index), as: UTF8.self) }

    /// One folded word.
    func word(_ index: Int) -> ArraySlice<UInt8> {
        words.indices.contains(index) ? bytes[words[index]] : []
    }

    /// Whether each word of another text is one of its own.
    func hasWords(of other: FoldedText) -> Bool {
        !other.words.isEmpty
            && other.words.indices.allSatisfy { index in
                words.indices.contains { word($0) == other.word(index) }
            }
    }

    private mutating func append(_ word: ArraySlice<FoldWriter.Letter>, traced: Bool) {
        if !bytes.isEmpty {
            bytes.append(UInt8(ascii: " "))
            if traced, let first = word.first { origins.append(first.origin) }
        }
        let start = bytes.count
        for letter in word {
            guard let scalar = Unicode.Scalar(letter.value) else { continue }
            let before = bytes.count
            bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
            if traced {
                origins.append(
                    contentsOf: repeatElement(letter.origin, count: bytes.count - before))
            }
        }
        words.append(start..<bytes.count)
    }

    /// Most names by far are plain ASCII; false, and nothing done, for any other text.
    private mutating func foldPlainASCII(
        _ text: some StringProtocol, _ mostScalars: Int, _ mostWords: Int
    ) -> Bool {
        let folded = text.utf8.withContiguousStorageIfAvailable { source -> FoldedText? in
            var result = FoldedText()
            result.bytes.reserveCapacity(source.count)
            var start: Int?
            for byte in source.prefix(mostScalars) {
                if byte >= 0x80 { return nil }
                let lower = byte >= 65 && byte <= 90 ? byte | 0x20 : byte
                if (lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57) {
                    if start == nil {
                        if result.words.count == mostWords { break }
                        if !result.bytes.isEmpty { result.bytes.append(32) }
                        start = result.bytes.count
                    }
                    result.bytes.append(lower)
                } else if let begun = start {
                    result.words.append(begun..<result.bytes.count)
                    start = nil
                }
            }
            if let begun = start { result.words.append(begun..<result.bytes.count) }
            return result
        }
        guard let folded, let folded else { return false }
        self = folded
        return true
    }

    private init() {}
}

/// Collects folded scalars into words, in canonical order, with kana and their marks joined.
private struct FoldWriter {
    struct Letter {
        var value: UInt32
        var origin: Range<Int>
    }

    private(set) var letters: [Letter] = []
    private var ended: [Range<Int>] = []
    private var start = 0
    private let joined: Bool

    init(joined: Bool) {
        self.joined = joined
    }

    /// The words as ranges of `letters`.
    var words: [Range<Int>] {
        start < letters.count ? ended + [start..<letters.count] : ended
    }

    mutating func write(_ value: UInt32, _ origin: Range<Int>) {
        guard Fold.isWord(value) else {
            if !joined, start < letters.count {
                ended.append(start..<letters.count)
                start = letters.count
            }
            return
        }
        if value == 0x3099 || value == 0x309A, start < letters.count, let last = letters.last,
            let kana = Fold.voiced(last.value, mark: value)
        {
            letters[letters.count - 1] = Letter(
                value: kana, origin: last.origin.lowerBound..<origin.upperBound)
            return
        }
        letters.append(Letter(value: value, origin: origin))
        if value >= 0x300 { reorder() }
    }

    /// A dropped scalar still belongs to the letter before it when that letter is highlighted.
    mutating func skip(_ origin: Range<Int>) {
        guard start < letters.count, let last = letters.last,
            last.origin.upperBound == origin.lowerBound
        else { return }
        letters[letters.count - 1].origin = last.origin.lowerBound..<origin.upperBound
    }

    /// Moves the last mark before marks of a higher combining class (Unicode 3.11, D109), at most 30.
    private mutating func reorder() {
        var index = letters.count - 1
        let own = combiningClass(letters[index].value)
        guard own > 0 else { return }
        for _ in 0..<30
        where index > start && combiningClass(letters[index - 1].value) > own {
            letters.swapAt(index, index - 1)
            index -= 1
        }
    }

    private func combiningClass(_ value: UInt32) -> UInt8 {
        guard let scalar = Unicode.Scalar(value) else { return 0 }
        return scalar.properties.canonicalCombiningClass.rawValue
    }
}

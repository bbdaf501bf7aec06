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
        var writer = FoldWriter(joined: spelling == .joined)
        var position = 0
        var read = 0
        for scalar in text.unicodeScalars {
            if read == mostScalars { break }
            read += 1
            let width = scalar.value > 0xFFFF ? 2 : 1
            let origin = position..<(position + width)
            position += width
            if let replacement = spelling.replacement(of: scalar) {
                if replacement.isEmpty {
                    writer.skip(origin)
                } else {
                    for part in replacement.unicodeScalars { writer.write(part.value, origin) }
                }
                continue
            }
            var count = 0
            Fold.scalar(scalar) { value in
                writer.write(value, origin)
                count += 1
            }
            if count == 0 { writer.skip(origin) }
        }
        writer.finish()
        var kept = 0
        for word in writer.words.prefix(mostWords) {
            if kept > 0 {
                bytes.append(UInt8(ascii: " "))
                if traced { origins.append(word.first?.origin ?? 0..<0) }
            }
            let start = bytes.count
            for letter in word {
                let before = bytes.count
                append(letter.value)
                if traced {
                    for _ in before..<bytes.count { origins.append(letter.origin) }
                }
            }
            words.append(start..<bytes.count)
            kept += 1
        }
    }

    /// The folded text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// One folded word.
    func word(_ index: Int) -> ArraySlice<UInt8> {
        words.indices.contains(index) ? bytes[words[index]] : []
    }

    private mutating func append(_ value: UInt32) {
        guard let scalar = Unicode.Scalar(value) else { return }
        bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
    }
}

/// Collects folded scalars into words, in canonical order, with kana and their marks joined.
private struct FoldWriter {
    struct Letter {
        var value: UInt32
        var origin: Range<Int>
    }

    private(set) var words: [[Letter]] = []
    private var current: [Letter] = []
    private let joined: Bool

    init(joined: Bool) {
        self.joined = joined
    }

    mutating func write(_ value: UInt32, _ origin: Range<Int>) {
        guard Fold.isWord(value) else {
            if !joined { endWord() }
            return
        }
        if value == 0x3099 || value == 0x309A, let last = current.last,
            let kana = Fold.voiced(last.value, mark: value)
        {
            current[current.count - 1] = Letter(
                value: kana, origin: last.origin.lowerBound..<origin.upperBound)
            return
        }
        current.append(Letter(value: value, origin: origin))
        if value >= 0x300 { reorder() }
    }

    /// A dropped scalar still belongs to the letter before it when that letter is highlighted.
    mutating func skip(_ origin: Range<Int>) {
        guard let last = current.last, last.origin.upperBound == origin.lowerBound else { return }
        current[current.count - 1].origin = last.origin.lowerBound..<origin.upperBound
    }

    mutating func finish() {
        endWord()
    }

    private mutating func endWord() {
        guard !current.isEmpty else { return }
        words.append(current)
        current = []
    }

    /// Moves the last mark before marks of a higher combining class (Unicode 3.11, D109), at most 30.
    private mutating func reorder() {
        var index = current.count - 1
        let own = combiningClass(current[index].value)
        guard own > 0 else { return }
        for _ in 0..<30 where index > 0 && combiningClass(current[index - 1].value) > own {
            current.swapAt(index, index - 1)
            index -= 1
        }
    }

    private func combiningClass(_ value: UInt32) -> UInt8 {
        guard let scalar = Unicode.Scalar(value) else { return 0 }
        return scalar.properties.canonicalCombiningClass.rawValue
    }
}

/// The terms of an index that expressions are chosen by: all words of contexts (regions, countries,
/// their codes), and the common words of names.
///
/// Most words that are typed stand in no context, and need not be looked for there; and a word that
/// thousands of places have need not be looked for at all beside one that few have.
struct IndexTerms {
    /// Words of names that fewer places have are not kept.
    static let fewestPlaces = 256

    /// One term a line, in the order of their bytes: the term, a tab, how many places have it.
    private let lines: [UInt8]
    /// Where each line begins, and where the last one ends.
    private let starts: [Int]

    /// Takes a block; `nil` when it is damaged.
    init?(_ block: UnsafeRawBufferPointer) {
        lines = Array(block)
        var starts = [0]
        var hasTab = false
        for (place, byte) in lines.enumerated() {
            if byte == UInt8(ascii: "\t") {
                hasTab = true
            } else if byte == UInt8(ascii: "\n") {
                guard hasTab else { return nil }
                starts.append(place + 1)
                hasTab = false
            }
        }
        guard starts.last == lines.count else { return nil }
        self.starts = starts
    }

    /// The block of terms given in the order of their bytes.
    static func block(_ terms: [(term: [UInt8], places: Int)]) -> [UInt8] {
        terms.flatMap { $0.term + Array("\t\($0.places)\n".utf8) }
    }

    /// How many places have a word in their names or their context, roughly: a word of names that is
    /// not kept counts as one of the least that is.
    func places(with word: ArraySlice<UInt8>) -> Int {
        (places(withTerm: word) ?? Self.fewestPlaces)
            + (places(withTerm: [IndexedNames.contextMark] + word) ?? 0)
    }

    /// The words of contexts that are `typed`, or begin with it; as indices for `term(_:)`.
    func contextWords(_ typed: ArraySlice<UInt8>, asPrefix: Bool) -> Range<Int> {
        let marked: ArraySlice = [IndexedNames.contextMark] + typed
        let first = index { !term($0).lexicographicallyPrecedes(marked) }
        guard asPrefix else {
            return first..<(first < count && term(first) == marked ? first + 1 : first)
        }
        return first..<index { $0 >= first && !term($0).starts(with: marked) }
    }

    /// A term with its mark.
    func term(_ index: Int) -> ArraySlice<UInt8> {
        line(index).prefix { $0 != UInt8(ascii: "\t") }
    }

    private var count: Int { starts.count - 1 }

    private func line(_ index: Int) -> ArraySlice<UInt8> {
        lines[starts[index]..<(starts[index + 1] - 1)]
    }

    private func places(withTerm wanted: ArraySlice<UInt8>) -> Int? {
        let place = index { !term($0).lexicographicallyPrecedes(wanted) }
        guard place < count, term(place) == wanted else { return nil }
        let digits = line(place).dropFirst(wanted.count + 1)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// The first index for which `holds`, which holds for all that follow too.
    private func index(where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

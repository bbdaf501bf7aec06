/// The words that typing errors are mended to: a trie in one block, read as it lies in the index.
///
/// Nodes stand in the order of a walk that goes down first, siblings in order of their letters. A node
/// is eight bytes, little endian: its letter (UTF-16), what the word that ends here is worth, what the
/// best word at or below it is worth (both as `Worth`), and the index of the node after its subtree.
struct TypoTrie {
    /// Scalars of the longest word that is entered or mended.
    static let longestWord = 24
    /// Scalars of the shortest word that is entered or mended.
    static let shortestWord = 4
    static let bytesPerNode = 8

    struct Node {
        fileprivate let bits: UInt64

        init(letter: UInt16, own: UInt8, best: UInt8, end: UInt32) {
            bits = UInt64(letter) | UInt64(own) << 16 | UInt64(best) << 24 | UInt64(end) << 32
        }

        fileprivate init(bits: UInt64) {
            self.bits = bits
        }

        var letter: UInt16 { UInt16(truncatingIfNeeded: bits) }
        /// `Worth.none` when no word ends here.
        var own: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
        var best: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
        /// The node after the subtree.
        var end: Int { Int(bits >> 32) }

        var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } }
    }

    private let nodes: [UInt64]

    /// Without words.
    init() {
        nodes = []
    }

    /// Takes a block; `nil` when it is damaged, for a walk must end and stay within.
    init?(_ block: UnsafeRawBufferPointer) {
        guard block.count % Self.bytesPerNode == 0, block.count < Int(UInt32.max) else {
            return nil
        }
        let count = block.count / Self.bytesPerNode
        var nodes: [UInt64] = []
        nodes.reserveCapacity(count)
        for index in 0..<count {
            let bits = UInt64(
                littleEndian: block.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            let end = Int(bits >> 32)
            guard end > index, end <= count else { return nil }
            nodes.append(bits)
        }
        self.nodes = nodes
    }

    var count: Int { nodes.count }

    subscript(index: Int) -> Node { Node(bits: nodes[index]) }

    /// What a word is worth, as a word or as the beginning of one; `Worth.none` when there is none.
    func worth(of word: [UInt16], asPrefix: Bool) -> UInt8 {
        var index = 0
        var end = nodes.count
        var found = Worth.none
        for letter in word {
            while index < end, self[index].letter < letter { index = self[index].end }
            guard index < end, self[index].letter == letter else { return Worth.none }
            found = asPrefix ? self[index].best : self[index].own
            end = self[index].end
            index += 1
        }
        return found
    }
}

/// How popular a word is, by the best rank among the places that bear it: the lower the better.
///
/// Thirteen steps stand for a doubling of the rank.
enum Worth {
    static let none = UInt8.max
    private static let stepsPerDoubling = 13

    /// - Parameter rank: counted from 1.
    static func of(rank: Int, _ weight: NameClass) -> UInt8 {
        let doublings = Int.bitWidth - 1 - max(1, rank).leadingZeroBitCount
        // Between two powers of two a straight line is near enough to the logarithm.
        let rest = (max(1, rank) - (1 << doublings)) * stepsPerDoubling >> doublings
        return UInt8(min(254, doublings * stepsPerDoubling + rest + penalty(weight)))
    }

    /// A word of a small language counts like one of a less known place.
    private static func penalty(_ weight: NameClass) -> Int {
        switch weight {
        case .primary: return 0
        case .majorLanguage: return 8
        case .other: return 39
        case .romanised, .code: return 52
        }
    }
}

/// The words that typing errors are mended to: a trie in one block, read as it lies in the index.
///
/// All numbers are little endian. First the alphabet: how many letters (four bytes), then the letters
/// (UTF-16, two bytes each) in order. Then the nodes, eight bytes each: the number of the letter in the
/// alphabet, what the word that ends here is worth, what the best word at or below it is worth (both as
/// `Worth`), and where its children begin; the highest bit marks the last of the siblings.
///
/// Siblings lie side by side, the best first, so that looking at them is one run through memory that
/// may end early. Below a family lie those of its members one after another, so that the rest of a long
/// word is one run too.
struct TypoTrie {
    /// Scalars of the longest word that is entered or mended.
    static let longestWord = 24
    /// Scalars of the shortest word that is entered or mended.
    static let shortestWord = 4
    static let bytesPerNode = 8
    /// Bytes before the alphabet.
    static let bytesOfHead = 4

    struct Node {
        private static let lastMark: UInt64 = 1 << 63
        fileprivate let bits: UInt64

        init(letter: UInt16, own: UInt8, best: UInt8, children: Int, isLast: Bool) {
            bits =
                UInt64(letter) | UInt64(own) << 16 | UInt64(best) << 24
                | UInt64(UInt32(truncatingIfNeeded: children)) << 32
                | (isLast ? Self.lastMark : 0)
        }

        fileprivate init(bits: UInt64) {
            self.bits = bits
        }

        /// The letter's number in the alphabet.
        var letter: Int { Int(UInt16(truncatingIfNeeded: bits)) }
        /// `Worth.none` when no word ends here.
        var own: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
        var best: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
        /// The first of its children; 0 when it has none.
        var children: Int { Int((bits & ~Self.lastMark) >> 32) }
        /// Whether it is the last of its siblings.
        var isLast: Bool { bits & Self.lastMark != 0 }

        var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } }
    }

    /// The letters of its words, in order.
    let alphabet: [UInt16]
    private let nodes: [UInt64]

    /// Without words.
    init() {
        alphabet = []
        nodes = []
    }

    /// Takes a block; `nil` when it is damaged, for a walk must end and stay within.
    init?(_ block: UnsafeRawBufferPointer) {
        guard block.count >= Self.bytesOfHead, block.count < Int(Int32.max) else { return nil }
        let letters = Int(
            UInt32(littleEndian: block.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        let head = Self.bytesOfHead + letters * 2
        guard head <= block.count, (block.count - head) % Self.bytesPerNode == 0 else { return nil }
        alphabet = (0..<letters).map {
            UInt16(
                littleEndian: block.loadUnaligned(
                    fromByteOffset: Self.bytesOfHead + $0 * 2, as: UInt16.self))
        }
        let count = (block.count - head) / Self.bytesPerNode
        var nodes: [UInt64] = []
        nodes.reserveCapacity(count)
        for index in 0..<count {
            let bits = UInt64(
                littleEndian: block.loadUnaligned(fromByteOffset: head + index * 8, as: UInt64.self)
            )
            let node = Node(bits: bits)
            guard node.letter < letters, node.children == 0 || node.children > index,
                node.children < count, node.isLast || index < count - 1
            else { return nil }
            nodes.append(bits)
        }
        self.nodes = nodes
    }

    var count: Int { nodes.count }

    subscript(index: Int) -> Node { Node(bits: nodes[index]) }

    /// The number of a letter in the alphabet; `nil` when no word has it.
    func number(of letter: UInt16) -> Int? {
        var low = 0
        var high = alphabet.count
        while low < high {
            let middle = (low + high) / 2
            if alphabet[middle] < letter { low = middle + 1 } else { high = middle }
        }
        return low < alphabet.count && alphabet[low] == letter ? low : nil
    }

    /// What a word is worth, as a word or as the beginning of one; `Worth.none` when there is none.
    func worth(of word: [UInt16], asPrefix: Bool) -> UInt8 {
        var family: Int? = nodes.isEmpty ? nil : 0
        var found = Worth.none
        for letter in word {
            guard let number = number(of: letter), var index = family else { return Worth.none }
            while self[index].letter != number {
                if self[index].isLast { return Worth.none }
                index += 1
            }
            found = asPrefix ? self[index].best : self[index].own
            family = self[index].children == 0 ? nil : self[index].children
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
        case .romanised, .areaCode, .code: return 52
        }
    }
}

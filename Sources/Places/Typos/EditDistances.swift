/// How far the beginnings of one word are from what is spelt letter by letter, all at once.
///
/// A bit for each beginning of the word and a number for each count of edits (Wu and Manber, "Fast text
/// searching allowing errors", 1992), with neighbours that were swapped as one edit (Hyyrö, "A
/// bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003).
struct EditDistances {
    /// Which beginnings are within no, one and two edits: bit `i` stands for the first `i` letters.
    struct Near {
        var none: UInt32
        var one: UInt32
        var two: UInt32

        /// Edits to the nearest beginning; 3 when all are further.
        var least: Int { none != 0 ? 0 : one != 0 ? 1 : two != 0 ? 2 : 3 }

        /// Whether nothing that follows can be near enough.
        var isHopeless: Bool { none | one | two == 0 }
    }

    /// What was spelt before the first letter: nothing.
    static let none = Near(none: 0, one: 0, two: 0)

    /// 1 or 2.
    let mostEdits: Int
    private let length: UInt32
    /// The bits of all beginnings; of those within two edits none, unless two are allowed.
    private let all: UInt32
    private let allOfTwo: UInt32

    /// - Parameters:
    ///   - length: letters of the word, at most 24.
    ///   - mostEdits: 1 or 2; other values count as the nearer.
    init(ofLength length: Int, mostEdits: Int) {
        self.mostEdits = min(max(1, mostEdits), 2)
        self.length = UInt32(min(max(0, length), TypoTrie.longestWord))
        all = 2 << self.length &- 1
        allOfTwo = self.mostEdits == 2 ? all : 0
    }

    /// Before a letter is spelt: as many letters of the word are left out as there are edits.
    var start: Near { Near(none: 1, one: 3 & all, two: 7 & allOfTwo) }

    /// Edits between what was spelt and the whole word; 3 when there are more than are allowed.
    func edits(_ near: Near) -> Int {
        let whole: UInt32 = 1 &<< length
        if near.none & whole != 0 { return 0 }
        return near.one & whole != 0 ? 1 : near.two & whole != 0 ? 2 : 3
    }

    /// What is near when one letter more is spelt.
    ///
    /// - Parameters:
    ///   - near: what was near before this letter, `before` what was near before the one before.
    ///   - letter: where it stands in the word, bit `i` for the `i`th letter counted from one;
    ///     `previous` the same of the letter before it.
    @inline(__always)
    func after(_ near: Near, _ before: Near, letter: UInt32, previous: UInt32) -> Near {
        let swapped = previous & (letter << 1)
        let none = near.none << 1 & letter
        // The letter stands in the word, or was added, or stands for another, or one was left out, or
        // it was swapped with the one before.
        let one =
            (near.one << 1 & letter | near.none | near.none << 1 | none << 1
                | before.none << 2 & swapped) & all
        let two =
            (near.two << 1 & letter | near.one | near.one << 1 | one << 1
                | before.one << 2 & swapped) & allOfTwo
        return Near(none: none & all, one: one, two: two)
    }
}

/// Seeded chance (splitmix64), the same in every run.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func word(of letters: String, _ lengths: ClosedRange<Int>) -> String {
        let all = Array(letters)
        let length = Int.random(in: lengths, using: &self)
        return String((0..<length).map { _ in all[Int.random(in: all.indices, using: &self)] })
    }

    /// `text` with one letter changed, added, left out or swapped with its neighbour.
    mutating func misspelt(_ text: String) -> String {
        var letters = Array(text.lowercased())
        let place = Int.random(in: letters.indices, using: &self)
        let letter = Array("abcdefghijklmnopqrstuvwxyz")[Int.random(in: 0..<26, using: &self)]
        switch Int.random(in: 0..<4, using: &self) {
        case 0: letters[place] = letter
        case 1: letters.insert(letter, at: place)
        case 2: letters.remove(at: place)
        default: letters.swapAt(place, place + 1 < letters.count ? place + 1 : place - 1)
        }
        return String(letters)
    }
}

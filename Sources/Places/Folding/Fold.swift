/// Turns letters into the form under which names and queries meet: no case, no accents, one width,
/// one kana, no vowel points, Hangul by its keys.
///
/// Index and query must use the same folding: a change here needs a new `IndexFormat.version`.
enum Fold {
    /// Folded scalars, at most this many for one source scalar.
    static let longestExpansion = 18

    private static let mapping = FoldMapping(FoldTable.entries)
    private static let hangulBase: UInt32 = 0xAC00
    private static let hangulCount: UInt32 = 11_172

    /// Calls `emit` with each scalar that `scalar` folds to, none when it is dropped.
    @inline(__always)
    static func scalar(_ scalar: Unicode.Scalar, _ emit: (UInt32) -> Void) {
        let value = scalar.value
        if value < 0x80 {
            emit(value >= 65 && value <= 90 ? value | 0x20 : value)
        } else if value >= hangulBase, value < hangulBase + hangulCount {
            syllable(value - hangulBase, emit)
        } else {
            mapping.targets(of: value, emit)
        }
    }

    /// A Hangul syllable as the jamo that are typed for it, so that a syllable still being composed
    /// is a prefix of the finished one (Unicode 3.12 gives the arithmetic).
    private static func syllable(_ index: UInt32, _ emit: (UInt32) -> Void) {
        mapping.targets(of: 0x1100 + index / 588, emit)
        mapping.targets(of: 0x1161 + index % 588 / 28, emit)
        if index % 28 > 0 { mapping.targets(of: 0x11A7 + index % 28, emit) }
    }

    /// Whether a folded scalar belongs to a word; everything else divides words.
    static func isWord(_ value: UInt32) -> Bool {
        if value < 0x80 { return (value >= 97 && value <= 122) || (value >= 48 && value <= 57) }
        guard let scalar = Unicode.Scalar(value) else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .privateUse:
            return true
        default:
            return false
        }
    }

    /// The kana that `kana` makes with a (semi-)voiced sound mark, when the two were written apart.
    static func voiced(_ kana: UInt32, mark: UInt32) -> UInt32? {
        switch (mark, kana) {
        case (0x3099, 0x30AB...0x30C1) where kana % 2 == 1: return kana + 1
        case (0x3099, 0x30C4), (0x3099, 0x30C6), (0x3099, 0x30C8): return kana + 1
        case (0x3099, 0x30CF...0x30DB) where (kana - 0x30CF) % 3 == 0: return kana + 1
        case (0x309A, 0x30CF...0x30DB) where (kana - 0x30CF) % 3 == 0: return kana + 2
        case (0x3099, 0x30A6): return 0x30F4
        default: return nil
        }
    }
}

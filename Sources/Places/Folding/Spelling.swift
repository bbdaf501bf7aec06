/// One of the ways in which people write the same name; each gives one more folded form to index.
enum Spelling: CaseIterable, Sendable {
    /// As written: apostrophes and hyphens divide words.
    case plain
    /// Apostrophes written as nothing: "Xi’an" as xian.
    case withoutApostrophes
    /// Umlauts and the Nordic letters by two letters: "Köln" as koeln, "Århus" as aarhus.
    case digraphs
    /// All words as one: "Aix-en-Provence" as aixenprovence.
    case joined

    /// Marks that are written as an apostrophe, whatever Unicode calls them.
    static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "'", "’", "‘", "`", "´", "ʻ", "ʼ", "ʹ", "′", "ʿ", "ʾ", "＇": return true
        default: return false
        }
    }

    /// What replaces a scalar before it is folded; `nil` leaves it to the fold.
    func replacement(of scalar: Unicode.Scalar) -> String? {
        switch self {
        case .plain:
            return Self.isApostrophe(scalar) ? " " : nil
        case .withoutApostrophes, .joined:
            return Self.isApostrophe(scalar) ? "" : nil
        case .digraphs:
            if Self.isApostrophe(scalar) { return " " }
            return Self.digraph(scalar)
        }
    }

    /// Whether this spelling of `text` can differ from the plain one.
    func applies(to text: String) -> Bool {
        switch self {
        case .plain: return true
        case .withoutApostrophes: return text.unicodeScalars.contains(where: Self.isApostrophe)
        case .digraphs: return text.unicodeScalars.contains { Self.digraph($0) != nil }
        case .joined: return text.unicodeScalars.contains { $0 == "-" || $0 == "‐" || $0 == "–" }
        }
    }

    private static func digraph(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "ä", "Ä": return "ae"
        case "ö", "Ö", "ø", "Ø": return "oe"
        case "ü", "Ü": return "ue"
        case "å", "Å": return "aa"
        default: return nil
        }
    }
}

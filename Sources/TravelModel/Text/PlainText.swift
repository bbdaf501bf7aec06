/// What texts that people type may not contain: they go on to suppliers, to hotels and to operators'
/// terminals, where what cannot be seen, or turns what stands beside it, misleads whoever reads.
public enum PlainText {
    /// Why a text is refused.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// A control character, or a separator of lines or paragraphs.
        case control(Unicode.Scalar)
        /// A control of the bidirectional algorithm (Unicode UAX 9, table 4).
        case direction(Unicode.Scalar)
        /// A character without width that joins nothing, such as U+200B.
        case invisible(Unicode.Scalar)
        /// Nothing in the text can be seen.
        case blank

        /// One sentence without a full stop; names the character by its number, never shows it.
        public var description: String {
            switch self {
            case .control(let scalar): "contains a control character (\(Self.number(scalar)))"
            case .direction(let scalar):
                "contains a character that turns the direction of text (\(Self.number(scalar)))"
            case .invisible(let scalar):
                "contains an invisible character (\(Self.number(scalar)))"
            case .blank: "has nothing that can be seen"
            }
        }

        private static func number(_ scalar: Unicode.Scalar) -> String {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }

    /// The first thing wrong with a name or a label: one line with something to see in it.
    ///
    /// The joiners U+200C and U+200D belong to the spelling of several languages and pass.
    public static func fault(inLine text: String) -> Fault? {
        var isBlank = true
        for scalar in text.unicodeScalars {
            if isControl(scalar) { return .control(scalar) }
            if isDirection(scalar) { return .direction(scalar) }
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint, properties.generalCategory == .format,
                !isJoiner(scalar)
            {
                return .invisible(scalar)
            }
            if isVisible(scalar) { isBlank = false }
        }
        return isBlank ? .blank : nil
    }

    /// The first thing wrong with free text, which may be empty and have tabs and line ends.
    public static func fault(inPassage text: String) -> Fault? {
        for scalar in text.unicodeScalars {
            if isDirection(scalar) { return .direction(scalar) }
            if isControl(scalar), !isLayout(scalar) { return .control(scalar) }
        }
        return nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// LRE to RLO, LRI to PDI, and the marks LRM, RLM and ALM.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
        default: false
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }

    private static func isLayout(_ scalar: Unicode.Scalar) -> Bool {
        [0x09, 0x0A, 0x0D].contains(scalar.value)
    }

    /// Whether a reader sees something where the character stands alone.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        // U+2800 is a pattern of braille without dots: a symbol by its category, a gap to the eye.
        guard !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace,
            scalar.value != 0x2800
        else { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .privateUse, .nonspacingMark,
            .enclosingMark, .spaceSeparator, .lineSeparator, .paragraphSeparator:
            return false
        default: return true
        }
    }
}

/// The form of language tags, wherever one comes from outside.
public enum LanguageTag {
    /// What is right, for whoever wrote something else.
    public static let example = "a language tag, such as en or pt-BR"

    /// Whether `text` is well-formed by RFC 5646 section 2.1, at most 35 bytes; whether its parts are
    /// registered is not looked up, and the old irregular tags of section 2.2.8 are none.
    public static func isWellFormed(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        var parts = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { Array($0.utf8) }[...]
        guard let language = parts.popFirst(), takeLanguage(language, &parts) else {
            return false
        }
        if let script = parts.first, script.count == 4, script.allSatisfy(isLetter) {
            parts.removeFirst()
        }
        if let region = parts.first, isRegion(region) { parts.removeFirst() }
        while let variant = parts.first, isVariant(variant) { parts.removeFirst() }
        return areExtensions(parts)
    }

    /// Two or three letters and up to three extended ones, or four to eight letters.
    private static func takeLanguage(
        _ language: [UInt8], _ parts: inout ArraySlice<[UInt8]>
    ) -> Bool {
        guard (2...8).contains(language.count), language.allSatisfy(isLetter) else { return false }
        guard language.count <= 3 else { return true }
        for _ in 0..<3 {
            guard let more = parts.first, more.count == 3, more.allSatisfy(isLetter) else { break }
            parts.removeFirst()
        }
        return true
    }

    private static func isRegion(_ part: [UInt8]) -> Bool {
        part.count == 2 && part.allSatisfy(isLetter)
            || part.count == 3 && part.allSatisfy(isDigit)
    }

    private static func isVariant(_ part: [UInt8]) -> Bool {
        guard part.allSatisfy(isEither) else { return false }
        return (5...8).contains(part.count) || part.count == 4 && part.first.map(isDigit) == true
    }

    /// Each a single character and parts of its own; after `x` anything of the user's.
    private static func areExtensions(_ given: ArraySlice<[UInt8]>) -> Bool {
        var parts = given
        while let single = parts.popFirst() {
            guard single.count == 1, single.allSatisfy(isEither) else { return false }
            let isPrivate = single == [UInt8(ascii: "x")] || single == [UInt8(ascii: "X")]
            let shortest = isPrivate ? 1 : 2
            var count = 0
            while let part = parts.first, (shortest...8).contains(part.count),
                part.allSatisfy(isEither)
            {
                parts.removeFirst()
                count += 1
            }
            guard count > 0, !isPrivate || parts.isEmpty else { return false }
        }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isEither(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
}

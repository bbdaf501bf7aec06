/// What people type, and what nobody should be hurt by.
enum SuggestTexts {
    private static let names = [
        "Lisbon", "London", "Paris", "München", "New York", "Tokyo", "São Paulo", "Kraków",
        "Amsterdam", "Barcelona", "東京", "Αθήνα", "Saint", "Port", "Hotel",
    ]

    private static let hostile = [
        "\"", "'", "*", "lis*", "NEAR(a b)", "AND OR NOT", "name:lisbon", "-a", "^lis", "a\"b",
        "(", "%00", "\u{0}", "\u{202E}nobsil", "👩‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}", "лис", "שלום",
        "; DROP TABLE place", "../../etc/passwd", "{}", "\\", "\n", "🏨🏨🏨",
        String(repeating: "a ", count: 90), String(repeating: "x", count: 200),
        String(repeating: "\u{FDFA}", count: 60),
    ]

    /// A prefix of a name, or something hostile of at most 200 characters.
    static func one(_ random: inout SeededRandom) -> String {
        if random.happens(percent: 30) { return random.one(of: hostile, otherwise: "") }
        let name = random.one(of: names, otherwise: "L")
        return String(name.prefix(random.within(1...max(1, name.count))))
    }
}

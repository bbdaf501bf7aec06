/// The folded names of one place, as they are stored and searched.
struct IndexedNames {
    /// The longest folded name in bytes; longer ones are not typed by anyone.
    private static let longest = 255
    /// Names after these are not indexed.
    private static let mostNames = 1_000

    /// One line a name: class digit, then the folded name; the best class first.
    private(set) var lines: [UInt8] = []
    /// For each line two bytes, little endian: which shown name it came from, or `noOrigin`.
    private(set) var origins: [UInt8] = []
    /// All different words, divided by spaces; words of the context bear `contextMark`,
    /// short names `wholeMark`.
    private(set) var document: [UInt8] = []
    /// The words of the context, divided by spaces.
    private(set) var context: [UInt8] = []
    /// One line a name: languages, tab, the name as written; the usual name first.
    private(set) var shown: [UInt8] = []

    /// Marks a line that no shown name made.
    static let noOrigin: UInt16 = .max
    /// Stands before a word of the context in `document`; no folded word holds it.
    static let contextMark = UInt8(ascii: "=")

    /// Stands before a short name of one word in `document`, so that "Ho" is found among all that
    /// begin with those letters.
    static let wholeMark = UInt8(ascii: "#")
    /// Names of one word with at most so many scalars have such an entry.
    static let longestWhole = 5

    private struct Entry {
        var weight: NameClass
        var origin: UInt16
    }

    private var entries: [[UInt8]: Entry] = [:]

    init(of place: DraftPlace) {
        add(place.name, .primary, origin: 0)
        addJoined(place)
        shown += Array("\t\(place.name)\n".utf8)
        for (index, name) in place.names.prefix(Self.mostNames).enumerated() {
            add(name.text, name.weight, origin: UInt16(index + 1))
            shown += Array("\(name.languages)\t\(name.text)\n".utf8)
        }
        for name in place.derivedNames { add(name.text, name.weight, origin: Self.noOrigin) }
        write(context: place.context)
        entries = [:]
    }

    /// How many folded names there are.
    var count: Int { origins.count / 2 }

    /// Whether a folded name is entered whole.
    static func isShort(_ folded: [UInt8]) -> Bool {
        guard folded.count <= longestWhole * 4 else { return false }
        var scalars = 0
        for byte in folded {
            if byte == 32 { return false }
            if byte & 0xC0 != 0x80 { scalars += 1 }
        }
        return (1...longestWhole).contains(scalars)
    }

    /// Calls `body` with each folded name, its class and the shown name it came from.
    func forEachLine(_ body: (_ name: ArraySlice<UInt8>, NameClass, _ origin: UInt16) -> Void) {
        for (index, line) in lines.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let digit = line.first, index * 2 + 1 < origins.count,
                let weight = NameClass(rawValue: digit &- UInt8(ascii: "0"))
            else { continue }
            let origin = UInt16(origins[index * 2]) | UInt16(origins[index * 2 + 1]) << 8
            body(line.dropFirst(), weight, origin)
        }
    }

    private mutating func add(_ text: String, _ weight: NameClass, origin: UInt16) {
        let plain = FoldedText(text)
        add(plain.bytes, weight, origin)
        if weight >= .areaCode { return }
        for spelling in Spelling.allCases
        where spelling != .plain && spelling != .joined && spelling.applies(to: text) {
            add(FoldedText(text, spelling: spelling).bytes, weight, origin)
        }
        if plain.words.count == 2, Spelling.joined.applies(to: text) {
            add(FoldedText(text, spelling: .joined).bytes, weight, origin)
        }
        if let swapped = Abbreviation.swapped(plain) { add(swapped, weight, origin) }
    }

    /// "sanfrancisco", for those who leave out the spaces.
    private mutating func addJoined(_ place: DraftPlace) {
        guard place.kind == .city, place.population >= 15_000,
            place.name.unicodeScalars.first?.isASCII == true,
            (2...3).contains(FoldedText(place.name).words.count)
        else { return }
        add(FoldedText(place.name, spelling: .joined).bytes, .romanised, 0)
    }

    private mutating func add(_ folded: [UInt8], _ weight: NameClass, _ origin: UInt16) {
        guard !folded.isEmpty, folded.count <= Self.longest else { return }
        if let known = entries[folded], known.weight <= weight { return }
        entries[folded] = Entry(weight: weight, origin: origin)
    }

    private mutating func write(context words: [String]) {
        var seen: Set<ArraySlice<UInt8>> = []
        let ordered = entries.sorted {
            $0.value.weight != $1.value.weight
                ? $0.value.weight < $1.value.weight : $0.key.lexicographicallyPrecedes($1.key)
        }
        for (folded, entry) in ordered {
            lines.append(UInt8(ascii: "0") + entry.weight.rawValue)
            lines += folded
            lines.append(UInt8(ascii: "\n"))
            origins += [UInt8(entry.origin & 0xFF), UInt8(entry.origin >> 8)]
            if Self.isShort(folded) {
                document.append(Self.wholeMark)
                document += folded
                document.append(UInt8(ascii: " "))
            }
            for word in folded.split(separator: UInt8(ascii: " "))
            where seen.insert(word).inserted {
                document += word
                document.append(UInt8(ascii: " "))
            }
        }
        for word in words {
            if !context.isEmpty { context.append(UInt8(ascii: " ")) }
            context += Array(word.utf8)
            document.append(Self.contextMark)
            document += Array(word.utf8)
            document.append(UInt8(ascii: " "))
        }
    }
}

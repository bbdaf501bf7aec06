internal import Glibc

/// How popular an airport is, and the city it serves; nothing of any other place.
struct AirportStanding {
    var own = 0.0
    var city = 0.0
}

/// How well one folded name of a place fits a query.
///
/// The weights were tuned on
/// `Tests/PlacesTests/Fixtures/places.jsonl`; change them with that at hand.
struct MatchScore {
    /// Below every real match.
    static let none = -9.0
    /// A name of a good class that begins as typed scores so much or more.
    static let begun = 1.6
    /// What a query in three capitals adds to the code that it spells.
    static let codeBonus = 1.0
    // An airport counts by its city: its code stands a bit above the city that the code means too.

    /// What the code of a well-known airport in three capitals is worth: more than any name.
    private static let knownAirport = 10.5
    /// An airport is well known from this popularity on.
    private static let known = 5.0
    /// What another airport's code in three capitals is worth beside its city, and that city itself.
    private static let airportCode = (airport: 3.5, city: 3.3)
    /// The same in small letters.
    private static let smallCode = (airport: 1.3, city: 1.2)
    /// What an area's code in three capitals is worth to its city: more than any name, and less than an
    /// airport of the same code.
    private static let areaCode = 5.5
    /// What a code that airport and area share is worth in small letters, beside the city: a bit more than
    /// the beginning of its name.
    private static let sharedCode = 2.3
    /// As much as any code can score.
    static let bestCode = 14.0
    /// What being near adds at most.
    static let nearBonus = 1.5
    /// What a kind adds beside the match, at most.
    static let bestKindBonus = 0.3

    private let query: MatchQuery
    private let allPrefixes: Bool

    init(_ query: MatchQuery, _ pass: CandidatePass) {
        self.query = query
        allPrefixes = pass == .allPrefixes
    }

    static func kindBonus(_ kind: PlaceKind) -> Double {
        switch kind {
        case .country: return 0.3
        case .region, .airport: return -0.3
        case .city, .landmark, .hotel: return 0
        }
    }

    /// The best fit over the lines of `names` (`IndexedNames.lines`), and the line that gave it.
    ///
    /// - Parameter airport: for an airport how popular it is, and its city.
    func best(
        names: UnsafeRawBufferPointer, context: UnsafeRawBufferPointer, kind: PlaceKind,
        airport: AirportStanding
    ) -> (value: Double, line: Int) {
        var best = (value: Self.none, start: 0)
        // One word must stand in the line that matches: other lines need no look.
        let only = query.words.count == 1 ? query.folded.word(0) : nil
        var start = 0
        while start < names.count {
            if let only {
                guard let line = Self.lineWith(only, in: names, from: start) else { break }
                start = line
            }
            let end = Self.position(of: 10, in: names, from: start)
            if let weight = NameClass(rawValue: names[start] &- UInt8(ascii: "0")), end > start + 1
            {
                let name = UnsafeRawBufferPointer(rebasing: names[(start + 1)..<end])
                let value =
                    weight >= .areaCode
                    ? code(name, weight, context, kind, airport)
                    : self.name(name, weight, context, kind)
                if value > best.value { best = (value, start) }
            }
            start = end + 1
        }
        if only != nil, best.value == Self.none { best.value = contextMatch(context) }
        return (best.value, Self.lineCount(in: names, before: best.start))
    }

    private func name(
        _ name: UnsafeRawBufferPointer, _ weight: NameClass, _ context: UnsafeRawBufferPointer,
        _ kind: PlaceKind
    ) -> Double {
        let typed = query.folded.bytes
        let penalty = Self.penalty(weight, isExact: name.count == typed.count, kind)
        if Self.starts(name, with: typed[...]) {
            if name.count == typed.count { return 4.0 - penalty }
            let base = name[typed.count] == 32 ? 2.7 : 2.3
            return base - min(0.02 * Double(name.count - typed.count), 0.5) - penalty
        }
        guard query.words.count > 1 else {
            switch Self.find(query.folded.word(0), in: name, asPrefix: true) {
            case .whole: return 1.1 - penalty
            case .prefix: return 0.6 - penalty
            case .absent: return Self.none
            }
        }
        return severalWords(name, penalty, context)
    }

    /// A single word that only stands in the context.
    private func contextMatch(_ context: UnsafeRawBufferPointer) -> Double {
        Self.find(query.folded.word(0), in: context, asPrefix: true) == .absent ? Self.none : -3
    }

    private func severalWords(
        _ name: UnsafeRawBufferPointer, _ penalty: Double, _ context: UnsafeRawBufferPointer
    ) -> Double {
        var inName = 0
        var inContext = 0
        var covered = 0
        for index in query.words.indices {
            let word = query.folded.word(index)
            let asPrefix = allPrefixes || index == query.words.count - 1
            if Self.find(word, in: name, asPrefix: asPrefix) != .absent {
                inName += 1
                covered += word.count
            } else if Self.find(word, in: context, asPrefix: asPrefix) != .absent {
                inContext += 1
            } else {
                return Self.none
            }
        }
        let spaces = name.reduce(0) { $0 + ($1 == 32 ? 1 : 0) }
        let coversName = inName == spaces + 1 && covered == name.count - spaces
        if inContext == 0 { return 1.6 - penalty + (coversName ? 0.4 : 0) }
        if inName == 0 { return -3 }
        if coversName { return 3.3 - penalty }
        let first = query.folded.word(0)
        let startsSo =
            Self.starts(name, with: first) && (name.count == first.count || name[first.count] == 32)
        return (startsSo ? 1.8 : 0.6) - penalty
    }

    private func code(
        _ code: UnsafeRawBufferPointer, _ weight: NameClass, _ context: UnsafeRawBufferPointer,
        _ kind: PlaceKind, _ airport: AirportStanding
    ) -> Double {
        let typed = query.folded.bytes
        if code.count == typed.count, Self.starts(code, with: typed[...]) {
            let bonus = query.isCode ? Self.codeBonus : 0
            switch kind {
            case .airport: return code.count == 3 ? iata(weight, airport) : 3.5 + bonus
            case .country: return code.count == 2 ? 2.0 : 3.0
            case .city where !query.isCode: return Self.smallCode.city
            case .city: return weight == .areaCode ? Self.areaCode : Self.airportCode.city
            case .region, .landmark, .hotel: return 1.0
            }
        }
        guard kind == .airport, query.words.count > 1 else { return Self.none }
        var named = false
        for index in query.words.indices {
            let word = query.folded.word(index)
            if word.count == code.count, Self.starts(code, with: word) {
                named = true
            } else if Self.find(word, in: context, asPrefix: index == query.words.count - 1)
                == .absent
            {
                return Self.none
            }
        }
        return named ? 4.0 : Self.none
    }

    /// What the three letters of an airport are worth.
    private func iata(_ weight: NameClass, _ airport: AirportStanding) -> Double {
        let asCity = max(0, airport.city - airport.own) - Self.kindBonus(.airport)
        if query.isCode {
            if airport.own >= Self.known { return Self.knownAirport }
            return max(4.8 + Self.codeBonus, asCity + Self.airportCode.airport)
        }
        let code = weight == .areaCode ? Self.sharedCode : Self.smallCode.airport
        return max(4.8, asCity + code)
    }

    /// What a name loses by its class.
    ///
    /// A name of a small language is worth more when it is typed whole: as a mere beginning it would
    /// put Brazil ("Bàràsílì") before Barcelona, and countries have such names in 300 languages.
    private static func penalty(
        _ weight: NameClass, isExact: Bool, _ kind: PlaceKind
    ) -> Double {
        switch weight {
        case .primary: return 0
        case .majorLanguage: return 0.2
        case .other: return isExact ? 1.2 : kind == .country ? 3.0 : 1.8
        case .romanised, .areaCode, .code: return 2.0
        }
    }

    // MARK: Bytes

    private enum Finding {
        case absent, prefix, whole
    }

    /// Looks for the first word of `text` that is `word`, or begins with it.
    private static func find(
        _ word: ArraySlice<UInt8>, in text: UnsafeRawBufferPointer, asPrefix: Bool
    ) -> Finding {
        var start = 0
        while start < text.count {
            let end = position(of: 32, in: text, from: start)
            let length = end - start
            if length >= word.count, asPrefix || length == word.count,
                starts(UnsafeRawBufferPointer(rebasing: text[start..<end]), with: word)
            {
                return length == word.count ? .whole : .prefix
            }
            start = end + 1
        }
        return .absent
    }

    /// The start of the next line that has a word beginning with `word`, at or after the line that
    /// starts at `from`.
    private static func lineWith(
        _ word: ArraySlice<UInt8>, in names: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard let base = names.baseAddress, let first = word.first else { return nil }
        var from = start + 1
        while from < names.count {
            let place = position(of: Int32(first), in: names, from: from)
            guard place < names.count else { return nil }
            // A word starts after a space, or after the class digit that starts a line.
            let startsWord =
                names[place - 1] == 32 || place - 1 == start || names[place - 2] == 10
            if startsWord,
                starts(
                    UnsafeRawBufferPointer(start: base + place, count: names.count - place),
                    with: word)
            {
                var line = place
                while line > start, names[line - 1] != 10 { line -= 1 }
                return line
            }
            from = place + 1
        }
        return nil
    }

    private static func lineCount(in names: UnsafeRawBufferPointer, before end: Int) -> Int {
        var lines = 0
        var start = 0
        while start < end {
            start = position(of: 10, in: names, from: start) + 1
            lines += 1
        }
        return lines
    }

    private static func starts(
        _ text: UnsafeRawBufferPointer, with word: ArraySlice<UInt8>
    ) -> Bool {
        guard text.count >= word.count, let base = text.baseAddress else { return word.isEmpty }
        return word.withUnsafeBytes { bytes in
            guard let other = bytes.baseAddress else { return true }
            return memcmp(base, other, bytes.count) == 0
        }
    }

    /// Where `byte` next stands, or the end.
    private static func position(
        of byte: Int32, in text: UnsafeRawBufferPointer, from start: Int
    ) -> Int {
        guard let base = text.baseAddress,
            let found = memchr(base + start, byte, text.count - start)
        else { return text.count }
        return UnsafeRawPointer(found) - base
    }
}

/// The names under which people look for an airport besides its official one.
enum AirportNames {
    /// What an airport is called in general; such words alone name none.
    private static let general: Set<String> = [
        "airport", "international", "intl", "regional", "municipal", "aeroporto", "aeropuerto",
        "aeroport", "airfield", "field",
    ]
    private static let particles: Set<String> = ["de", "da", "do", "di", "del", "la", "the"]
    /// Words of a query that may stand beside an airport's name.
    static let context = [
        "airport", "flughafen", "aeroport", "aeroporto", "aeropuerto", "luchthaven", "lotnisko",
        "havalimani", "lufthavn", "flygplats",
    ]

    /// Derived names of an airport: its codes, "city + code", "city airport", what is special in its
    /// name, and its metropolitan area's code.
    static func derived(from record: AirportRecord) -> [NameRecord] {
        let weight: NameClass = record.iata == record.metro ? .areaCode : .code
        var names = [NameRecord(weight: weight, languages: "", text: record.iata)]
        if !record.icao.isEmpty {
            names.append(NameRecord(weight: .code, languages: "", text: record.icao))
        }
        if !record.city.isEmpty {
            for text in ["\(record.city) \(record.iata)", "\(record.city) Airport"] {
                names.append(NameRecord(weight: .majorLanguage, languages: "", text: text))
            }
            if !record.metro.isEmpty {
                names.append(
                    NameRecord(
                        weight: .majorLanguage, languages: "",
                        text: "\(record.city) \(record.metro)"))
            }
        }
        if let special = special(in: record) {
            names.append(NameRecord(weight: .majorLanguage, languages: "", text: special))
        }
        return names
    }

    /// Whether an airport goes by the name of the city it serves, so that its code means the city too.
    static func areOf(_ city: DraftPlace, _ record: AirportRecord) -> Bool {
        let name = FoldedText(record.name)
        return ([city.name] + city.names.filter { $0.weight == .majorLanguage }.map(\.text))
            .contains {
                let own = FoldedText($0)
                return own == FoldedText(record.city) || name.hasWords(of: own)
            }
    }

    /// "O'Hare" of "Chicago O'Hare International Airport".
    private static func special(in record: AirportRecord) -> String? {
        let city = FoldedText(record.city)
        let cityWords = Set(
            city.words.indices.map { String(decoding: city.word($0), as: UTF8.self) })
        var kept = record.name.split(whereSeparator: { $0 == " " || $0 == "/" }).filter { part in
            let word = FoldedText(part).text
            return !word.isEmpty && !general.contains(word) && !cityWords.contains(word)
        }
        while let first = kept.first, particles.contains(FoldedText(first).text) {
            kept.removeFirst()
        }
        let text = kept.joined(separator: " ")
        return text.unicodeScalars.count >= 4 ? text : nil
    }
}

internal import TravelModel

/// The columns of a file of own places, and how the fields of a record are read.
struct OwnPlaceColumns {
    /// The names of the columns; the first line of a file names those it has, in any order.
    enum Column: String, CaseIterable {
        case id, kind, name, country, latitude, longitude, city, region, population, zone
        case popularity, names
    }

    static let required: [Column] = [.id, .kind, .name, .country, .latitude, .longitude]
    private static let kinds: [PlaceKind] = [.city, .region, .landmark, .hotel]
    private static let highestPopularity = 15.0
    private static let mostNames = 100

    /// A field that cannot be used.
    struct Fault: Error, Equatable {
        var column: String
        var message: String
    }

    private let columns: [Column]

    /// Reads the first line.
    ///
    /// - Throws: `Fault` for a column that is unknown, named twice or missing.
    init(header: [String]) throws(Fault) {
        var columns: [Column] = []
        for name in header {
            guard let column = Column(rawValue: name) else {
                let known = Column.allCases.map(\.rawValue).joined(separator: ", ")
                throw Fault(column: name, message: "unknown; the columns are \(known)")
            }
            guard !columns.contains(column) else {
                throw Fault(column: name, message: "is named twice")
            }
            columns.append(column)
        }
        for column in Self.required where !columns.contains(column) {
            throw Fault(column: column.rawValue, message: "is missing")
        }
        self.columns = columns
    }

    /// What to call a field by, for complaints.
    func name(ofField index: Int) -> String {
        columns.indices.contains(index) ? columns[index].rawValue : "\(index + 1)"
    }

    /// Reads a record.
    ///
    /// - Throws: `Fault` for the first field that cannot be used.
    func place(_ record: CSVParser.Record) throws(Fault) -> OwnPlace {
        if let fault = record.fault {
            throw Fault(column: name(ofField: record.faultyField), message: fault)
        }
        guard record.fields.count == columns.count else {
            throw Fault(
                column: name(ofField: min(record.fields.count, columns.count)),
                message: "the line has \(record.fields.count) fields, not \(columns.count)")
        }
        var texts: [Column: String] = [:]
        for (column, text) in zip(columns, record.fields) { texts[column] = Self.trimmed(text) }
        let fields = OwnPlaceFields(texts)
        let kind = try kind(fields)
        guard let country = CountryCode(fields[.country]) else {
            throw fields.fault(.country, "is no country code of two capital letters")
        }
        return OwnPlace(
            line: record.line, id: try id(fields, kind), kind: kind,
            name: try fields.name(.name), country: country, position: try position(fields),
            city: try city(fields), region: try fields.optionalName(.region),
            population: try population(fields), zone: try zone(fields),
            popularity: try popularity(fields), names: try names(fields))
    }

    private func kind(_ fields: OwnPlaceFields) throws(Fault) -> PlaceKind {
        guard let kind = PlaceKind(rawValue: fields[.kind]), Self.kinds.contains(kind) else {
            throw fields.fault(.kind, "is none of city, region, landmark, hotel")
        }
        return kind
    }

    /// An id of the operator's own name space, so that it can never be one of the data's.
    private func id(_ fields: OwnPlaceFields, _ kind: PlaceKind) throws(Fault) -> PlaceID {
        let prefix = kind == .hotel ? "hotel:" : "own:"
        guard let id = PlaceID(fields[.id]), id.text.hasPrefix(prefix), id.text != prefix else {
            throw fields.fault(
                .id, "is not \(prefix) and a name, at most 64 printable characters without spaces")
        }
        return id
    }

    private func position(_ fields: OwnPlaceFields) throws(Fault) -> GeoPoint {
        guard let latitude = Double(fields[.latitude]), abs(latitude) <= 90 else {
            throw fields.fault(.latitude, "is no number from -90 to 90")
        }
        guard let longitude = Double(fields[.longitude]), abs(longitude) <= 180,
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else { throw fields.fault(.longitude, "is no number from -180 to 180") }
        guard latitude != 0 || longitude != 0 else {
            throw fields.fault(.latitude, "is 0, 0: the place's position is missing")
        }
        return point
    }

    private func city(_ fields: OwnPlaceFields) throws(Fault) -> PlaceID? {
        if fields[.city].isEmpty { return nil }
        guard let id = PlaceID(fields[.city]), id.text.hasPrefix("geonames:") else {
            throw fields.fault(.city, "is no id such as geonames:2267057")
        }
        return id
    }

    private func population(_ fields: OwnPlaceFields) throws(Fault) -> Int {
        if fields[.population].isEmpty { return 0 }
        guard let people = Int(fields[.population]), (0...100_000_000).contains(people) else {
            throw fields.fault(.population, "is no whole number from 0 to 100000000")
        }
        return people
    }

    private func zone(_ fields: OwnPlaceFields) throws(Fault) -> String {
        let zone = fields[.zone]
        let isName = zone.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/_+-".utf8.contains(byte)
        }
        guard isName, zone.utf8.count <= 40 else {
            throw fields.fault(.zone, "is no time zone such as Europe/Lisbon")
        }
        return zone
    }

    private func popularity(_ fields: OwnPlaceFields) throws(Fault) -> Double? {
        if fields[.popularity].isEmpty { return nil }
        guard let value = Double(fields[.popularity]), (0...Self.highestPopularity).contains(value)
        else { throw fields.fault(.popularity, "is no number from 0 to 15") }
        return value
    }

    /// "de:Lissabon|fr:Lisbonne|Lisbonna": a name without a language is known everywhere.
    private func names(_ fields: OwnPlaceFields) throws(Fault) -> [NameRecord] {
        var names: [NameRecord] = []
        for part in fields[.names].split(separator: "|") {
            let halves = part.split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false
            ).map { Self.trimmed($0) }
            guard let name = halves.last, !name.isEmpty else {
                throw fields.fault(.names, "holds an empty name")
            }
            let language = halves.count == 2 ? halves.first ?? "" : ""
            guard language.utf8.allSatisfy({ Self.isTagByte($0) }), language.utf8.count <= 35 else {
                throw fields.fault(
                    .names, "holds \(language.debugDescription), which is no language")
            }
            try fields.check(name, .names)
            names.append(NameRecord(weight: .majorLanguage, languages: language, text: name))
        }
        guard names.count <= Self.mostNames else {
            throw fields.fault(.names, "holds more than \(Self.mostNames) names")
        }
        return names
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let front = text.drop { $0 == " " || $0 == "\t" }
        guard let last = front.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(front[...last])
    }
}

/// The fields of one record by column; one that the file lacks reads as empty.
struct OwnPlaceFields {
    private static let longestName = 200
    private let texts: [OwnPlaceColumns.Column: String]

    init(_ texts: [OwnPlaceColumns.Column: String]) {
        self.texts = texts
    }

    subscript(column: OwnPlaceColumns.Column) -> String { texts[column] ?? "" }

    /// A name that can be found: with a letter or a digit, without control characters.
    func name(_ column: OwnPlaceColumns.Column) throws(OwnPlaceColumns.Fault) -> String {
        let text = self[column]
        guard !text.isEmpty else { throw fault(column, "is empty") }
        try check(text, column)
        return text
    }

    func optionalName(_ column: OwnPlaceColumns.Column) throws(OwnPlaceColumns.Fault) -> String {
        self[column].isEmpty ? "" : try name(column)
    }

    func check(_ text: String, _ column: OwnPlaceColumns.Column) throws(OwnPlaceColumns.Fault) {
        guard text.utf8.count <= Self.longestName else {
            throw fault(column, "is longer than \(Self.longestName) bytes")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw fault(column, "holds a tab, a line break or another control character")
        }
        guard !FoldedText(text).words.isEmpty else {
            throw fault(column, "holds no letter or digit")
        }
    }

    /// A complaint about a column that shows what it holds.
    func fault(
        _ column: OwnPlaceColumns.Column, _ message: String
    ) -> OwnPlaceColumns.Fault {
        let shown = self[column].isEmpty ? "" : "\(self[column].prefix(40).debugDescription) "
        return OwnPlaceColumns.Fault(column: column.rawValue, message: shown + message)
    }
}

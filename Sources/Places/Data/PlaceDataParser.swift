internal import TravelModel

/// Reads the lines of a data file one by one; every fault says what was expected.
struct PlaceDataParser {
    /// The version of the data, once the first line is read.
    private(set) var version = ""
    private var lineNumber = 0

    /// Takes the next line, without its line end; `nil` for the first line and comments.
    ///
    /// - Throws: `LineFault`.
    mutating func parse(_ line: String) throws(LineFault) -> PlaceDataRecord? {
        lineNumber += 1
        let fields = Fields(line)
        if lineNumber == 1 {
            guard fields.count == 3, fields[0] == "tributary-places", fields[1] == "2" else {
                throw LineFault("the first line must be tributary-places, 2 and a version")
            }
            version = String(fields[2])
            return nil
        }
        if line.isEmpty || line.utf8.first == UInt8(ascii: "#") { return nil }
        switch fields[0] {
        case "S": return try source(fields)
        case "C": return .country(try country(fields))
        case "R": return .region(try region(fields))
        case "P": return .city(try city(fields))
        case "A": return .airport(try airport(fields))
        case "D": return .destination(try destination(fields))
        case "L": return .landmark(try landmark(fields))
        case "N": return .name(try name(fields))
        default: throw LineFault("unknown record \(fields[0].prefix(8).debugDescription)")
        }
    }

    private func source(_ fields: Fields) throws(LineFault) -> PlaceDataRecord {
        try fields.expect(3)
        return .source(name: try fields.text(1, "source"), version: try fields.text(2, "version"))
    }

    private func country(_ fields: Fields) throws(LineFault) -> CountryRecord {
        try fields.expect(12)
        return CountryRecord(
            geonames: try fields.identifier(1), code: try fields.country(2),
            iso3: try fields.letters(3, "three-letter code", 3), name: try fields.text(4, "name"),
            population: try fields.count(5), centre: try fields.point(latitude: 6, longitude: 7),
            box: try fields.box(8))
    }

    private func region(_ fields: Fields) throws(LineFault) -> RegionRecord {
        try fields.expect(13)
        let code = try fields.text(1, "code")
        guard let country = CountryCode(code.prefix(2)), code.dropFirst(2).first == "." else {
            throw LineFault("region code \(code.prefix(16).debugDescription) names no country")
        }
        return RegionRecord(
            code: code, country: country, geonames: try fields.identifier(2),
            iso: String(fields[3]), name: try fields.text(4, "name"),
            localName: String(fields[5]), population: try fields.count(6),
            centre: try fields.point(latitude: 7, longitude: 8), box: try fields.box(9))
    }

    private func destination(_ fields: Fields) throws(LineFault) -> DestinationRecord {
        try fields.expect(11)
        return DestinationRecord(
            slug: try fields.slug(1), country: try fields.country(2),
            name: try fields.text(3, "name"), population: try fields.count(4),
            centre: try fields.point(latitude: 5, longitude: 6), box: try fields.box(7))
    }

    private func landmark(_ fields: Fields) throws(LineFault) -> LandmarkRecord {
        try fields.expect(7)
        return LandmarkRecord(
            slug: try fields.slug(1), country: try fields.country(2),
            city: try fields.identifier(3), name: try fields.text(4, "name"),
            position: try fields.point(latitude: 5, longitude: 6))
    }

    private func city(_ fields: Fields) throws(LineFault) -> CityRecord {
        try fields.expect(10)
        guard fields[9].isEmpty || fields[9] == "c" else {
            throw LineFault("unknown flags \(fields[9].debugDescription)")
        }
        return CityRecord(
            geonames: try fields.identifier(1), country: try fields.country(2),
            region: String(fields[3]), name: try fields.text(4, "name"),
            position: try fields.point(latitude: 5, longitude: 6),
            population: try fields.count(7), zone: try fields.text(8, "time zone"),
            isCapital: fields[9] == "c")
    }

    private func airport(_ fields: Fields) throws(LineFault) -> AirportRecord {
        try fields.expect(12)
        return AirportRecord(
            iata: try fields.letters(1, "IATA code", 3), icao: String(fields[2]),
            country: try fields.country(3), name: try fields.text(4, "name"),
            city: String(fields[5]), region: String(fields[6]),
            position: try fields.point(latitude: 7, longitude: 8),
            zone: try fields.text(9, "time zone"), metro: String(fields[10]),
            serves: fields[11].isEmpty ? "" : try fields.identifier(11))
    }

    private func name(_ fields: Fields) throws(LineFault) -> NameRecord {
        try fields.expect(4)
        guard let weight = NameClass(letter: fields[1]) else {
            throw LineFault("unknown name class \(fields[1].prefix(8).debugDescription)")
        }
        return NameRecord(
            weight: weight, languages: String(fields[2]), text: try fields.text(3, "name"))
    }
}

/// What is wrong with a line.
struct LineFault: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The fields of a line, divided by tabs; one that is missing reads as empty.
private struct Fields {
    private let values: [Substring]

    init(_ line: String) {
        values = line.split(separator: "\t", omittingEmptySubsequences: false)
    }

    var count: Int { values.count }

    subscript(index: Int) -> Substring { values.indices.contains(index) ? values[index] : "" }

    func expect(_ wanted: Int) throws(LineFault) {
        guard count == wanted else {
            throw LineFault("\(self[0]) needs \(wanted) fields, has \(count)")
        }
    }

    func text(_ index: Int, _ what: String) throws(LineFault) -> String {
        guard !self[index].isEmpty, self[index].utf8.count <= 400 else {
            throw LineFault("\(what) is empty or longer than 400 bytes")
        }
        return String(self[index])
    }

    func letters(_ index: Int, _ what: String, _ length: Int) throws(LineFault) -> String {
        let bytes = self[index].utf8
        guard bytes.count == length,
            bytes.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) })
        else { throw LineFault("\(what) must be \(length) capital letters or digits") }
        return String(self[index])
    }

    func identifier(_ index: Int) throws(LineFault) -> String {
        guard let number = Int(self[index]), number > 0 else {
            throw LineFault("GeoNames id \(self[index].prefix(16).debugDescription) is no number")
        }
        return String(number)
    }

    func country(_ index: Int) throws(LineFault) -> CountryCode {
        guard let code = CountryCode(self[index]) else {
            throw LineFault("country \(self[index].prefix(16).debugDescription) is not two letters")
        }
        return code
    }

    func count(_ index: Int) throws(LineFault) -> Int {
        guard let number = Int(self[index]), (0...20_000_000_000).contains(number) else {
            throw LineFault("population \(self[index].prefix(16).debugDescription) is no count")
        }
        return number
    }

    /// Small letters, digits and hyphens, so that an id made of it is one.
    func slug(_ index: Int) throws(LineFault) -> String {
        let bytes = self[index].utf8
        guard (1...50).contains(bytes.count),
            bytes.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
        else { throw LineFault("slug must be at most 50 small letters, digits and hyphens") }
        return String(self[index])
    }

    /// West, south, east, north from `index` on.
    func box(_ index: Int) throws(LineFault) -> PlaceExtent {
        let southWest = try point(latitude: index + 1, longitude: index)
        let northEast = try point(latitude: index + 3, longitude: index + 2)
        guard southWest.latitude <= northEast.latitude else {
            throw LineFault("the box's south lies north of its north")
        }
        return .box(
            west: southWest.longitude, south: southWest.latitude, east: northEast.longitude,
            north: northEast.latitude)
    }

    func point(latitude: Int, longitude: Int) throws(LineFault) -> GeoPoint {
        guard let north = Double(self[latitude]), let east = Double(self[longitude]),
            let point = GeoPoint(latitude: north, longitude: east)
        else {
            throw LineFault(
                "position \(self[latitude].prefix(16)), \(self[longitude].prefix(16)) is not on Earth"
            )
        }
        return point
    }
}

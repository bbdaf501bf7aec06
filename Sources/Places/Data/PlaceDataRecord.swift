internal import TravelModel

/// One line of the data file, checked; the format is described in Sources/Places/Dataset/README.md.
enum PlaceDataRecord {
    case source(name: String, version: String)
    case country(CountryRecord)
    case region(RegionRecord)
    case city(CityRecord)
    case airport(AirportRecord)
    case destination(DestinationRecord)
    case landmark(LandmarkRecord)
    case name(NameRecord)
}

struct CountryRecord {
    var geonames: String
    var code: CountryCode
    var iso3: String
    var name: String
    var population: Int
    var centre: GeoPoint
    var box: PlaceExtent
}

/// A first-level division of a country.
struct RegionRecord {
    /// The country's code, a full stop, and the division's number at GeoNames.
    var code: String
    var country: CountryCode
    var geonames: String
    /// The second half of its ISO 3166-2 code; empty when it has none.
    var iso: String
    var name: String
    /// What it is called where it lies; empty when that is `name`.
    var localName: String
    var population: Int
    var centre: GeoPoint
    var box: PlaceExtent
}

/// An island, a coast, a landscape: what people travel to without its being a division.
struct DestinationRecord {
    /// What follows `region:` in its id.
    var slug: String
    var country: CountryCode
    var name: String
    var population: Int
    var centre: GeoPoint
    var box: PlaceExtent
}

struct LandmarkRecord {
    /// What follows `landmark:` in its id.
    var slug: String
    var country: CountryCode
    /// GeoNames id of the city it belongs to.
    var city: String
    var name: String
    var position: GeoPoint
}

struct CityRecord {
    var geonames: String
    var country: CountryCode
    var region: String
    var name: String
    var position: GeoPoint
    var population: Int
    var zone: String
    var isCapital: Bool
}

struct AirportRecord {
    var iata: String
    var icao: String
    var country: CountryCode
    var name: String
    var city: String
    var region: String
    var position: GeoPoint
    var zone: String
    var metro: String
    /// GeoNames id of the city it mainly serves, if any.
    var serves: String
}

/// An alternate name of the record before it.
struct NameRecord: Equatable {
    var weight: NameClass
    var languages: String
    var text: String
}

/// How much a name is worth as a match; the raw value is the digit stored in the index.
enum NameClass: UInt8, Comparable {
    case primary = 0
    case majorLanguage = 1
    case other = 2
    case romanised = 3
    /// The code of a metropolitan area: of its city, and of an airport that has the same one.
    case areaCode = 4
    case code = 5

    init?(letter: Substring) {
        switch letter {
        case "m": self = .majorLanguage
        case "o": self = .other
        case "r": self = .romanised
        case "c": self = .code
        default: return nil
        }
    }

    static func < (a: NameClass, b: NameClass) -> Bool { a.rawValue < b.rawValue }
}

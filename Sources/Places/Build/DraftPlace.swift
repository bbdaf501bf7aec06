internal import TravelModel

/// A place between data file and index.
struct DraftPlace {
    var id: PlaceID
    var kind: PlaceKind
    var name: String
    var country: CountryCode
    /// The region's name; empty when unknown.
    var region: String
    var position: GeoPoint
    /// Inhabitants; 0 when unknown or without sense.
    var population: Int
    /// IANA zone; empty for countries.
    var zone: String
    var iata: String?
    var box: PlaceExtent?
    /// What it lies in next: a city's region, an airport's, a landmark's or a hotel's city.
    var parent: PlaceID?
    /// Alternate names as the data gives them.
    var names: [NameRecord] = []
    /// More forms to find it by, made from what it is; never shown.
    var derivedNames: [NameRecord] = []
    /// Words that may follow the name in a query, folded, in order of use.
    var context: [String] = []
    /// What it is worth before anything is typed.
    var popularity: Double = 0
    /// What it is worth whatever its people and names, when an operator says so.
    var fixedPopularity: Double?
}

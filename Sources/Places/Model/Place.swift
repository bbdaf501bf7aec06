public import TravelModel

/// One place as a search needs it.
public struct Place: Sendable, Equatable {
    /// Stable over rebuilds of the index.
    public var id: PlaceID
    /// What sort of place it is.
    public var kind: PlaceKind
    /// The name in the language asked for, or else the usual one.
    public var name: String
    /// The region's name, if the data has one.
    public var region: String?
    /// The country's name in the language asked for; empty when the data lacks the country.
    public var country: String
    /// The country it lies in.
    public var countryCode: CountryCode
    /// A city's or airport's position; for a country the centre of its people.
    public var centre: GeoPoint
    /// IANA time zone; `nil` for a country.
    public var zone: String?
    /// Inhabitants; `nil` where nobody counted or where it makes no sense.
    public var population: Int?
    /// Three letters, airports only.
    public var iata: String?
    /// What a search for this place covers.
    public var extent: PlaceExtent
    /// The places it lies in, the smallest first.
    public var parents: [PlaceID]
    /// All names the data knows, the usual one first.
    public var names: [PlaceName]
}

/// A name of a place and the languages that use it.
public struct PlaceName: Sendable, Equatable {
    /// The name as it is written.
    public var text: String
    /// BCP 47 tags; empty when the data does not say.
    public var languages: [String]
}

public import TravelModel

/// One line of a suggestion list.
public struct PlaceSuggestion: Sendable, Equatable {
    /// The most places that a line stands for beside its own.
    public static let mostAlso = 3

    /// Stable over rebuilds of the index.
    public var placeID: PlaceID
    /// What sort of place it is.
    public var kind: PlaceKind
    /// The name in the language asked for, or else the usual one.
    public var name: String
    /// Ready to show: the name with as much around it as tells it from others in the same list.
    public var label: String
    /// The region's name, if the data has one.
    public var region: String?
    /// The country's name in the language asked for; empty when the data lacks the country.
    public var country: String
    /// The country it lies in.
    public var countryCode: CountryCode
    /// A city's or airport's position; for a country the centre of its people.
    public var position: GeoPoint
    /// IANA time zone; `nil` for a country.
    public var zone: String?
    /// Inhabitants; `nil` for airports and where nobody counted.
    public var population: Int?
    /// Three letters, airports only.
    public var iata: String?
    /// Hotels that can be searched there, as told by the counter the directory was opened with.
    public var hotelCount: Int
    /// What the query matched, as ranges of UTF-16 units of `name`, ascending, without overlap.
    public var matched: [Range<Int>]
    /// The name that matched, when it is not the one shown ("Minga" for Munich).
    public var matchedAlias: String?
    /// Places of the same name at the same spot that have no line of their own, the best known first.
    ///
    /// A city's region, its country; at most ``mostAlso``.
    public var also: [PlaceChip] = []
    /// The rank's score, for explanations; comparable only within one answer.
    public var score: Double
    /// The part of the score that the place has before anything is typed.
    public var popularity = 0.0
    /// The part of the score that the match gave.
    public var match = 0.0
}

/// A place that goes by another's line: what to offer beside it.
public struct PlaceChip: Sendable, Equatable {
    /// Stable over rebuilds of the index.
    public var placeID: PlaceID
    /// What sort of place it is.
    public var kind: PlaceKind
    /// Ready to show.
    public var label: String
}

/// The answer to one query.
public struct PlaceSuggestions: Sendable, Equatable {
    /// The text that was asked, so that a client can drop a late answer.
    public var query: String
    /// Best first; the order is total.
    public var items: [PlaceSuggestion]
    /// The version of index and data, fit for an entity tag.
    public var version: String
}

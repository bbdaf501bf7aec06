public import TravelModel

/// A place that an operator brought along, as one line of a file of own places has it.
struct OwnPlace: Equatable {
    /// The line of the file it stands on.
    var line: Int
    var id: PlaceID
    var kind: PlaceKind
    var name: String
    var country: CountryCode
    var position: GeoPoint
    /// The city it belongs to; `nil` lets the nearest one count.
    var city: PlaceID?
    var region: String
    var population: Int
    var zone: String
    /// What it is worth before anything is typed; `nil` for what its kind and city make it.
    var popularity: Double?
    var names: [NameRecord]
}

/// A hotel that the gateway sells, as the index knows it.
public struct IndexedHotel: Sendable, Equatable {
    /// The hotel's own id, such as `hotel:lisbon-pt-azure`.
    public var id: PlaceID
    /// As shown.
    public var name: String
    /// The city it belongs to.
    public var city: PlaceID
    /// The country it stands in.
    public var country: CountryCode
    /// Where it stands.
    public var position: GeoPoint
    /// IANA zone; empty when unknown.
    public var zone: String

    /// A hotel of a catalogue.
    public init(
        id: PlaceID, name: String, city: PlaceID, country: CountryCode, position: GeoPoint,
        zone: String
    ) {
        self.id = id
        self.name = name
        self.city = city
        self.country = country
        self.position = position
        self.zone = zone
    }
}

public import TravelModel

/// Where a place is and how far it reaches: what a search for it covers.
public struct PlaceGround: Sendable, Hashable {
    /// The place.
    public let id: PlaceID
    /// What sort of place it is.
    public let kind: PlaceKind
    /// The country it lies in.
    public let country: CountryCode
    /// Its middle.
    public let centre: GeoPoint
    /// How far it reaches.
    public let extent: PlaceExtent

    /// All of them; there are no defaults.
    public init(
        id: PlaceID, kind: PlaceKind, country: CountryCode, centre: GeoPoint, extent: PlaceExtent
    ) {
        self.id = id
        self.kind = kind
        self.country = country
        self.centre = centre
        self.extent = extent
    }
}

extension Place {
    /// What a search for it covers.
    public var ground: PlaceGround {
        PlaceGround(
            id: id, kind: kind, country: countryCode, centre: centre, extent: extent)
    }
}

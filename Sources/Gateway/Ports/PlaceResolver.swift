public import TravelModel

/// Turns a place's id into an area to search.
public protocol PlaceResolver: Sendable {
    /// `nil` for an id nobody knows.
    func place(_ id: PlaceID) async -> ResolvedPlace?
}

/// A place as a search needs it.
public struct ResolvedPlace: Sendable, Hashable {
    /// As asked for.
    public var id: PlaceID
    /// As shown.
    public var name: String
    /// The hotels to look at.
    public var area: SearchArea

    /// All of them; there are no defaults.
    public init(id: PlaceID, name: String, area: SearchArea) {
        self.id = id
        self.name = name
        self.area = area
    }
}

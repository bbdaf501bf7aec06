public import TravelModel

/// One page of what has changed since a version of the places: what to write anew, what to remove.
public struct PlaceChanges: Sendable, Equatable {
    /// The most places in one page.
    public static let mostEntries = 1_000

    /// The version that a client has after the last page.
    public var version: String
    /// New places and those of which anything but their popularity is different, in order of id.
    public var changed: [PlaceSuggestion]
    /// Places that are gone, in order of id.
    public var removed: [PlaceID]
    /// What the next page comes after; `nil` on the last one.
    public var next: PlaceID?

    /// All of them; there are no defaults.
    public init(
        version: String, changed: [PlaceSuggestion], removed: [PlaceID], next: PlaceID?
    ) {
        self.version = version
        self.changed = changed
        self.removed = removed
        self.next = next
    }
}

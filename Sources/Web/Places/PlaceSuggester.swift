public import Places
public import TravelModel

/// Where places come from: the index, or a test's list.
public protocol PlaceSuggester: Sendable {
    /// Suggests places for what was typed so far.
    ///
    /// Throws as ``PlaceDirectory`` does.
    func suggest(_ query: SuggestQuery) async throws(PlaceFault) -> PlaceSuggestions

    /// The place with this id; `nil` when there is none.
    func place(_ id: PlaceID, language: String?) async throws(PlaceFault) -> Place?
}

extension PlaceDirectory: PlaceSuggester {}

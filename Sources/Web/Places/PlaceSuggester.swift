public import Places
public import TravelModel

/// Where places come from: the index, or a test's list.
public protocol PlaceSuggester: Sendable {
    /// Suggests places for what was typed so far.
    ///
    /// Throws as ``PlaceDirectory`` does.
    func suggest(_ query: SuggestQuery) async throws(PlaceFault) -> PlaceSuggestions

    /// The version of the places that are suggested now.
    var version: String { get }

    /// What has changed since a version, a page at a time; `nil` when that is not known any more.
    func changes(
        since version: String, after: PlaceID?, limit: Int, language: String?
    ) async throws(PlaceFault) -> PlaceChanges?

    /// The place with this id; `nil` when there is none.
    func place(_ id: PlaceID, language: String?) async throws(PlaceFault) -> Place?
}

extension PlaceDirectory: PlaceSuggester {}

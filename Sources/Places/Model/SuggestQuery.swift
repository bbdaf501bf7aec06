public import TravelModel

/// What to suggest for.
public struct SuggestQuery: Sendable, Equatable {
    /// The longest text that is taken, in characters.
    public static let longestText = 200
    /// The most suggestions in one answer.
    public static let mostSuggestions = 20

    /// The most places fetched beforehand.
    public static let mostPopular = 200

    /// The text typed so far; blank text asks for the popular places.
    public let text: String
    /// 1 to `mostSuggestions`; for the popular places to `mostPopular`.
    public let limit: Int
    /// The kinds wanted; never empty.
    public let kinds: Set<PlaceKind>
    /// BCP 47 tag of the names to show; `nil` shows the usual ones.
    public let language: String?
    /// Where the asker is: near places gain, famous ones still win.
    public let near: GeoPoint?

    /// Takes any text; what it means is never an error.
    ///
    /// - Parameters:
    ///   - limit: values outside 1...20 count as the nearest.
    ///   - kinds: an empty set counts as all kinds.
    /// - Throws: `PlaceFault.queryTooLong` over 200 characters.
    public init(
        _ text: String, limit: Int = 10, kinds: Set<PlaceKind> = [], language: String? = nil,
        near: GeoPoint? = nil
    ) throws(PlaceFault) {
        // Four-byte scalars and combining marks make a character long, never this long.
        guard text.utf8.count <= Self.longestText * 64,
            text.prefix(Self.longestText + 1).count <= Self.longestText
        else { throw .queryTooLong(limit: Self.longestText) }
        self.text = text
        self.limit = min(max(1, limit), Self.mostSuggestions)
        self.kinds = kinds.isEmpty ? Set(PlaceKind.allCases) : kinds
        self.language = language
        self.near = near
    }

    /// Asks for the popular places, as many as a client may fetch beforehand.
    ///
    /// - Parameters:
    ///   - limit: values outside 1...200 count as the nearest.
    ///   - kinds: an empty set counts as all kinds.
    public init(popular limit: Int, kinds: Set<PlaceKind> = [], language: String? = nil) {
        text = ""
        self.limit = min(max(1, limit), Self.mostPopular)
        self.kinds = kinds.isEmpty ? Set(PlaceKind.allCases) : kinds
        self.language = language
        near = nil
    }
}

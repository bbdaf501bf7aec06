internal import TravelModel

/// What a line may say of a place; it says as much as tells it from the others of a list.
struct PlaceLabel {
    /// Countries in whose addresses the region is always said.
    private static let regionAlways: Set<String> = ["US", "CA", "AU"]

    private let kind: PlaceKind
    private let name: String
    /// The city it belongs to, if the name does not tell.
    private let city: String?
    private let region: String?
    private let country: String
    private var showsRegion: Bool
    /// Told in brackets behind the name.
    private(set) var remark: String?

    /// - Parameter city: what a hotel, a landmark or an airport belongs to.
    init(_ item: PlaceSuggestion, city: String?) {
        kind = item.kind
        name = item.name
        remark = item.iata
        self.city = city
        // A region of the same name says nothing new.
        let others = [item.name, city]
        region = item.kind == .country || others.contains(item.region) ? nil : item.region
        country = item.kind == .country ? "" : item.country
        showsRegion = Self.saysRegion(item.countryCode)
    }

    /// Whether the labels of a country's places always say the region.
    static func saysRegion(_ country: CountryCode) -> Bool { regionAlways.contains(country.text) }

    var text: String {
        var parts = [remark.map { "\(name) (\($0))" } ?? name]
        if let city { parts.append(city) }
        if showsRegion, let region { parts.append(region) }
        if !country.isEmpty { parts.append(country) }
        return parts.joined(separator: ", ")
    }

    /// Says more by the region.
    mutating func showRegion() { showsRegion = true }

    /// Says of a region that it is one: a city may have the same name.
    mutating func showKind(in language: String?) {
        guard kind == .region, remark == nil else { return }
        remark = Self.word(for: language)
    }

    /// Says near what it lies.
    mutating func show(neighbour: String) { remark = neighbour }

    /// "Region" in the languages that names are mostly asked for in.
    private static func word(for language: String?) -> String {
        let tag = language?.prefix { $0 != "-" && $0 != "_" }.lowercased() ?? ""
        return words[tag] ?? "region"
    }

    private static let words = [
        "de": "Region", "fr": "région", "es": "región", "it": "regione", "pt": "região",
        "nl": "regio",
        "pl": "region", "cs": "region", "sv": "region", "da": "region", "nb": "region",
        "fi": "alue",
        "tr": "bölge", "ru": "регион", "uk": "регіон", "el": "περιφέρεια", "ar": "منطقة",
        "ja": "地域",
        "zh": "地区", "ko": "지역",
    ]
}

/// What sort of place it is; the raw value is the word on the wire.
public enum PlaceKind: String, CaseIterable, Sendable, Hashable {
    /// A country or a territory with a code of its own.
    case country
    /// A first-level division of a country.
    case region
    /// A city, town or borough.
    case city
    /// An airport with an IATA code.
    case airport
    /// A sight people search for by name.
    case landmark
    /// One hotel.
    case hotel

    /// The number stored in an index; never renumbered.
    var code: UInt8 {
        switch self {
        case .country: return 0
        case .region: return 1
        case .city: return 2
        case .airport: return 3
        case .landmark: return 4
        case .hotel: return 5
        }
    }

    /// The kind that an index stores as `code`.
    init?(code: Int) {
        switch code {
        case 0: self = .country
        case 1: self = .region
        case 2: self = .city
        case 3: self = .airport
        case 4: self = .landmark
        case 5: self = .hotel
        default: return nil
        }
    }
}

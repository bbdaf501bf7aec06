public import TravelModel

/// The hotels we know, and what each supplier calls them.
///
/// Held in memory; answers are immediate and in a fixed order.
public protocol HotelCatalogue: Sendable {
    /// Hotels in an area, nearest to its centre first, ties by id; at most `most`.
    func hotels(in area: SearchArea, most: Int) -> [CatalogueHotel]

    /// One hotel.
    func hotel(_ id: HotelID) -> CatalogueHotel?

    /// Which hotel a supplier means by a code; `nil` when nobody mapped it.
    func hotel(of supplier: SupplierID, code: SupplierHotelCode) -> HotelID?

    /// What a supplier calls a hotel: usually one code, several where it lists it twice.
    func codes(of hotel: HotelID, at supplier: SupplierID) -> [SupplierHotelCode]
}

/// What the catalogue says about a hotel.
public struct CatalogueHotel: Sendable, Hashable {
    /// Ours.
    public var id: HotelID
    /// As shown.
    public var name: String
    /// 1 to 5 in halves; `nil` when unrated.
    public var stars: Double?
    /// Where it stands.
    public var position: GeoPoint
    /// One line, ready to show.
    public var address: String
    /// Keys such as `wifi`, `pool`; ascending.
    public var amenities: [String]
    /// The city it belongs to.
    public var place: PlaceID
    /// The country it stands in.
    public var country: CountryCode
    /// IANA zone name; `nil` when unknown.
    public var zone: String?

    /// A hotel with no stars, amenities or zone.
    public init(
        id: HotelID, name: String, position: GeoPoint, address: String, place: PlaceID,
        country: CountryCode
    ) {
        self.id = id
        self.name = name
        self.position = position
        self.address = address
        self.place = place
        self.country = country
        amenities = []
    }
}

/// Where a search looks.
public enum SearchArea: Sendable, Hashable {
    /// Within `radiusKilometres` of a point.
    case circle(centre: GeoPoint, radiusKilometres: Double)
    /// All of a country.
    case country(CountryCode)
    /// What lies in a box, of one country.
    case box(GeoBox, in: CountryCode)
    /// Just these.
    case hotels([HotelID])
}

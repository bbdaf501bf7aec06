public import Gateway
public import TravelModel

/// A handful of invented hotels around one point, mapped to any suppliers.
///
/// Hotel number `n` is `hotel:n`; a supplier that lists it calls it `SUPPLIER-n`.
public struct TinyCatalogue: HotelCatalogue {
    private let list: [CatalogueHotel]
    private let listed: [SupplierID: Set<Int>]

    /// `coverage` names, for each supplier, the numbers of the hotels it lists.
    public init(hotels: Int, coverage: [SupplierID: Set<Int>]) {
        list = (0..<hotels).compactMap(Self.hotel)
        listed = coverage
    }

    /// All hotels in their order, whatever the area; a list gives just those.
    public func hotels(in area: SearchArea, most: Int) -> [CatalogueHotel] {
        if case .hotels(let ids) = area {
            return Array(ids.compactMap { hotel($0) }.prefix(most))
        }
        return Array(list.prefix(most))
    }

    /// One hotel.
    public func hotel(_ id: HotelID) -> CatalogueHotel? { list.first { $0.id == id } }

    /// The hotel behind `SUPPLIER-n`.
    public func hotel(of supplier: SupplierID, code: SupplierHotelCode) -> HotelID? {
        guard let number = Int(code.text.dropFirst(supplier.text.count + 1)),
            code.text == "\(supplier)-\(number)", listed[supplier]?.contains(number) == true
        else { return nil }
        return HotelID("hotel:\(number)")
    }

    /// `SUPPLIER-n` where it lists the hotel.
    public func codes(of hotel: HotelID, at supplier: SupplierID) -> [SupplierHotelCode] {
        guard let number = Int(hotel.text.dropFirst(6)),
            listed[supplier]?.contains(number) == true,
            let code = SupplierHotelCode("\(supplier)-\(number)")
        else { return [] }
        return [code]
    }

    private static func hotel(_ number: Int) -> CatalogueHotel? {
        guard let id = HotelID("hotel:\(number)"),
            let position = GeoPoint(latitude: 38.7 + Double(number) / 1000, longitude: -9.1),
            let place = PlaceID("geonames:2267057"), let country = CountryCode("PT")
        else { return nil }
        var hotel = CatalogueHotel(
            id: id, name: "Hotel \(number)", position: position, address: "Rua \(number), Lisboa",
            place: place, country: country)
        hotel.stars = 3
        hotel.zone = "Europe/Lisbon"
        return hotel
    }
}

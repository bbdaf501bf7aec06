public import TravelModel

/// A kind of room we sell ourselves.
public struct OwnRoom: Sendable, Hashable {
    /// The hotel under its code of our own inventory.
    public var hotel: SupplierHotelCode
    /// The kind, unique within the hotel, such as `DBL`.
    public var kind: String
    /// As shown.
    public var name: String
    /// Bed descriptions.
    public var beds: [String]
    /// Guests at most, children included.
    public var maxGuests: Int
    /// Rooms of the kind on any night.
    public var allotment: Int
    /// For one night, taxes included.
    public var nightly: Money
    /// For one guest and night, paid at the hotel; `nil` where there is none.
    public var cityTax: Money?

    /// A kind of room without beds described and without a city tax.
    public init(
        hotel: SupplierHotelCode, kind: String, name: String, maxGuests: Int, allotment: Int,
        nightly: Money
    ) {
        self.hotel = hotel
        self.kind = kind
        self.name = name
        self.maxGuests = maxGuests
        self.allotment = allotment
        self.nightly = nightly
        beds = []
    }
}

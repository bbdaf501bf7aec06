public import TravelModel

/// A hotel with everything that is on offer there now.
public struct HotelResult: Sendable, Hashable {
    /// What the catalogue says of it.
    public let hotel: CatalogueHotel
    /// From the centre of the search; `nil` where it has none.
    public let distanceKilometres: Double?
    /// The total of the first of ``offers``: the lowest of those that are known to be whole, where
    /// there are any.
    public let from: Money
    /// Visible ASCII; sorting all hotels ascending by its bytes gives the final order.
    public let sortKey: String
    /// Never empty; in the final order, each thing once.
    public let offers: [PricedOffer]
    /// What each supplier of the search calls it, by supplier, then code.
    public let alsoKnownAs: [SupplierAlias]
}

/// A hotel as one supplier calls it.
public struct SupplierAlias: Sendable, Hashable {
    /// Who.
    public let supplier: SupplierID
    /// Its code.
    public let code: SupplierHotelCode
}

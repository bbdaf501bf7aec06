/// One invented hotel, as it is in the world of the mocks.
public struct CatalogueHotel: Sendable {
    /// Our id, `hotel:...`; suppliers never show it.
    public let id: String
    /// The hotel's own name.
    public let name: String
    /// 1 to 5.
    public let stars: Int
    /// Street, number and district.
    public let address: String
    /// The city's name.
    public let city: String
    /// ISO 3166 code.
    public let country: String
    /// IANA zone; the offsets are in `ZoneTable`.
    public let zone: String
    /// An invented number, with the country's code.
    public let phone: String
    /// Minutes after midnight from which guests may come.
    public let checkInMinute: Int
    /// From the catalogue's closed list.
    public let amenities: [String]
    /// From the cheapest to the dearest; never empty.
    public let rooms: [RoomType]
    /// About one night of a standard double for two adults, in the contract currency.
    public let base: Amount
    /// What is charged beside or inside the price.
    public let tax: TaxRules
    /// Still listed by suppliers, never sold.
    public let isClosed: Bool
}

/// A kind of room that hotels sell.
public struct RoomType: Hashable, Sendable {
    /// Short code, `DBL`.
    public let code: String
    /// For guests, `Standard Double Room`.
    public let name: String
    /// `1 king bed, 1 sofa bed`.
    public let beds: String
    /// Most guests, children too.
    public let most: Int
    /// Most adults.
    public let adults: Int
    /// Price against the standard double, in hundredths.
    public let percent: Int64

    /// Whether a party fits in.
    public func takes(_ party: Party) -> Bool {
        party.guests <= most && party.adults <= adults
    }
}

/// How a hotel's price is taxed, and what guests pay at the desk.
public struct TaxRules: Sendable {
    /// Hundredths of a percent.
    public let vat: Int64
    /// Whether the base price holds the tax already.
    public let isVatIncluded: Bool
    /// The municipality's levy, paid at the property.
    public let cityTax: PropertyLevy?
    /// A mandatory fee of the house, paid at the property.
    public let resortFee: PropertyLevy?
}

/// Money that guests pay at the property.
public struct PropertyLevy: Sendable {
    /// For one unit of the basis, in the hotel's currency.
    public let amount: Amount
    /// Per person and night, else per room and night.
    public let isPerPerson: Bool
    /// Nights after which it is no longer charged.
    public let mostNights: Int
    /// Guests below this age are free; only for levies per person.
    public let fromAge: Int

    /// For one room of a stay.
    public func total(for party: Party, nights: Int) -> Amount {
        let taxed = party.adults + party.childAges.count { $0 >= fromAge }
        let units = min(nights, mostNights) * (isPerPerson ? taxed : 1)
        return Amount(minor: amount.minor * Int64(units), currency: amount.currency)
    }
}

/// What one supplier knows of a hotel: its own code, spelling and place.
public struct SupplierListing: Sendable {
    /// The supplier's code.
    public let code: String
    /// The supplier's spelling.
    public let name: String
    /// Degrees as the supplier prints them.
    public let latitude: String
    /// Degrees as the supplier prints them.
    public let longitude: String
    /// The supplier's opinion.
    public let stars: Int
    /// The truth behind the code.
    public let hotel: CatalogueHotel
}

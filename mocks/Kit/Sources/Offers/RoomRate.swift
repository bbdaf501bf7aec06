/// One room of one stay at one price: the truth that each mock writes in its own words.
public struct RoomRate: Sendable {
    /// The hotel as the supplier knows it.
    public let listing: SupplierListing
    /// The kind of room.
    public let room: RoomType
    /// The conditions.
    public let plan: RatePlan
    /// The nights.
    public let stay: Stay
    /// Who sleeps in it.
    public let party: Party
    /// Price before tax, night by night, in the hotel's currency.
    public let nightly: [Amount]
    /// Tax that is paid with the price, night by night.
    public let nightlyTax: [Amount]
    /// Due at the property beside the price.
    public let propertyFees: [PropertyFee]
    /// Rooms left at these conditions.
    public let remaining: Int

    /// ISO 4217 code of all its amounts.
    public var currency: String { listing.hotel.base.currency }

    /// All nights before tax.
    public var base: Amount { sum(nightly) }

    /// All tax that is paid with the price.
    public var tax: Amount { sum(nightlyTax) }

    /// What is paid with the booking: nights and tax.
    public var total: Amount { Amount(minor: base.minor + tax.minor, currency: currency) }

    /// What is paid at the property.
    public var atProperty: Amount { sum(propertyFees.map(\.amount)) }

    /// The nights and tax of the first night alone.
    public var firstNight: Amount {
        Amount(
            minor: (nightly.first?.minor ?? 0) + (nightlyTax.first?.minor ?? 0), currency: currency)
    }

    private func sum(_ amounts: [Amount]) -> Amount {
        Amount(minor: amounts.reduce(0) { $0 + $1.minor }, currency: currency)
    }
}

/// A mandatory charge that guests pay at the property.
public struct PropertyFee: Hashable, Sendable {
    /// What it is for.
    public enum Kind: String, Sendable {
        /// The municipality's levy.
        case cityTax
        /// The house's own fee.
        case resortFee
    }

    /// What it is for.
    public let kind: Kind
    /// For the room and the whole stay.
    public let amount: Amount
}

extension RoomRate {
    /// The same rate as a supplier shows it that forgets the tax.
    var withoutTax: RoomRate {
        RoomRate(
            listing: listing, room: room, plan: plan, stay: stay, party: party, nightly: nightly,
            nightlyTax: nightlyTax.map { Amount(minor: 0, currency: $0.currency) },
            propertyFees: propertyFees, remaining: remaining)
    }

    /// The same rate after a rise.
    func raised(percent: Int64) -> RoomRate {
        func up(_ amounts: [Amount]) -> [Amount] {
            amounts.map {
                Amount(
                    minor: Amount.share($0.minor, 100 + percent, of: 100), currency: $0.currency)
            }
        }
        return RoomRate(
            listing: listing, room: room, plan: plan, stay: stay, party: party,
            nightly: up(nightly), nightlyTax: up(nightlyTax), propertyFees: propertyFees,
            remaining: remaining)
    }
}

internal import SupplierKit
internal import TravelModel

/// Everything of a search that may change what a supplier answers for a hotel.
///
/// Two searches with equal terms may share calls and kept answers. The client, markup and the
/// currency shown are not in it; the shopper's address, agent and session are passed on but are
/// not supposed to change a price.
struct AskedTerms: Sendable, Hashable {
    let stay: StayDates
    /// In the order asked for: an offer's rooms answer them by position.
    let rooms: [Occupancy]
    let residency: CountryCode
    let language: String
    /// The currency the supplier is asked for: its contract's where it has one.
    let currency: CurrencyCode
    let channel: ShopperContext.Channel

    init(stay: StayDates, rooms: [Occupancy], shopper: ShopperContext, contract: CurrencyCode?) {
        self.stay = stay
        self.rooms = rooms
        residency = shopper.residency
        language = shopper.language
        currency = contract ?? shopper.currency
        channel = shopper.channel
    }

    /// A shopper about whom only the terms are known.
    var shopper: ShopperContext {
        var shopper = ShopperContext(residency: residency, language: language, currency: currency)
        shopper.channel = channel
        return shopper
    }
}

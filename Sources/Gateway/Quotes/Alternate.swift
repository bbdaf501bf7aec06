internal import SupplierKit
internal import TravelModel

/// Something else a client can hold at once where what it wanted is gone.
public struct Alternate: Sendable, Hashable {
    /// Fresh: the supplier was asked a moment ago.
    public let quote: Quote
    /// As its client sees it.
    public let shown: PricedOffer
    /// The hotel's name, since it may be another one.
    public let hotelName: String
}

/// An offer that might do instead, as it is known from before.
public struct AlternateCandidate: Sendable, Hashable {
    let supplier: SupplierID
    let hotel: CatalogueHotel
    let offer: Offer
    let offerID: OfferID
    let rank: AlternateRank
}

/// How near an offer comes to one that is gone; the lesser the nearer.
struct AlternateRank: Sendable, Hashable, Comparable {
    /// A rise or fall of the price counts in thousandths of it; other terms weigh as much as these.
    private static let otherTerm: Int64 = 100

    let isElsewhere: Bool
    let isInAnotherCurrency: Bool
    let difference: Int64
    let offerID: OfferID

    init(
        _ offer: Offer, _ offerID: OfferID, isElsewhere: Bool, insteadOf quoted: Offer,
        _ pricing: OfferPricing
    ) {
        let (old, new) = (pricing.price(quoted.price).total, pricing.price(offer.price).total)
        self.isElsewhere = isElsewhere
        self.offerID = offerID
        isInAnotherCurrency = old.currency != new.currency
        var difference: Int64 = 0
        if old.currency == new.currency, old.minorUnits > 0 {
            let part = Int128(new.minorUnits) - Int128(old.minorUnits)
            let thousandths = part.magnitude * 1000 / UInt128(old.minorUnits.magnitude)
            difference = Int64(clamping: min(thousandths, 1_000_000))
        }
        if offer.board != quoted.board { difference += Self.otherTerm }
        if offer.cancellation.kind != quoted.cancellation.kind { difference += Self.otherTerm }
        if offer.payment.timing != quoted.payment.timing { difference += Self.otherTerm }
        self.difference = difference
    }

    static func < (a: AlternateRank, b: AlternateRank) -> Bool {
        if a.isElsewhere != b.isElsewhere { return !a.isElsewhere }
        if a.isInAnotherCurrency != b.isInAnotherCurrency { return !a.isInAnotherCurrency }
        if a.difference != b.difference { return a.difference < b.difference }
        return a.offerID < b.offerID
    }
}

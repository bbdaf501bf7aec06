internal import TravelModel

/// Makes what a client sees of a supplier's offer.
struct OfferPresenter: Sendable {
    let pricing: OfferPricing
    let deadlines: DeadlineResolver
    let now: Instant

    /// An offer without alternates.
    func present(
        _ offer: Offer, offerID: OfferID, quote: (id: QuoteID?, expires: Instant),
        supplier: SupplierID, hotel: HotelID, zone: String?, freshness: Freshness
    ) -> PricedOffer {
        let price = pricing.price(offer.price)
        return PricedOffer(
            offerID: offerID, quoteID: quote.id, supplier: supplier, hotel: hotel,
            hotelCode: offer.hotel, rooms: offer.rooms, board: offer.board,
            boardText: offer.boardText, price: price,
            cancellation: deadlines.resolve(
                offer.cancellation, zone: zone, price: price,
                stayTotal: offer.price.stayTotal, pricing: pricing, now: now),
            remaining: offer.remaining, payment: offer.payment,
            requirements: offer.requirements, hold: offer.hold, legal: offer.legal,
            notes: offer.notes, freshness: freshness, expiresAt: quote.expires, alternates: [])
    }
}

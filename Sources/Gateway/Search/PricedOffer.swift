public import TravelModel

/// An offer as a client sees it: prices converted once, deadlines resolved, a quote to hold it by.
public struct PricedOffer: Sendable, Hashable {
    /// Stable from search to search.
    public let offerID: OfferID
    /// What a hold is made with; `nil` when the answer behind it could not be stored, and when the
    /// quote would be over by now.
    public let quoteID: QuoteID?
    /// Who offers it.
    public let supplier: SupplierID
    /// Where.
    public let hotel: HotelID
    /// The supplier's code of the hotel.
    public let hotelCode: SupplierHotelCode
    /// One entry a room asked for.
    public let rooms: [OfferRoom]
    /// Meals included.
    public let board: Board
    /// The supplier's words for the meals, where they say more.
    public let boardText: String?
    /// In the search's currency, or in its own where that one has no rate.
    public let price: DisplayPrice
    /// With every deadline as an instant and as the hotel's wall clock.
    public let cancellation: ResolvedCancellation
    /// Rooms left, where the supplier says so.
    public let remaining: Int?
    /// When and to whom the guest pays.
    public let payment: OfferPayment
    /// Conditions under which it may be sold.
    public let requirements: OfferRequirements
    /// What a hold of it would mean.
    public let hold: HoldAbility
    /// The trader behind it, where the law wants it shown.
    public let legal: String?
    /// Text that must reach the guest before payment.
    public let notes: [String]
    /// Where and when the price was asked.
    public let freshness: Freshness
    /// When the quote ends.
    public let expiresAt: Instant
    /// The same thing from elsewhere or at another price, cheapest first; at most 16.
    public internal(set) var alternates: [OfferAlternate]
}

/// How fresh a price is.
public struct Freshness: Sendable, Hashable {
    /// Live or kept.
    public let source: AnswerSource
    /// When the supplier gave it.
    public let quotedAt: Instant

    /// Age at `now`, never below zero.
    public func age(at now: Instant) -> Duration { max(.zero, quotedAt.duration(to: now)) }
}

/// Another way to buy the same thing.
public struct OfferAlternate: Sendable, Hashable {
    /// Who offers it.
    public let supplier: SupplierID
    /// Stable from search to search.
    public let offerID: OfferID
    /// As ``PricedOffer/quoteID``.
    public let quoteID: QuoteID?
    /// In the same currency as the search where it has a rate.
    public let total: Money
    /// Anything but `full` tells that the guest may pay more; the same as the offer's beside it.
    public let completeness: OfferPrice.Completeness
}

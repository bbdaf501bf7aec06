public import SupplierKit
public import TravelModel

/// A price a client was promised, with all that is needed to ask the supplier again.
public struct Quote: Sendable, Hashable {
    /// As the client names it.
    public let id: QuoteID
    /// Whose it is.
    public let tenant: TenantID
    /// Stable from search to search.
    public let offerID: OfferID
    /// Who offers it.
    public let supplier: SupplierID
    /// Where.
    public let hotel: HotelID
    /// As the supplier gave it.
    public let offer: Offer
    /// The nights.
    public let stay: StayDates
    /// One entry a room.
    public let rooms: [Occupancy]
    /// As the supplier was asked; address, agent and session belong to the one who asks next.
    public let shopper: ShopperContext
    /// When the supplier gave the price.
    public let quotedAt: Instant
    /// Live or kept when it was shown is not remembered; a quote's price is as old as ``quotedAt``.
    public let expiresAt: Instant
    /// The day of the table that converted it, and the currency it was shown in.
    public let shownIn: QuoteDisplay

    /// Time left at `now`, never below zero.
    public func expiresIn(at now: Instant) -> Duration {
        max(.zero, now.duration(to: expiresAt))
    }
}

/// How a quoted price was shown: what a later comparison must use again.
public struct QuoteDisplay: Sendable, Hashable {
    /// The currency asked for by the client.
    public let currency: CurrencyCode
    /// The day of the exchange rates.
    public let rateDate: CivilDate
    /// The version of the markup rules; 0 while there are none.
    public let markupVersion: Int
}

/// What became of a quote id.
public enum QuoteResolution: Sendable, Hashable {
    /// It stands.
    case live(Quote)
    /// It was ours and is over; the quote, if still stored, tells the search to repeat.
    case expired(Quote?)
    /// Forged, altered, or another tenant's.
    case unknown
}

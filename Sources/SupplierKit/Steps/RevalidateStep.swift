public import TravelModel

/// What a revalidation is asked.
public struct RevalidateInput: Sendable, Hashable {
    /// The offer as it was quoted.
    public var offer: Offer
    /// The nights.
    public var stay: StayDates
    /// One entry a room.
    public var rooms: [Occupancy]
    /// Who asks.
    public var shopper: ShopperContext

    /// All of them; there are no defaults.
    public init(offer: Offer, stay: StayDates, rooms: [Occupancy], shopper: ShopperContext) {
        self.offer = offer
        self.stay = stay
        self.rooms = rooms
        self.shopper = shopper
    }
}

/// What the supplier says of a rate now.
public enum RevalidateEnd: Sendable, Hashable {
    /// The offer as it is now; equal to the quoted one or not is for the gateway to judge.
    case current(Offer)
    /// Sold out, or the rate no longer exists.
    case soldOut
    /// The supplier has forgotten the token: search again.
    case expired
    /// Not answered; nothing is known.
    case failed(SupplierFailure)
}

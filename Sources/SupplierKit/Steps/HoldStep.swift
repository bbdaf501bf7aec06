public import TravelModel

/// What a hold is asked, after a revalidation that found the offer acceptable.
public struct HoldInput: Sendable, Hashable {
    /// The offer as the revalidation returned it, with its fresh reference.
    public var offer: Offer
    /// The nights.
    public var stay: StayDates
    /// One entry a room.
    public var rooms: [Occupancy]
    /// Who asks.
    public var shopper: ShopperContext
    /// Ours; equal in every attempt of one hold.
    public var reference: HoldReference
    /// As the manifest's needs say; empty otherwise.
    public var guests: [Guest]
    /// As the manifest's needs say.
    public var contact: Contact?

    /// No guests and no contact.
    public init(
        offer: Offer, stay: StayDates, rooms: [Occupancy], shopper: ShopperContext,
        reference: HoldReference
    ) {
        self.offer = offer
        self.stay = stay
        self.rooms = rooms
        self.shopper = shopper
        self.reference = reference
        guests = []
    }
}

/// A hold as the supplier keeps it.
public struct SupplierHold: Sendable, Hashable {
    /// The supplier's own number.
    public var reference: SupplierReference
    /// Opaque links or tokens later steps need, up to 8,192 bytes.
    public var token: String
    /// When the supplier lets go; `nil` when it does not say.
    public var expires: Instant?

    /// Cuts nothing: an adapter that cannot keep a token within its bound fails its step.
    public init(reference: SupplierReference, token: String, expires: Instant?) {
        self.reference = reference
        self.token = token
        self.expires = expires
    }
}

/// How a hold ended, as far as the supplier told us.
public enum HoldEnd: Sendable, Hashable {
    /// The room is kept.
    case held(SupplierHold)
    /// Refused, and surely not kept: the rate is gone.
    case soldOut
    /// Refused, and surely not kept: the price is another one.
    case priceChanged
    /// Refused, and surely not kept, for another reason of the supplier.
    case refused(SupplierFailure)
    /// The supplier already knows our reference: look it up.
    case duplicate
    /// The answer was lost or cannot be trusted; only a look-up can tell.
    case unknown(SupplierFailure)
}

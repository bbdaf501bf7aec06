/// Rooms of one kind under one plan for a whole stay: what a client can choose and buy.
public struct StayOffer: Sendable {
    /// One rate a room, in the order of the parties asked for; at least one.
    public let rates: [RoomRate]
    /// The first room's rate.
    public let lead: RoomRate

    /// Nil for no rates.
    init?(_ rates: [RoomRate]) {
        guard let lead = rates.first else { return nil }
        self.rates = rates
        self.lead = lead
    }

    /// The hotel as the supplier knows it.
    public var listing: SupplierListing { lead.listing }
    /// The kind of room.
    public var room: RoomType { lead.room }
    /// The conditions.
    public var plan: RatePlan { lead.plan }
    /// The nights.
    public var stay: Stay { lead.stay }
    /// Rooms left of the kind.
    public var remaining: Int { lead.remaining }
    /// Whether as many rooms as asked for are left.
    public var isAvailable: Bool { lead.remaining >= rates.count }
    /// ISO 4217 code of all amounts.
    public var currency: String { lead.currency }

    /// All rooms before tax.
    public var base: Amount { sum(rates.map(\.base)) }
    /// All rooms' tax that is paid with the price.
    public var tax: Amount { sum(rates.map(\.tax)) }
    /// What is paid with the booking for all rooms.
    public var total: Amount { sum(rates.map(\.total)) }
    /// What is paid at the property for all rooms.
    public var atProperty: Amount { sum(rates.map(\.atProperty)) }
    /// The first night of all rooms with its tax.
    public var firstNight: Amount { sum(rates.map(\.firstNight)) }

    private func sum(_ amounts: [Amount]) -> Amount {
        Amount(minor: amounts.reduce(0) { $0 + $1.minor }, currency: currency)
    }
}

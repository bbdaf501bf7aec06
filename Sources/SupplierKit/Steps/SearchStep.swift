public import TravelModel

/// What a search step is asked.
public struct SearchInput: Sendable, Hashable {
    /// The nights.
    public var stay: StayDates
    /// One entry a room, 1 to 8.
    public var rooms: [Occupancy]
    /// The supplier's codes, at most the manifest's `hotelsPerRequest`; ascending.
    public var hotels: [SupplierHotelCode]
    /// Who searches.
    public var shopper: ShopperContext
    /// How long the call may take in all; some suppliers want to be told.
    public var budget: Duration

    /// All of them; there are no defaults.
    public init(
        stay: StayDates, rooms: [Occupancy], hotels: [SupplierHotelCode], shopper: ShopperContext,
        budget: Duration
    ) {
        self.stay = stay
        self.rooms = rooms
        self.hotels = hotels
        self.shopper = shopper
        self.budget = budget
    }
}

/// How a search step ended; its offers were emitted on the way.
public enum SearchEnd: Sendable, Hashable {
    /// Everything was said: a hotel without offers has none.
    case complete
    /// Only part was said; hotels without offers are unknown.
    case failed(SupplierFailure)
}

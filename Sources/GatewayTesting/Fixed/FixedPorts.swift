public import Gateway
public import TravelModel

/// Places that are given beforehand.
public struct FixedPlaces: PlaceResolver {
    private let places: [PlaceID: ResolvedPlace]

    /// Later places of one id replace earlier ones.
    public init(_ places: [ResolvedPlace]) {
        self.places = Dictionary(places.map { ($0.id, $0) }) { _, last in last }
    }

    /// At once.
    public func place(_ id: PlaceID) async -> ResolvedPlace? { places[id] }
}

/// One table of rates for ever.
public struct FixedRates: RateSource {
    private let rates: ExchangeRateTable

    /// Any table.
    public init(_ rates: ExchangeRateTable) { self.rates = rates }

    /// The table.
    public func current() -> ExchangeRateTable { rates }

    /// The table, if it is of that day.
    public func table(asOf date: CivilDate) -> ExchangeRateTable? {
        rates.asOf == date ? rates : nil
    }
}

/// Zones without summer time, enough for tests that are not about zones.
public struct FixedZones: ZoneDatabase {
    private let offsets: [String: Int]

    /// Seconds ahead of UTC by zone.
    public init(_ offsets: [String: Int] = ["Europe/Lisbon": 0, "Asia/Tokyo": 9 * 3600]) {
        self.offsets = offsets
    }

    /// The fixed offset.
    public func rules(of zone: String) -> ZoneRules? {
        offsets[zone].map { ZoneRules(offsetSeconds: $0) }
    }
}

/// Own rooms that are given beforehand.
public struct FixedInventory: InventoryPort {
    private let offers: [Offer]

    /// Offers of any hotels.
    public init(_ offers: [Offer]) { self.offers = offers }

    /// Those of the hotels asked for, in that order.
    public func offers(
        of hotels: [SupplierHotelCode], stay: StayDates, rooms: [Occupancy]
    ) async throws(StorageFault) -> [Offer] {
        hotels.flatMap { hotel in offers.filter { $0.hotel == hotel } }
    }
}

/// What a mock may look at and change while it answers one call.
public struct Shop: Sendable {
    /// The supplier's id.
    public let supplier: String
    /// The fleet's seed.
    public let seed: UInt64
    /// Hotels by the supplier's code.
    public let listings: [String: SupplierListing]
    /// Local times.
    public let zones: ZoneTable
    /// Rates between currencies.
    public let exchange: Exchange
    /// Prices.
    public internal(set) var market: Market
    /// Rooms.
    public var inventory: Inventory
    /// Virtual time of the call: tokens and holds live by it.
    public internal(set) var now = Moment(milliseconds: 0)
    /// Wall time of the call: signatures are judged by it.
    public internal(set) var wall = Moment(milliseconds: 0)
    /// A trade outcome forced on this call.
    public internal(set) var forced: ForcedOutcome?
    /// How long a hold lives, milliseconds.
    public internal(set) var holdLife: Int64 = 15 * 60_000
    /// How long a price token lives, milliseconds.
    public internal(set) var tokenLife: Int64 = 20 * 60_000
    /// How long a reservation made by this call cannot be found, milliseconds.
    public internal(set) var retrieveLag: Int64 = 0

    /// The shop of a supplier at the start of a run.
    public init(supplier: String, seed: UInt64, catalogue: Catalogue) {
        self.supplier = supplier
        self.seed = seed
        listings = catalogue.listings(of: supplier)
        zones = catalogue.zones
        exchange = catalogue.exchange
        market = Market(seed: seed, supplier: supplier)
        inventory = Inventory(seed: seed, supplier: supplier)
    }

    /// Every rate at which `rooms` rooms of a kind can be had for a party, cheapest first.
    ///
    /// Packages are left out unless asked for; each rate is for one room.
    public mutating func rates(
        of code: String, stay: Stay, party: Party, rooms: Int = 1, packages: Bool = false
    ) -> [RoomRate] {
        guard let listing = listings[code] else { return [] }
        var rates: [RoomRate] = []
        for room in listing.hotel.rooms where room.takes(party) {
            let left = inventory.available(listing.hotel, room, stay, now: now)
            guard left >= rooms else { continue }
            for plan in market.plans(for: room, of: listing.hotel)
            where packages || !plan.isPackage {
                rates.append(
                    market.rate(listing, room, plan, stay, party, remaining: left, now: now))
            }
        }
        return rates.sorted {
            ($0.total.minor, $0.room.code, $0.plan.code)
                < ($1.total.minor, $1.room.code, $1.plan.code)
        }
    }

    /// One rate again, as it stands now; nil for a room or plan that the hotel does not have.
    ///
    /// `remaining` is 0 when the room is gone, and the forced outcome of the call is applied.
    public mutating func rate(
        of code: String, room roomCode: String, plan planCode: String, stay: Stay, party: Party
    ) -> RoomRate? {
        guard let listing = listings[code],
            let room = listing.hotel.rooms.first(where: { $0.code == roomCode }),
            var plan = market.plans(for: room, of: listing.hotel)
                .first(where: { $0.code == planCode })
        else { return nil }
        if forced == .termsChanged { plan = plan.withWorseTerms }
        let left =
            forced == .soldOut
            ? 0 : max(0, inventory.available(listing.hotel, room, stay, now: now))
        var rate = market.rate(listing, room, plan, stay, party, remaining: left, now: now)
        if forced == .priceChanged { rate = rate.raised(percent: 7) }
        return rate
    }

    /// The instant from which a cancellation step holds, at the hotel.
    public func deadline(of rate: RoomRate, daysBefore: Int, minuteOfDay: Int) -> Moment {
        zones.moment(
            rate.stay.checkIn.adding(-daysBefore), minuteOfDay: minuteOfDay,
            in: rate.listing.hotel.zone)
    }

    /// Minutes east of UTC at a hotel.
    public func offset(of hotel: CatalogueHotel, at moment: Moment) -> Int {
        zones.offset(of: hotel.zone, at: moment)
    }
}

extension RoomRate {
    /// The same rate after a rise.
    func raised(percent: Int64) -> RoomRate {
        func up(_ amounts: [Amount]) -> [Amount] {
            amounts.map {
                Amount(
                    minor: Amount.share($0.minor, 100 + percent, of: 100), currency: $0.currency)
            }
        }
        return RoomRate(
            listing: listing, room: room, plan: plan, stay: stay, party: party,
            nightly: up(nightly), nightlyTax: up(nightlyTax), propertyFees: propertyFees,
            remaining: remaining)
    }
}

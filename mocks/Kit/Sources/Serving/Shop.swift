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
    /// What was told to cost more.
    private var rises = PriceRises()
    /// What costs more in this one call only.
    private var rehearsedRises: Set<PriceRises.Key> = []
    /// Whether the call says itself what it wants to come to.
    var isRehearsed = false
    /// Virtual time of the call: tokens and holds live by it.
    public internal(set) var now = Moment(milliseconds: 0)
    /// Wall time of the call: signatures are judged by it.
    public internal(set) var wall = Moment(milliseconds: 0)
    /// A trade outcome forced on this call.
    public var forced: ForcedOutcome?
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

    /// Starts a call: its times and the outcome forced on it.
    mutating func begin(now: Moment, wall: Moment, forced: ForcedOutcome?) {
        self.now = now
        self.wall = wall
        self.forced = forced
        rises.beginCall()
        rehearsedRises = []
    }

    /// The hotels behind the listings, by our id.
    var hotels: [String: CatalogueHotel] {
        Dictionary(listings.values.map { ($0.hotel.id, $0.hotel) }) { first, _ in first }
    }

    /// Every offer of a hotel for one party a room, all rooms of one kind, cheapest first.
    ///
    /// Empty where the hotel is unknown, closed or full. Packages are left out unless asked for. A
    /// changed price or changed terms forced on the call show here too: to some suppliers this is
    /// how one asks again. A changed price stays for later calls.
    public mutating func offers(
        of code: String, stay: Stay, parties: [Party], packages: Bool = false
    ) -> [StayOffer] {
        guard let listing = listings[code] else { return [] }
        var offers: [StayOffer] = []
        for room in listing.hotel.rooms where parties.allSatisfy({ room.takes($0) }) {
            let left = inventory.available(listing.hotel, room, stay, now: now)
            guard left >= max(1, parties.count) else { continue }
            for plan in market.plans(for: room, of: listing.hotel)
            where packages || !plan.isPackage {
                let plan = forced == .termsChanged ? plan.withWorseTerms : plan
                if forced == .priceChanged { raise(listing, room, plan, stay) }
                let rates = parties.map {
                    price(listing, room, plan, stay, $0, remaining: left)
                }
                if let offer = StayOffer(rates) { offers.append(offer) }
            }
        }
        if forced == .duplicateOffers { offers += offers }
        return offers.sorted {
            ($0.total.minor, $0.room.code, $0.plan.code)
                < ($1.total.minor, $1.room.code, $1.plan.code)
        }
    }

    /// What a token stands for, as it is now; nil for a room or plan that the hotel does not have.
    ///
    /// `remaining` is 0 when the room is gone, and the forced outcome of the call is applied; a
    /// changed price of a room that is left stays for later calls.
    public mutating func offer(of token: OfferToken) -> StayOffer? {
        guard let listing = listings[token.hotel],
            let room = listing.hotel.rooms.first(where: { $0.code == token.room }),
            var plan = market.plans(for: room, of: listing.hotel)
                .first(where: { $0.code == token.plan })
        else { return nil }
        if forced == .termsChanged { plan = plan.withWorseTerms }
        let left =
            forced == .soldOut
            ? 0 : max(0, inventory.available(listing.hotel, room, token.stay, now: now))
        if forced == .priceChanged, left >= token.parties.count {
            raise(listing, room, plan, token.stay)
        }
        return StayOffer(
            token.parties.map { price(listing, room, plan, token.stay, $0, remaining: left) })
    }

    private func price(
        _ listing: SupplierListing, _ room: RoomType, _ plan: RatePlan, _ stay: Stay,
        _ party: Party, remaining: Int
    ) -> RoomRate {
        var rate = market.rate(listing, room, plan, stay, party, remaining: remaining, now: now)
        let key = Shop.riseKey(listing, room, plan, stay)
        for _ in 0..<(rises.times(key) + (rehearsedRises.contains(key) ? 1 : 0)) {
            rate = rate.raised(percent: PriceRises.percent)
        }
        return forced == .taxFlip ? rate.withoutTax : rate
    }

    private mutating func raise(
        _ listing: SupplierListing, _ room: RoomType, _ plan: RatePlan, _ stay: Stay
    ) {
        let key = Shop.riseKey(listing, room, plan, stay)
        if isRehearsed { rehearsedRises.insert(key) } else { rises.raise(key) }
    }

    private static func riseKey(
        _ listing: SupplierListing, _ room: RoomType, _ plan: RatePlan, _ stay: Stay
    ) -> PriceRises.Key {
        PriceRises.Key(hotel: listing.hotel.id, room: room.code, plan: plan.code, stay: stay)
    }

    /// The currency to answer in when one is asked for: that one, unless the call's fault says otherwise.
    public func currency(asked: String) -> String {
        guard forced == .wrongCurrency else { return asked }
        return asked == "USD" ? "EUR" : "USD"
    }

    /// A token for an offer, good for one step until the token life is over.
    public func token(
        for offer: StayOffer, purpose: String, code: String, note: String = ""
    ) -> (text: String, expires: Moment) {
        let expires = now.adding(milliseconds: tokenLife)
        let token = OfferToken(
            purpose: purpose, hotel: code, room: offer.room.code, plan: offer.plan.code,
            stay: offer.stay, parties: offer.rates.map(\.party), price: offer.total.minor,
            isRefundable: offer.plan.cancellation != .nonRefundable, note: note, expires: expires)
        return (token.sealed(seed: seed, supplier: supplier), expires)
    }

    /// Opens a token that this supplier made for a step, also an expired one.
    public func open(_ text: String, purpose: String) -> OfferToken? {
        let token = OfferToken(text, seed: seed, supplier: supplier)
        return token?.purpose == purpose ? token : nil
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

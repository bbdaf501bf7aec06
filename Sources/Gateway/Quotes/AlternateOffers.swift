internal import SupplierKit
internal import TravelModel

/// Finds what a client can hold instead of a room that is gone.
///
/// Candidates are what is known already for the same stay, rooms and shopper: the availability cache,
/// the answer the quote came from, and our own rooms. Nothing is told that its supplier did not
/// confirm just now.
public struct AlternateOffers: Sendable {
    /// Told at most.
    public static let most = 3
    /// Asked for at most, all at once.
    static let mostAsked = 6
    /// How long all of them may take together.
    static let patience: Duration = .seconds(3)
    /// Of one hotel at most, so that one that is full does not use up what may be asked.
    private static let mostOfOneHotel = 3
    /// Hotels of the same place that are looked at, nearest first.
    private static let mostHotels = 40
    private static let radiusKilometres = 5.0
    /// Offers that are compared at most.
    private static let mostCompared = 400
    /// Offers of the quote's own answer that are read, before and after its own.
    private static let neighbours = 24

    private let roster: SupplierRoster
    private let health: SupplierHealth
    private let ports: GatewayPorts
    private let desk: QuoteDesk
    private let cache: AvailabilityCache
    private let check: QuoteCheck

    init(
        roster: SupplierRoster, health: SupplierHealth, ports: GatewayPorts, desk: QuoteDesk,
        cache: AvailabilityCache
    ) {
        self.roster = roster
        self.health = health
        self.ports = ports
        self.desk = desk
        self.cache = cache
        check = QuoteCheck(ports: ports, roster: roster, health: health)
    }

    // MARK: - Known

    /// What might do instead, the nearest first: the same hotel, then the same place by price and
    /// terms; to be asked for before the cache forgets the hotel.
    public func known(insteadOf quote: Quote) async -> [AlternateCandidate] {
        guard let home = ports.catalogue.hotel(quote.hotel) else { return [] }
        let area = SearchArea.circle(
            centre: home.position, radiusKilometres: Self.radiusKilometres)
        let near = ports.catalogue.hotels(in: area, most: Self.mostHotels)
            .filter { $0.place == home.place && $0.id != home.id }
        let hotels = [home] + near
        let rates = ports.rates.table(asOf: quote.shownIn.rateDate) ?? ports.rates.current()
        var found = Found(
            quote: quote, home: home.id, most: Self.mostCompared,
            pricing: OfferPricing(rates: rates, currency: quote.shownIn.currency))
        let now = ports.environment.clock.uptime()
        let disabled = health.disabled
        for supplier in roster.suppliers where !disabled.contains(supplier.id) {
            let terms = terms(of: quote, contract: supplier.manifest.contractCurrency)
            let scope = AvailabilityScope(.supplier(supplier), terms)
            for hotel in hotels {
                for code in ports.catalogue.codes(of: hotel.id, at: supplier.id) {
                    let key = AvailabilityKey(scope: scope, code: code)
                    let entry = cache.glance(key, now: now)
                    for kept in entry?.offers ?? [] { found.add(kept.offer, supplier.id, hotel) }
                }
            }
        }
        await addStored(quote, hotels, &found)
        await addOwn(quote, hotels, &found)
        return found.ranked
    }

    private func addStored(
        _ quote: Quote, _ hotels: [CatalogueHotel], _ found: inout Found
    ) async {
        let offers = (try? await desk.neighbours(of: quote, most: Self.neighbours)) ?? []
        for offer in offers {
            let id = ports.catalogue.hotel(of: quote.supplier, code: offer.hotel)
            if let hotel = hotels.first(where: { $0.id == id }) {
                found.add(offer, quote.supplier, hotel)
            }
        }
    }

    private func addOwn(
        _ quote: Quote, _ hotels: [CatalogueHotel], _ found: inout Found
    ) async {
        guard let inventory = ports.inventory else { return }
        let codes = hotels.flatMap { hotel in
            ports.catalogue.codes(of: hotel.id, at: OwnInventory.supplier)
        }
        guard !codes.isEmpty else { return }
        let deadline = ports.environment.clock.uptime().advanced(by: .milliseconds(500))
        let offers = await ports.environment.value(by: deadline) {
            try? await inventory.offers(of: codes, stay: quote.stay, rooms: quote.rooms)
        }
        for offer in (offers ?? nil) ?? [] {
            let id = ports.catalogue.hotel(of: OwnInventory.supplier, code: offer.hotel)
            if let hotel = hotels.first(where: { $0.id == id }) {
                found.add(offer, OwnInventory.supplier, hotel)
            }
        }
    }

    // MARK: - Checked

    /// The first of the candidates that their suppliers confirm, quoted like the quote they replace.
    ///
    /// All are asked at once and within a few seconds; whatever fails is left out.
    public func checked(
        _ candidates: [AlternateCandidate], insteadOf quote: Quote, as shopper: ShopperTrace
    ) async -> [Alternate] {
        let asked = Self.chosen(candidates)
        guard !asked.isEmpty else { return [] }
        let environment = ports.environment
        let deadline = environment.clock.uptime().advanced(by: Self.patience)
        let found = await withTaskGroup(of: (Int, Alternate?).self) { group in
            for (place, candidate) in asked.enumerated() {
                group.addTask {
                    let alternate = await environment.value(by: deadline) {
                        await confirmed(candidate, quote, shopper, deadline)
                    }
                    return (place, alternate ?? nil)
                }
            }
            return await group.reduce(into: [Int: Alternate]()) { $0[$1.0] = $1.1 }
        }
        return Array(asked.indices.compactMap { found[$0] }.prefix(Self.most))
    }

    /// Which are worth a call, in order.
    static func chosen(_ candidates: [AlternateCandidate]) -> [AlternateCandidate] {
        var ofHotel: [HotelID: Int] = [:]
        var chosen: [AlternateCandidate] = []
        for candidate in candidates where chosen.count < mostAsked {
            let most = candidate.rank.isElsewhere ? 1 : mostOfOneHotel
            guard ofHotel[candidate.hotel.id, default: 0] < most else { continue }
            ofHotel[candidate.hotel.id, default: 0] += 1
            chosen.append(candidate)
        }
        return chosen
    }

    private func confirmed(
        _ candidate: AlternateCandidate, _ quote: Quote, _ shopper: ShopperTrace,
        _ deadline: Uptime
    ) async -> Alternate? {
        let contract = roster[candidate.supplier]?.manifest.contractCurrency
        let terms = terms(of: quote, contract: contract)
        let input = RevalidateInput(
            offer: candidate.offer, stay: quote.stay, rooms: quote.rooms,
            shopper: terms.shopper.asked(for: shopper))
        guard
            case .current(let offer) = await check.ask(
                input, of: candidate.supplier, .spare, by: deadline)
        else { return nil }
        let place = QuotedPlace(
            supplier: candidate.supplier, hotel: candidate.hotel.id, offerID: candidate.offerID,
            terms: terms)
        guard let fresh = try? await desk.quote(offer, at: place, like: quote),
            let shown = desk.shown(fresh)
        else { return nil }
        return Alternate(quote: fresh, shown: shown, hotelName: candidate.hotel.name)
    }

    /// As a supplier is asked for this client: in its contract's currency where it has one.
    private func terms(of quote: Quote, contract: CurrencyCode?) -> AskedTerms {
        var shopper = quote.shopper
        shopper.currency = quote.shownIn.currency
        return AskedTerms(
            stay: quote.stay, rooms: quote.rooms, shopper: shopper, contract: contract)
    }
}

extension AlternateOffers {
    /// Candidates as they come, each once.
    private struct Found {
        private struct Key: Hashable {
            let supplier: SupplierID
            let hotel: SupplierHotelCode
            let rateKey: String
        }

        let quote: Quote
        let home: HotelID
        let most: Int
        let pricing: OfferPricing
        private let terms: AskedTerms
        private var seen: Set<Key>
        private var candidates: [AlternateCandidate] = []

        init(quote: Quote, home: HotelID, most: Int, pricing: OfferPricing) {
            self.quote = quote
            self.home = home
            self.most = most
            self.pricing = pricing
            terms = AskedTerms(
                stay: quote.stay, rooms: quote.rooms, shopper: quote.shopper, contract: nil)
            // What is gone is no alternate to itself.
            seen = [
                Key(
                    supplier: quote.supplier, hotel: quote.offer.hotel,
                    rateKey: quote.offer.rateKey)
            ]
        }

        var ranked: [AlternateCandidate] { candidates.sorted { $0.rank < $1.rank } }

        mutating func add(_ offer: Offer, _ supplier: SupplierID, _ hotel: CatalogueHotel) {
            let key = Key(supplier: supplier, hotel: offer.hotel, rateKey: offer.rateKey)
            // A client that did not ask for packages or members' rates cannot sell one.
            let extra = offer.requirements.subtracting(quote.offer.requirements)
            guard candidates.count < most, extra.isDisjoint(with: [.packageOnly, .memberOnly]),
                seen.insert(key).inserted,
                let id = OfferID(supplier: supplier, offer: offer, terms: terms)
            else { return }
            candidates.append(
                AlternateCandidate(
                    supplier: supplier, hotel: hotel, offer: offer, offerID: id,
                    rank: AlternateRank(
                        offer, id, isElsewhere: hotel.id != home, insteadOf: quote.offer,
                        pricing)))
        }
    }
}

internal import SupplierKit
internal import Synchronization
public import TravelModel

/// Searches: one request in, every supplier asked at once, events out.
public final class SearchService: Sendable {
    /// What is the operator's to decide.
    public struct Settings: Sendable, Hashable {
        /// Searches running at once.
        public var mostSearches = 1_024
        /// What is kept of answers, and for how long.
        public var cache = CacheSettings()
        /// How old a kept answer may be when one hotel is asked for and the request does not say.
        public var oneHotelAge: Duration = .seconds(60)

        /// The product's defaults.
        public init() {}
    }

    private struct Gate {
        var running: SearchAdmission
        var isDraining = false
    }

    private let roster: SupplierRoster
    private let settings: Settings
    private let ports: GatewayPorts
    private let desk: QuoteDesk
    private let cache: AvailabilityCache
    private let registry: FlightRegistry
    private let health: SupplierHealth
    private let isShared: @Sendable () -> Bool
    private let standingDelay: @Sendable () -> Duration
    // A lock around two values.
    private let gate: Mutex<Gate>

    /// Everything a search needs; nothing is started yet.
    ///
    /// `isShared` says whether there may be several tenants, who then get in by ``FairShare``; it is
    /// asked at each start and answers at once. So is `standingDelay`: how long work waits for a thread to
    /// run on when all of it waits, by which searches beyond what the machine carries are refused.
    public init(
        roster: SupplierRoster, health: SupplierHealth, settings: Settings, ports: GatewayPorts,
        desk: QuoteDesk,
        isShared: @escaping @Sendable () -> Bool = { false },
        standingDelay: @escaping @Sendable () -> Duration = { .zero }
    ) {
        self.isShared = isShared
        self.standingDelay = standingDelay
        gate = Mutex(Gate(running: SearchAdmission(most: settings.mostSearches)))
        self.roster = roster
        self.health = health
        self.settings = settings
        self.ports = ports
        self.desk = desk
        var policy = LifePolicy.usual
        policy.settings = settings.cache
        cache = AvailabilityCache(policy: policy)
        registry = FlightRegistry(
            ports: ports, health: health, cache: cache, quoteLife: desk.settings.life)
    }

    /// Plans a search, starts or joins its calls, and hands over the events to come.
    ///
    /// Returns at once except for looking the place up, which counts against the search's time.
    public func start(_ request: SearchRequest) async throws(SearchRefusal) -> SearchSession {
        try enter(request.tenant)
        do throws(SearchRefusal) {
            return SearchSession(try await run(request))
        } catch {
            exit(request.tenant)
            throw error
        }
    }

    /// Forgets what a supplier said of a hotel for every stay that shares a night with `stay`.
    ///
    /// Quotes that were given stay valid. For `SOLD_OUT`, a grant, a release, an expiry.
    public func forget(
        _ supplier: SupplierID, _ hotel: SupplierHotelCode, overlapping stay: StayDates
    ) {
        cache.invalidate(
            supplier, hotel, overlapping: stay, now: ports.environment.clock.uptime())
        registry.part(supplier, hotel, overlapping: stay)
        registry.journal.append(
            .forgotten(
                Invalidations.Place(supplier: supplier, code: hotel), stay,
                at: ports.environment.clock.now()))
    }

    /// Takes back what a process before this one kept; to be called once, after the start.
    ///
    /// Returns how many hotels' answers it was. Searches are served meanwhile.
    @discardableResult
    public func warm() async -> Int {
        await CacheWarmer(
            cache: cache, store: ports.answers, roster: roster, clock: ports.environment.clock
        ).run()
    }

    /// Finds what can be held instead of a room that is gone, in what searches have found.
    public var alternates: AlternateOffers {
        AlternateOffers(roster: roster, health: health, ports: ports, desk: desk, cache: cache)
    }

    /// Learns from price checks how long answers may be kept.
    public var priceChecks: PriceChecks { PriceChecks(cache: cache, ports: ports) }

    /// Takes no more searches and returns when all calls have ended, or at `deadline` after
    /// cancelling the rest.
    public func drain(until deadline: Uptime) async {
        gate.withLock { $0.isDraining = true }
        await registry.drain(until: deadline)
    }

    /// What is kept of answers now: bytes in memory, and hotels under one question each; what has ended
    /// and was not replaced is counted.
    public var kept: (bytes: Int, entries: Int) { (cache.bytes, cache.count) }

    /// Supplier calls that have not ended, those no search waits for included.
    public var callsUnderWay: Int { registry.count }

    /// Searches that may run at once for now: fewer than the most while the machine is behind.
    public var searchLimit: Int { gate.withLock { $0.running.limit } }

    private func enter(_ tenant: TenantID) throws(SearchRefusal) {
        let shares = isShared()
        let delay = standingDelay()
        let now = ports.environment.clock.uptime()
        let refusal = gate.withLock { gate -> SearchRefusal? in
            if gate.isDraining { return .draining }
            return
                switch gate.running.enter(tenant, shares: shares, delay: delay, now: now)
            {
            case nil: nil
            case .full: .overloaded
            case .share: .overShare
            }
        }
        if let refusal { throw refusal }
    }

    private func exit(_ tenant: TenantID) { gate.withLock { $0.running.leave(tenant) } }

    private func run(_ request: SearchRequest) async throws(SearchRefusal) -> SearchRun {
        let started = ports.environment.clock.uptime()
        let deadline = started.advanced(by: request.options.timeout)
        try refuseUnknown(request.options.suppliers)
        let area = try await area(of: request.target, by: deadline)
        try refuseUnknown(area)
        let now = ports.environment.clock.now()
        // A clock outside the calendar was refused when the request was checked.
        let today = Today.latest(at: now) ?? request.stay.checkIn
        let plan = SearchPlanner(
            roster: roster, inventory: ports.inventory, catalogue: ports.catalogue,
            disabled: health.disabled
        ).plan(request, area: area, today: today)
        let run = search(request, plan, started: started, now: now)
        ports.observer.note(.searchStarted)
        let maxAge = request.options.maxAge ?? (plan.hotels.count == 1 ? settings.oneHotelAge : nil)
        for (column, line) in plan.lines.enumerated() {
            run.ask(
                line, column: column, of: request, maxAge: maxAge, cache: cache,
                registry: registry)
        }
        run.end(at: deadline)
        return run
    }

    private func search(
        _ request: SearchRequest, _ plan: SearchPlan, started: Uptime, now: Instant
    ) -> SearchRun {
        let rates = ports.rates.current()
        let id = SearchID(ports.environment.random)
        let presenter = OfferPresenter(
            pricing: OfferPricing(rates: rates, currency: request.shopper.currency),
            deadlines: DeadlineResolver(zones: ports.zones), now: now)
        let display = QuoteDisplay(
            currency: request.shopper.currency, rateDate: rates.asOf, markupVersion: 0)
        let inUse = RatesInUse(source: rates.source, asOf: rates.asOf)
        let frame = SearchBoard.Frame(
            id: id, request: request, rates: inUse, hotels: plan.hotels,
            codes: plan.lines.map(\.places))
        let journal = ports.recorder?.open(
            id, request, plan, rates: inUse, markupVersion: display.markupVersion, at: now,
            started: started)
        return SearchRun(
            id: id, limit: request.options.limit,
            board: SearchBoard(
                frame: frame,
                columns: plan.lines.map {
                    SupplierColumn(supplier: $0.supplier, skipped: $0.skipped)
                }),
            presenter: SearchPresenter(
                presenter: presenter, desk: desk, display: display, tenant: request.tenant,
                centre: plan.centre, hotels: plan.hotels, aliases: plan.aliases,
                clock: ports.environment.clock),
            ports: ports, journal: journal, started: started, life: desk.settings.life
        ) { [weak self] in self?.exit(request.tenant) }
    }

    private func refuseUnknown(_ wanted: [SupplierID]) throws(SearchRefusal) {
        let unknown = wanted.filter { id in
            roster[id] == nil && !(id == .direct && ports.inventory != nil)
        }
        guard unknown.isEmpty else { throw .unknownSuppliers(unknown) }
    }

    /// "Nothing available" would be said of a hotel nobody was asked about.
    private func refuseUnknown(_ area: SearchArea) throws(SearchRefusal) {
        guard case .hotels(let ids) = area else { return }
        let unknown = ids.filter { ports.catalogue.hotel($0) == nil }
        guard unknown.isEmpty else { throw .unknownHotels(unknown) }
    }

    private func area(
        of target: SearchTarget, by deadline: Uptime
    ) async throws(SearchRefusal) -> SearchArea {
        switch target {
        case .area(let area): return area
        case .place(let id):
            let answer = await ports.environment.value(by: deadline) { [places = ports.places] in
                await places.place(id)
            }
            switch answer {
            case nil: throw .overloaded
            case .some(nil): throw .unknownPlace
            case .some(.some(let place)): return place.area
            }
        }
    }
}

internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// Owns every search call to suppliers: joins searches to calls under way, starts the others.
///
/// Invariants:
/// 1. At most one call that can be joined asks for one hotel under one key.
/// 2. A call leaves only with a permit of ``SupplierHealth``; what is refused ends at once, none waits.
/// 3. The cache is filled before the call stops being joinable.
/// 4. Calls belong to the registry, not to the searches that started them.
/// 5. Refreshes of a supplier are a bounded part of its calls and wait after one that failed.
final class FlightRegistry: Sendable {
    /// What a search asks of one supplier.
    struct Ask: Sendable {
        let source: FlightSource
        let terms: AskedTerms
        let scope: AvailabilityScope
        let shopper: ShopperContext
        let tenant: TenantID
        /// Not found in the cache; ascending, each once.
        let codes: [SupplierHotelCode]
        /// Shown from the cache and due to be asked for again, ascending.
        var due: [SupplierHotelCode] = []
        /// Shown from the cache and welcome to be asked for in a call that has room, ascending.
        var riders: [SupplierHotelCode] = []
        /// Hotels the cache had, for the observer.
        let kept: Int
    }

    private struct State {
        var byHotel: [AvailabilityKey: Flight] = [:]
        var inventoryCalls = 0
        var pacings: [SupplierID: RefreshPacing] = [:]
        /// In the order they were started.
        var flights: [Flight] = []
        var isDraining = false
        var drained: [FirstValue<Bool>] = []
    }

    private let environment: Environment
    private let store: any AnswerStore
    private let cache: AvailabilityCache
    private let observer: any GatewayObserver
    private let driver: StepDriver
    private let health: SupplierHealth
    private let quoteLife: Duration
    /// For the process after this one.
    let journal: NoteJournal
    /// Whether calls are taken down, so that searches can be explained.
    private let isTracing: Bool
    // A lock, the first of three: registry, flight, search; that of health, which calls nobody, comes
    // after any of them. Under it a flight may be joined, which
    // tells its new waiter at once what it has: the search hears it and, should that be its end,
    // notes it with the observer and lets go of its place in the service. None of them calls back:
    // observers must not, the search only takes its own lock, the service only counts.
    private let state = Mutex(State())

    init(
        ports: GatewayPorts, health: SupplierHealth, cache: AvailabilityCache, quoteLife: Duration
    ) {
        self.health = health
        environment = ports.environment
        store = ports.answers
        observer = ports.observer
        self.cache = cache
        self.quoteLife = quoteLife
        journal = NoteJournal(store: ports.answers, environment: ports.environment)
        isTracing = ports.recorder?.isRecording ?? false
        driver = StepDriver(transport: ports.transport, environment: ports.environment)
    }

    /// Joins or starts the calls that cover the codes; each gets a sink of its own.
    ///
    /// The sinks' order is fixed by the codes and by what runs already. A sink may be told
    /// everything, its end included, before this returns.
    func fetch(_ ask: Ask, sink: () -> FlightSink) -> [FlightTicket] {
        var tickets: [FlightTicket] = []
        var started: [(Flight, CallPermit?)] = []
        var refused: [FlightEnd.Verdict] = []
        let joined = state.withLock { state in
            let (joinable, fresh) = Self.split(ask, state)
            var alone = fresh
            var joined = 0
            for (flight, codes) in joinable {
                if let ticket = flight.join(codes, sink) {
                    tickets.append(ticket)
                    joined += codes.count
                } else {
                    alone += codes
                }
            }
            let waited = Set(alone)
            let batches = SearchPlanner.batches(
                alone.sorted(), limit: ask.source.batch,
                riders: Self.free(ask.due + ask.riders, ask, state))
            for all in batches {
                switch admit(ask.source, &state) {
                case .refused(let verdict): refused.append(verdict)
                case .admitted(let permit):
                    let flight = begin(ask, all, &state)
                    let codes = all.filter { waited.contains($0) }
                    if let ticket = flight.join(codes, sink) { tickets.append(ticket) }
                    started.append((flight, permit))
                }
            }
            return joined
        }
        observer.note(
            .hotelsLookedUp(
                ask.source.supplier, cached: ask.kept, joined: joined,
                asked: ask.codes.count - joined))
        observer.note(.looked(ask.tenant, ask.source.supplier, calls: started.count))
        for (flight, permit) in started { launch(flight, ask, permit, isRefresh: false) }
        for verdict in refused { sink()(.ended(FlightEnd(verdict: verdict, dropped: []))) }
        return tickets
    }

    /// Asks again for what is due, for nobody in particular: what is heard is for the cache.
    ///
    /// What is asked for already, and what there is no room for now, is left out.
    func refresh(_ ask: Ask) {
        let (started, refused) = state.withLock { state in
            var started: [(Flight, CallPermit?)] = []
            let now = environment.clock.uptime()
            let supplier = ask.source.supplier
            let due = Self.free(ask.due, ask, state)
            let batches = SearchPlanner.batches(
                due, limit: ask.source.batch, riders: Self.free(ask.riders, ask, state))
            for codes in batches {
                guard
                    state.pacings[supplier, default: RefreshPacing()].begin(
                        most: ask.source.refreshes, now: now)
                else { break }
                guard case .admitted(let permit) = admit(ask.source, &state) else {
                    state.pacings[supplier]?.abandon()
                    break
                }
                let flight = begin(ask, codes, &state)
                flight.want()
                started.append((flight, permit))
            }
            return (started, batches.count - started.count)
        }
        observer.note(
            .refreshed(ask.source.supplier, started: started.count, refused: refused))
        for (flight, permit) in started { launch(flight, ask, permit, isRefresh: true) }
    }

    /// Lets nobody join the calls that asked a supplier about a hotel for a stay that shares a night
    /// with `stay`: what they hear may be from before.
    func part(_ supplier: SupplierID, _ code: SupplierHotelCode, overlapping stay: StayDates) {
        state.withLock { state in
            for flight in state.flights where flight.supplier == supplier {
                guard flight.stay.overlaps(stay) else { continue }
                let key = AvailabilityKey(scope: flight.scope, code: code)
                if state.byHotel[key] === flight { state.byHotel[key] = nil }
            }
        }
    }

    /// Starts no more calls; returns when all have ended and were noted, or at `deadline` after
    /// cancelling the rest.
    func drain(until deadline: Uptime) async {
        await end(until: deadline)
        await journal.flush(until: deadline)
    }

    private func end(until deadline: Uptime) async {
        let empty = FirstValue<Bool>()
        let isEmpty = state.withLock { state in
            state.isDraining = true
            if state.flights.isEmpty { return true }
            state.drained.append(empty)
            return false
        }
        guard !isEmpty else { return }
        let ended = await environment.value(by: deadline) { await empty.value() }
        guard ended == nil else { return }
        let left = state.withLock { $0.flights }
        for flight in left { flight.cancel() }
    }

    /// Calls running now.
    var count: Int { state.withLock { $0.flights.count } }

    private static func split(
        _ ask: Ask, _ state: State
    ) -> (joinable: [(Flight, [SupplierHotelCode])], fresh: [SupplierHotelCode]) {
        var joinable: [(Flight, [SupplierHotelCode])] = []
        var places: [ObjectIdentifier: Int] = [:]
        var fresh: [SupplierHotelCode] = []
        for code in ask.codes {
            guard let flight = state.byHotel[AvailabilityKey(scope: ask.scope, code: code)] else {
                fresh.append(code)
                continue
            }
            if let place = places[ObjectIdentifier(flight)] {
                joinable[place].1.append(code)
            } else {
                places[ObjectIdentifier(flight)] = joinable.count
                joinable.append((flight, [code]))
            }
        }
        return (joinable, fresh)
    }

    /// Those that no call under way asks for.
    private static func free(
        _ codes: [SupplierHotelCode], _ ask: Ask, _ state: State
    ) -> [SupplierHotelCode] {
        codes.filter { state.byHotel[AvailabilityKey(scope: ask.scope, code: $0)] == nil }
    }

    private enum Admission {
        case admitted(CallPermit?)
        case refused(FlightEnd.Verdict)
    }

    private func admit(_ source: FlightSource, _ state: inout State) -> Admission {
        guard !state.isDraining else { return .refused(.overloaded) }
        switch source {
        case .inventory:
            guard state.inventoryCalls < FlightSource.mostInventoryCalls else {
                return .refused(.overloaded)
            }
            state.inventoryCalls += 1
            return .admitted(nil)
        case .supplier(let supplier):
            switch health.admit(supplier.id, .search) {
            case .success(let permit): return .admitted(permit)
            case .failure(let refusal): return .refused(.refused(refusal))
            }
        }
    }

    private func begin(
        _ ask: Ask, _ codes: [SupplierHotelCode], _ state: inout State
    ) -> Flight {
        let now = environment.clock.uptime()
        let flight = Flight(
            supplier: ask.source.supplier, scope: ask.scope, stay: ask.terms.stay, codes: codes,
            askedAt: now, trace: isTracing ? ask.trace(codes, at: now) : nil)
        state.flights.append(flight)
        for code in codes { state.byHotel[AvailabilityKey(scope: ask.scope, code: code)] = flight }
        return flight
    }

    private func launch(
        _ flight: Flight, _ ask: Ask, _ permit: CallPermit?, isRefresh: Bool
    ) {
        // Decided before the answer is stored, for as long as it will be stored: no longer is it kept.
        let longest = longestLife(ask)
        let scribe = AnswerScribe(
            flight: flight, terms: ask.terms, store: store, environment: environment,
            observer: observer, quoting: quoteLife + SearchLimits.quotesBegin,
            keeping: quoteLife + SearchLimits.quotesBegin + longest)
        environment.launch { [self] in
            let verdict = await scribe.run()
            if verdict == .complete { keep(flight, ask, longest) }
            if isRefresh { pace(flight.supplier, verdict) }
            remove(flight, ask)
            flight.end(verdict, at: environment.clock.uptime())
        }
        observer.note(.callStarted(flight.supplier, .search))
        let call = SourceCall(
            source: ask.source, terms: ask.terms, shopper: ask.shopper, codes: flight.codes,
            trace: flight.trace)
        flight.carry(
            environment.launch { [self] in
                var permit = permit
                let said = await call.run(driver, environment, health, &permit) { news in
                    switch news {
                    case .found(let offers, let dropped):
                        flight.add(offers, dropped)
                        scribe.offersCame()
                    case .phase(let phase): flight.reached(phase)
                    case .head: break
                    }
                }
                let verdict = flight.verdict(said)
                flight.trace?.parsed(verdict, at: environment.clock.uptime())
                if let permit { health.end(permit, verdict.health) }
                observer.note(
                    .callEnded(
                        flight.supplier, .search, verdict.code,
                        after: flight.askedAt.duration(to: environment.clock.uptime())))
                scribe.close(verdict)
            })
    }

    private func longestLife(_ ask: Ask) -> Duration {
        guard ask.source.isCacheable,
            let lead = LeadTime(of: ask.terms.stay, at: environment.clock.now())
        else { return .zero }
        return cache.longestLife(
            of: ask.source.supplier, lead, now: environment.clock.uptime())
    }

    private func keep(_ flight: Flight, _ ask: Ask, _ longest: Duration) {
        guard ask.source.isCacheable else { return }
        // Of a hotel that nothing readable was sent of, nothing is known.
        let hasUnread = flight.hasUnread
        let hotels = flight.offers.filter { !hasUnread || !$0.offers.isEmpty }
        let heard = HeardAnswer(
            supplier: flight.supplier, scope: ask.scope, stay: ask.terms.stay,
            absence: flight.absence, askedAt: flight.askedAt, heardAt: environment.clock.uptime(),
            now: environment.clock.now(), chance: environment.random.bytes(1).first ?? 128,
            longest: longest, hotels: hotels)
        let keeping = cache.keep(heard)
        if let lead = keeping.lead, keeping.changed + keeping.unchanged > 0 {
            observer.note(
                .revalidated(
                    flight.supplier, lead, unchanged: keeping.unchanged, changed: keeping.changed,
                    factor: keeping.factor))
        }
        guard case .supplier(let supplier) = ask.source, let account = supplier.accountMark,
            let kept = CacheNote.Kept(heard, ask.terms, keeping.kept, account: account)
        else { return }
        journal.append(.kept(kept))
    }

    private func pace(_ supplier: SupplierID, _ verdict: FlightEnd.Verdict) {
        let chance = environment.random.bytes(1).first ?? 128
        let now = environment.clock.uptime()
        state.withLock { state in
            switch verdict {
            case .complete: state.pacings[supplier]?.succeed()
            case .failed(let failure) where failure.code != .cancelled:
                state.pacings[supplier]?.fail(
                    now: now, chance: chance, retryAfter: failure.retryAfter)
            case .failed, .overloaded, .refused: state.pacings[supplier]?.abandon()
            }
        }
    }

    private func remove(_ flight: Flight, _ ask: Ask) {
        let drained = state.withLock { state -> [FirstValue<Bool>] in
            state.flights.removeAll { $0 === flight }
            if case .inventory = ask.source { state.inventoryCalls -= 1 }
            for code in flight.codes {
                let key = AvailabilityKey(scope: ask.scope, code: code)
                if state.byHotel[key] === flight { state.byHotel[key] = nil }
            }
            guard state.flights.isEmpty else { return [] }
            defer { state.drained = [] }
            return state.drained
        }
        for waiter in drained { waiter.offer(true) }
    }
}

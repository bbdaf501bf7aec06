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
final class FlightRegistry: Sendable {
    /// What a search asks of one supplier.
    struct Ask: Sendable {
        let source: FlightSource
        let terms: AskedTerms
        let scope: String
        let shopper: ShopperContext
        /// Not found in the cache; ascending, each once.
        let codes: [SupplierHotelCode]
        /// Hotels the cache had, for the observer.
        let kept: Int
    }

    private struct State {
        var byHotel: [AvailabilityKey: Flight] = [:]
        var inventoryCalls = 0
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
            for codes in SearchPlanner.batches(alone.sorted(), limit: ask.source.batch) {
                switch admit(ask.source, &state) {
                case .refused(let verdict): refused.append(verdict)
                case .admitted(let permit):
                    let flight = begin(ask, codes, &state)
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
        for (flight, permit) in started { launch(flight, ask, permit) }
        for verdict in refused { sink()(.ended(FlightEnd(verdict: verdict, dropped: []))) }
        return tickets
    }

    /// Starts no more calls; returns when all have ended, or at `deadline` after cancelling the rest.
    func drain(until deadline: Uptime) async {
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
            supplier: ask.source.supplier, codes: codes, askedAt: now,
            trace: isTracing ? ask.trace(codes, at: now) : nil)
        state.flights.append(flight)
        for code in codes { state.byHotel[AvailabilityKey(scope: ask.scope, code: code)] = flight }
        return flight
    }

    private func launch(_ flight: Flight, _ ask: Ask, _ permit: CallPermit?) {
        let scribe = AnswerScribe(
            flight: flight, terms: ask.terms, store: store, environment: environment,
            observer: observer, keeping: ask.source.keeping(ask.terms, quoteLife, environment))
        environment.launch { [self] in
            let verdict = await scribe.run()
            if verdict == .complete { keep(flight, ask) }
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

    private func keep(_ flight: Flight, _ ask: Ask) {
        guard ask.source.isCacheable else { return }
        let now = environment.clock.now()
        let heardAt = environment.clock.uptime()
        // Of a hotel that nothing readable was sent of, nothing is known.
        let hasUnread = flight.hasUnread
        let offers = flight.offers.filter { !hasUnread || !$0.offers.isEmpty }
        let chances = environment.random.bytes(min(offers.count, 1024))
        for (place, hotel) in offers.enumerated() {
            guard hotel.offers.allSatisfy({ $0.answer.storedUntil != nil }) else { continue }
            let chance = chances.isEmpty ? 128 : chances[place % chances.count]
            let life = AvailabilityLife.life(
                of: hotel.offers, stay: ask.terms.stay, now: now, chance: chance)
            guard life > .zero else { continue }
            cache.insert(
                AvailabilityCache.Entry(
                    supplier: flight.supplier, stay: ask.terms.stay, offers: hotel.offers,
                    askedAt: flight.askedAt, heardAt: heardAt,
                    ends: heardAt.advanced(by: life)),
                for: AvailabilityKey(scope: ask.scope, code: hotel.code))
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

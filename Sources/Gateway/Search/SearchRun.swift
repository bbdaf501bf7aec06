internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// One search while it runs: hears what calls tell, and hands on what its one consumer takes.
///
/// It ends when every supplier has ended or at its own deadline, whichever is first, and does no
/// work for a consumer that does not ask. Calls it leaves behind at its deadline go on to fill the
/// cache; calls it leaves because its client went away are cancelled unless others wait.
final class SearchRun: Sendable {
    private struct State {
        var board: SearchBoard
        var waiter: CheckedContinuation<Void, Never>?
        var tickets: [Ticket] = []
        var timer: Task<Void, Never>?
        var isLeft = false
        var isReported = false
    }

    private struct Ticket {
        let flight: FlightTicket
        let mayBeKept: Bool
    }

    let id: SearchID
    /// Hotels a page.
    let limit: Int
    private let presenter: SearchPresenter
    private let ports: GatewayPorts
    private let started: Uptime
    private let life: Duration
    private let onEnd: @Sendable () -> Void
    private let journal: SearchJournal?
    // A lock: each holder makes one transition of the board. Nothing is called under it: timers are
    // cancelled, consumers woken and the clock is read outside. Flights call in while they hold
    // theirs, so the order of locks is always flight, then search.
    private let state: Mutex<State>

    init(
        id: SearchID, limit: Int, board: SearchBoard, presenter: SearchPresenter,
        ports: GatewayPorts, journal: SearchJournal?,
        started: Uptime, life: Duration, onEnd: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.limit = limit
        self.presenter = presenter
        self.ports = ports
        self.started = started
        self.life = life
        self.onEnd = onEnd
        self.journal = journal
        state = Mutex(State(board: board))
    }

    // MARK: Starting

    /// Looks one supplier's hotels up in the cache and asks for the others.
    func ask(
        _ line: SearchPlan.Line, column: Int, of request: SearchRequest, maxAge: Duration?,
        cache: AvailabilityCache, registry: FlightRegistry
    ) {
        guard line.skipped == nil else { return }
        let now = ports.environment.clock.uptime()
        let codes = line.codes.map(\.code)
        let known =
            line.source.isCacheable
            ? KeptHotels(codes, under: line.scope, in: cache, maxAge: maxAge, now: now)
            : KeptHotels(missing: codes)
        if !known.fresh.isEmpty {
            journal?.look(column, known.fresh, .cache, oldest: known.oldest)
            change { $0.addKept(known.fresh, .cache, age: known.oldest, column: column) }
        }
        if !known.stale.isEmpty {
            journal?.look(column, known.stale, .stale, oldest: known.oldest)
            change { $0.addKept(known.stale, .stale, age: known.oldest, column: column) }
        }
        announce(known.answers)
        let ask = FlightRegistry.Ask(
            source: line.source, terms: line.terms, scope: line.scope, shopper: request.shopper,
            tenant: request.tenant, codes: known.missing, due: known.due, riders: known.riders,
            kept: known.fresh.count + known.stale.count)
        // Also for nothing: it tells the observer of the look.
        let tickets = registry.fetch(ask) { sink(column: column) }
        journal?.call(column, missing: known.missing.count, tickets)
        if !known.due.isEmpty { registry.refresh(ask) }
        let isCacheable = line.source.isCacheable
        let isLeft = state.withLock { state in
            state.tickets += tickets.map { Ticket(flight: $0, mayBeKept: isCacheable) }
            return state.isLeft
        }
        if isLeft { leave(takeTickets(), keepingAnswers: false) }
        let after = latency
        change { $0.seal(column, after: after) }
    }

    /// Quotes will be given of kept answers: they must not go before those end.
    private func announce(_ answers: [AnswerID]) {
        guard !answers.isEmpty else { return }
        let until = ports.environment.clock.now().advanced(by: SearchLimits.quotesBegin + life)
        ports.environment.launch { [store = ports.answers] in
            await store.need(answers, until: until)
        }
    }

    /// Ends the search at `deadline` if it has not ended before.
    func end(at deadline: Uptime) {
        let timer = ports.environment.launch { [weak self, clock = ports.environment.clock] in
            guard (try? await clock.sleep(until: deadline)) != nil else { return }
            self?.close(.deadline)
        }
        let isOver = state.withLock { state in
            if !state.board.isSettled, !state.isLeft { state.timer = timer }
            return state.timer == nil
        }
        if isOver { timer.cancel() }
    }

    private func sink(column: Int) -> FlightSink {
        let call = state.withLock { $0.board.openCall(column) }
        return { [self] news in
            let after = latency
            change { $0.hear(news, call: call, column: column, after: after) }
        }
    }

    // MARK: Telling

    /// The next event; `nil` after the last one, after ``leave()``, or when the caller is cancelled.
    func next() async -> SearchEvent? {
        while true {
            if Task.isCancelled { leave() }
            let expires = ports.environment.clock.now().advanced(by: life)
            let next = state.withLock { state in
                state.isLeft ? .over : state.board.next(expires: expires)
            }
            switch next {
            case .tell(let event):
                note(event)
                return event
            case .over: return nil
            case .wait: await news()
            case .price(let job):
                let event = price(job)
                // A large result must not keep the loop: others get a turn between two events.
                await Task.yield()
                if let event {
                    note(event)
                    return event
                }
            }
        }
    }

    /// Whether it is recorded whole, however it ends.
    var isRecorded: Bool { journal?.frame.cause != nil }

    private func note(_ event: SearchEvent) {
        let now = ports.environment.clock.uptime()
        journal?.told(event, at: now)
        guard case .done = event else { return }
        let (isClosed, timeout) = state.withLock { ($0.board.isClosed, $0.board.timeout) }
        guard isClosed else { return }
        let over = started.duration(to: now) - timeout
        ports.observer.note(.searchOverran(by: max(.zero, over)))
    }

    private func price(_ job: SearchBoard.Job) -> SearchEvent? {
        var job = job
        let hotels = presenter.price(&job)
        let shown = hotels.map { (place: $0.place, offers: $0.result.offers.count) }
        guard let seq = state.withLock({ $0.board.takeBack(job, shown: shown) }) else {
            return nil
        }
        return .offers(
            OffersEvent(seq: seq, supplier: job.supplier, hotels: hotels.map(\.result)))
    }

    private func news() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isReady = state.withLock { state in
                    if state.board.hasNews || state.isLeft || state.waiter != nil { return true }
                    state.waiter = waiter
                    return false
                }
                if isReady { waiter.resume() }
            }
        } onCancel: {
            leave()
        }
    }

    // MARK: Ending

    /// The client is gone: nothing more is told, calls that nobody shares are cancelled.
    func leave() {
        let (waiter, timer, wasRunning) = state.withLock { state in
            let wasRunning = !state.isLeft && !state.board.isSettled
            state.isLeft = true
            defer { (state.waiter, state.timer) = (nil, nil) }
            return (state.waiter, state.timer, wasRunning)
        }
        timer?.cancel()
        waiter?.resume()
        leave(takeTickets(), keepingAnswers: false)
        if wasRunning { ports.observer.note(.searchAbandoned(after: latency)) }
        if let journal, !journal.isFiled { journal.left(state.withLock { $0.board.statuses }) }
        report(wasRunning: wasRunning)
    }

    /// The time is up, or the gateway's is.
    func close(_ end: SearchBoard.End) {
        // Taken first: a search that has settled lets go of its calls as of calls that ended.
        let tickets = takeTickets()
        let after = latency
        change { $0.close(end, after: after) }
        leave(tickets, keepingAnswers: true)
    }

    private var latency: Duration { started.duration(to: ports.environment.clock.uptime()) }

    private func takeTickets() -> [Ticket] {
        state.withLock { state in
            defer { state.tickets = [] }
            return state.tickets
        }
    }

    private func leave(_ tickets: [Ticket], keepingAnswers: Bool) {
        for ticket in tickets {
            ticket.flight.leave(wantsAnswerKept: keepingAnswers && ticket.mayBeKept)
        }
    }

    /// Makes a transition and wakes the consumer if there is something for it.
    private func change(_ body: (inout SearchBoard) -> Void) {
        let (waiter, timer, isSettled) = state.withLock { state in
            body(&state.board)
            let isSettled = state.board.isSettled
            var timer: Task<Void, Never>?
            if isSettled {
                swap(&timer, &state.timer)
                state.tickets = []
            }
            guard state.board.hasNews else {
                return (CheckedContinuation<Void, Never>?.none, timer, isSettled)
            }
            defer { state.waiter = nil }
            return (state.waiter, timer, isSettled)
        }
        timer?.cancel()
        waiter?.resume()
        if isSettled { report(wasRunning: false) }
    }

    private func report(wasRunning: Bool) {
        let statuses = state.withLock { state -> [SupplierStatus]? in
            guard !state.isReported else { return nil }
            state.isReported = true
            return state.board.statuses
        }
        guard let statuses else { return }
        onEnd()
        guard !wasRunning else { return }
        let after = latency
        for status in statuses where status.state != .skipped {
            ports.observer.note(
                .supplierEnded(status.supplier, status.state, after: status.latency))
        }
        ports.observer.note(.searchEnded(SearchOutcome(statuses), after: after))
    }
}

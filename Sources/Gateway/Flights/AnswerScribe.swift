internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// Stores a flight's offers and shows them afterwards: few appends, yet a stream's first ones early.
///
/// An answer that comes at once is one append at its end. A stream is gathered for 20 ms, then for
/// intervals that double up to 80 ms, each one append: what is heard just before a search's deadline
/// must not be shown after it.
final class AnswerScribe: Sendable {
    /// How long offers wait for the store; after that they are shown without a quote.
    static let patience: Duration = .milliseconds(500)

    private struct State {
        var interval: Duration = .milliseconds(20)
        var isGathering = false
        var isDue = false
        var verdict: FlightEnd.Verdict?
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let flight: Flight
    private let terms: AskedTerms
    private let store: any AnswerStore
    private let environment: Environment
    private let observer: any GatewayObserver
    /// How long an answer is stored from when it was heard, and how long quotes need it then.
    private let keeping: Duration
    private let quoting: Duration
    // A lock: each holder makes one transition; the sleeper is resumed after it is left.
    private let state = Mutex(State())

    init(
        flight: Flight, terms: AskedTerms, store: any AnswerStore, environment: Environment,
        observer: any GatewayObserver, quoting: Duration, keeping: Duration
    ) {
        self.quoting = quoting
        self.flight = flight
        self.terms = terms
        self.store = store
        self.environment = environment
        self.observer = observer
        self.keeping = keeping
    }

    /// Offers wait in the flight.
    func offersCame() {
        let wait = state.withLock { state -> Duration? in
            guard !state.isGathering, state.verdict == nil else { return nil }
            state.isGathering = true
            defer { state.interval = min(state.interval * 2, .milliseconds(80)) }
            return state.interval
        }
        guard let wait else { return }
        let due = environment.clock.uptime().advanced(by: wait)
        environment.launch { [self, clock = environment.clock] in
            if (try? await clock.sleep(until: due)) != nil { wake { $0.isDue = true } }
        }
    }

    /// No more offers will come.
    func close(_ verdict: FlightEnd.Verdict) {
        wake { state in state.verdict = state.verdict ?? verdict }
    }

    /// Stores and shows until the flight is over and everything was shown; hands its verdict on.
    func run() async -> FlightEnd.Verdict {
        while true {
            let verdict = await next()
            let fresh = flight.takeFresh()
            if !fresh.isEmpty, !Self.isAbandoned(verdict) { await show(fresh) }
            if let verdict { return verdict }
        }
    }

    private static func isAbandoned(_ verdict: FlightEnd.Verdict?) -> Bool {
        if case .failed(let failure) = verdict { failure.code == .cancelled } else { false }
    }

    private func show(_ hotels: [(code: SupplierHotelCode, offers: [Offer])]) async {
        let now = environment.clock.now()
        let (needed, until) = (now.advanced(by: quoting), now.advanced(by: keeping))
        let id = AnswerID(environment.random)
        func answer(storedUntil: Instant?) -> Answer {
            let head = AnswerHead(
                id: id, supplier: flight.supplier, terms: terms, quotedAt: now,
                storedUntil: storedUntil)
            return Answer(head: head, hotels: hotels)
        }
        let stored = answer(storedUntil: until)
        let bytes = AnswerRecord.encode(stored)
        let latest = environment.clock.uptime().advanced(by: Self.patience)
        let isStored = await environment.value(by: latest) { [store] in
            do throws(StorageFault) {
                try await store.put(id, bytes, needed: needed, expires: until)
                return true
            } catch {
                return false
            }
        }
        if isStored == true {
            flight.show(stored.byHotel)
        } else {
            observer.note(.answerNotStored(flight.supplier))
            flight.show(answer(storedUntil: nil).byHotel)
        }
    }

    /// Waits until an append is due or the flight is over.
    private func next() async -> FlightEnd.Verdict? {
        await withCheckedContinuation { sleeper in
            let isReady = state.withLock { state in
                if state.isDue || state.verdict != nil { return true }
                state.sleeper = sleeper
                return false
            }
            if isReady { sleeper.resume() }
        }
        return state.withLock { state in
            state.isDue = false
            state.isGathering = false
            return state.verdict
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let sleeper = state.withLock { state in
            change(&state)
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }
}

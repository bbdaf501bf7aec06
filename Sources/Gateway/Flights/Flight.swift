internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// One call to a supplier, shared by every search that waits for its answer.
///
/// Invariants:
/// 1. A waiter is told everything about its hotels once, in order, and one end last.
/// 2. Offers are shown only after their answer was stored, or was found not to be storable.
/// 3. The call is cancelled when its last waiter leaves, unless a waiter that ran out of its own
///    time left it to fill the cache.
/// 4. After cancellation nobody can join; after the end a joiner is told everything at once.
final class Flight: Sendable {
    private struct Waiter {
        let number: Int
        let codes: Set<SupplierHotelCode>
        let sink: FlightSink
    }

    private struct State {
        var record: FlightRecord
        var waiters: [Waiter] = []
        var joined = 0
        /// Someone wants the answer in the cache.
        var isWanted = false
        var isCancelled = false
        var end: FlightEnd?
        var work: Task<Void, Never>?
    }

    let supplier: SupplierID
    let scope: AvailabilityScope
    let stay: StayDates
    let codes: [SupplierHotelCode]
    let askedAt: Uptime
    /// Where it is taken down, if it is.
    let trace: CallTrace?
    // A lock. Sinks are called under it, so that a waiter is told things in order; a sink takes
    // the lock of its search, which never calls out while it holds it, so the order of locks is
    // always flight, then search. What a search does once it has let go of its own lock (wake its
    // consumer, note its end) never comes back to a flight.
    private let state: Mutex<State>

    init(
        supplier: SupplierID, scope: AvailabilityScope, stay: StayDates,
        codes: [SupplierHotelCode], askedAt: Uptime, trace: CallTrace? = nil
    ) {
        self.supplier = supplier
        self.scope = scope
        self.stay = stay
        self.codes = codes
        self.askedAt = askedAt
        self.trace = trace
        state = Mutex(State(record: FlightRecord(asked: codes)))
    }

    /// Adds a waiter for some of the hotels; `nil` when the call was cancelled, and then no sink is
    /// made: whoever counts them would wait for an end that never comes.
    func join(_ codes: [SupplierHotelCode], _ makeSink: () -> FlightSink) -> FlightTicket? {
        let number = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            let sink = makeSink()
            let waiter = Waiter(number: state.joined, codes: Set(codes), sink: sink)
            state.joined += 1
            if let phase = state.record.phase { sink(.phase(phase)) }
            Self.tell(waiter, state.record.shown)
            if let end = state.end { sink(.ended(end)) } else { state.waiters.append(waiter) }
            return waiter.number
        }
        return number.map { FlightTicket(flight: self, number: $0) }
    }

    /// Lets the call go on whoever waits, for the cache's sake.
    func want() { state.withLock { $0.isWanted = true } }

    /// Takes a waiter away; the last one's leaving cancels the call unless it is wanted.
    func leave(_ number: Int, wantsAnswerKept: Bool) {
        let abandoned = state.withLock { state -> Task<Void, Never>? in
            let before = state.waiters.count
            state.waiters.removeAll { $0.number == number }
            guard state.waiters.count < before, state.end == nil else { return nil }
            if wantsAnswerKept { state.isWanted = true }
            guard state.waiters.isEmpty, !state.isWanted else { return nil }
            state.isCancelled = true
            return state.work
        }
        abandoned?.cancel()
    }

    /// Cancels the call whoever waits; they are told its end.
    func cancel() {
        let work = state.withLock { state -> Task<Void, Never>? in
            state.isCancelled = true
            return state.work
        }
        work?.cancel()
    }

    /// Gives the flight the task that carries it.
    func carry(_ work: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.work = work
            return state.isCancelled
        }
        if isCancelled { work.cancel() }
    }

    /// What the driver found.
    func add(_ offers: [Offer], _ dropped: [OfferDrop]) {
        trace?.found(offers, dropped)
        state.withLock { $0.record.add(offers, dropped) }
    }

    /// How far the call has come.
    func reached(_ phase: CallPhase) {
        state.withLock { state in
            state.record.reached(phase)
            for waiter in state.waiters { waiter.sink(.phase(phase)) }
        }
    }

    /// Offers that were not stored yet; they are no longer in the flight after this.
    func takeFresh() -> [(code: SupplierHotelCode, offers: [Offer])] {
        state.withLock { $0.record.takeFresh() }
    }

    /// Tells the waiters of offers that may be shown now.
    func show(_ hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])]) {
        state.withLock { state in
            state.record.show(hotels)
            for waiter in state.waiters { Self.tell(waiter, hotels) }
        }
    }

    /// Tells the waiters that it is over, at the time `now`.
    func end(_ verdict: FlightEnd.Verdict, at now: Uptime) {
        state.withLock { state in
            guard state.end == nil else { return }
            let end = FlightEnd(verdict: verdict, dropped: state.record.dropped)
            trace?.ended(end, at: now)
            state.end = end
            state.work = nil
            for waiter in state.waiters { waiter.sink(.ended(end)) }
            state.waiters = []
        }
    }

    /// What the driver's verdict comes to, given what was found.
    func verdict(_ said: FlightEnd.Verdict) -> FlightEnd.Verdict {
        state.withLock { $0.record.verdict(said) }
    }

    /// Whether rates were sent that could not be read.
    var hasUnread: Bool { state.withLock { $0.record.hasUnread } }

    /// What silence about a hotel may mean.
    var absence: Absence { state.withLock { $0.record.absence } }

    /// Everything shown so far by hotel, for the cache.
    var offers: [(code: SupplierHotelCode, offers: [AnsweredOffer])] {
        state.withLock { $0.record.offers(of: codes) }
    }

    private static func tell(
        _ waiter: Waiter, _ hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])]
    ) {
        let own = hotels.filter { waiter.codes.contains($0.code) }
        if !own.isEmpty { waiter.sink(.offers(own)) }
    }
}

/// One waiter's place in a flight.
struct FlightTicket: Sendable {
    fileprivate let flight: Flight
    fileprivate let number: Int

    /// Where the call is taken down, if it is.
    var trace: CallTrace? { flight.trace }
    /// Whether the call was begun for somebody else.
    var isShared: Bool { number > 0 }

    /// Waits no longer; `wantsAnswerKept` lets the call go on for the cache's sake.
    func leave(wantsAnswerKept: Bool) {
        flight.leave(number, wantsAnswerKept: wantsAnswerKept)
    }
}

internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// What one call to a supplier said and did, for whoever may have to explain a search of it later.
///
/// Taken down while the call runs, by a few copies of some kilobytes; nothing is masked or put into
/// words before somebody asks. Bounded: see ``reserve()``.
final class CallTrace: Sendable {
    /// Rates that were left out and are remembered as examples of their reason.
    static let mostExamples = 3
    /// Offers that are remembered as examples of what was read.
    static let mostOffers = 5
    /// What a call that outlives the first record of it may still add, in bytes.
    private static let allowance = 16 << 10

    /// One run of the step's machine; a retry is another one.
    struct Try: Sendable {
        let at: Instant
        let begun: Uptime
        /// Until when the supplier was given time.
        let deadline: Uptime
    }

    private struct State {
        var tries: [Try] = []
        var recorder = ExchangeRecorder(.search)
        var examples: [OfferDrop] = []
        var offers: [Offer] = []
        var found = 0
        var parsed: (verdict: FlightEnd.Verdict, at: Uptime)?
        var end: (end: FlightEnd, at: Uptime)?
        /// Bytes taken at most, once some record counts on it.
        var most: Int?

        var bytes: Int {
            offers.reduce(512 + recorder.bytes) { $0 + 512 + $1.rateKey.utf8.count }
                + examples.reduce(0) { $0 + 64 + $1.what.utf8.count }
        }
    }

    let codes: [SupplierHotelCode]
    let askedAt: Uptime
    /// Who was asked, for the mask; `nil` for our own rooms.
    private let credentials: SupplierCredentials?
    /// Of the search that began the call: what of it reached the supplier is hidden.
    private let shopper: ShopperContext
    // A lock: each holder appends a little or copies the whole; nothing is called under it.
    private let state = Mutex(State())

    init(
        codes: [SupplierHotelCode], askedAt: Uptime, credentials: SupplierCredentials?,
        shopper: ShopperContext
    ) {
        self.codes = codes
        self.askedAt = askedAt
        self.credentials = credentials
        self.shopper = shopper
    }

    // MARK: - What happens

    func begin(at now: Instant, uptime: Uptime, deadline: Uptime) {
        change { $0.tries.append(Try(at: now, begun: uptime, deadline: deadline)) }
    }

    func note(_ request: SupplierRequest, _ tag: RequestTag, at now: Instant, uptime: Uptime) {
        change { $0.recorder.note(request, tag, at: now, uptime: uptime) }
    }

    func sending(_ tag: RequestTag, at uptime: Uptime) {
        change { $0.recorder.sending(tag, at: uptime) }
    }

    func note(_ event: StepEvent, at uptime: Uptime) {
        change { $0.recorder.note(event, at: uptime) }
    }

    func note(_ measure: ExchangeMeasure, _ tag: RequestTag) {
        change { $0.recorder.note(measure, tag) }
    }

    func found(_ offers: [Offer], _ drops: [OfferDrop]) {
        change { state in
            state.found += offers.count
            state.offers += offers.prefix(Self.mostOffers - state.offers.count)
            for drop in drops {
                let known = state.examples.count { $0.reason == drop.reason }
                if known < Self.mostExamples { state.examples.append(drop) }
            }
        }
    }

    /// The machine has said its last word.
    func parsed(_ verdict: FlightEnd.Verdict, at uptime: Uptime) {
        state.withLock { $0.parsed = (verdict, uptime) }
    }

    /// Everything was stored and shown.
    func ended(_ end: FlightEnd, at uptime: Uptime) {
        state.withLock { $0.end = (end, uptime) }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            if let most = state.most, state.bytes >= most { state.recorder.isFull = true }
            body(&state)
        }
    }

    // MARK: - What is kept

    /// The bytes it takes now and will take; a call under way takes little more from here on.
    func reserve() -> Int {
        state.withLock { state in
            if let most = state.most { return most + Self.allowance }
            let bytes = state.bytes
            guard state.end == nil else { return bytes }
            state.most = bytes + Self.allowance
            // What comes in the one moment in which the bound is passed is counted here.
            return bytes + Self.allowance * 2
        }
    }

    /// Whether a rate was left out that should not have been there.
    var hasOddDrops: Bool {
        state.withLock { state in
            state.examples.contains { DropReason($0.reason).isOdd }
                || state.end?.end.dropped.contains { $0.reason.isOdd } == true
        }
    }

    /// All of it in the times of a search that began at `start`, masked.
    func explanation(
        since start: Uptime, isShared: Bool, hotel: (SupplierHotelCode) -> HotelID?
    ) -> CallExplanation {
        let state = state.withLock { $0 }
        let mask = ExchangeMask(credentials ?? SupplierCredentials(), shopper: shopper)
        let ended = state.end?.end
        let verdict = ended?.verdict ?? state.parsed?.verdict
        var call = CallExplanation(
            hotels: codes, isShared: isShared, asked: start.duration(to: askedAt),
            exchanges: state.recorder.traces(maskedBy: mask, since: start))
        call.tries = state.tries.map { attempt in
            CallExplanation.Try(
                begun: start.duration(to: attempt.begun),
                given: attempt.begun.duration(to: attempt.deadline))
        }
        call.parsed = state.parsed.map { start.duration(to: $0.at) }
        call.shown = state.end.map { start.duration(to: $0.at) }
        call.code = verdict?.code?.text
        if case .failed(let failure) = verdict {
            call.phase = failure.phase
            call.detail = mask.masked(failure).detail
        }
        call.isOver = verdict != nil
        call.found = state.found
        call.dropped = ended?.dropped ?? []
        call.examples = state.examples.map { drop in
            CallExplanation.Drop(
                reason: DropReason(drop.reason),
                what: mask.text(Array(drop.what.utf8), most: 800, isCut: true))
        }
        call.offers = state.offers.map { OfferReading($0, hotel: hotel($0.hotel)) }
        return call
    }
}

extension DropReason {
    /// Whether it tells of a fault, and not of what was asked for or of a supplier that repeats itself.
    var isOdd: Bool {
        switch self {
        case .priceContradiction, .malformed, .unknownCurrency, .wrongStay, .unaskedHotel,
            .overLimit:
            true
        case .onRequest, .duplicate, .packageOnly: false
        }
    }
}

internal import SupplierKit
internal import TravelModel

/// What one supplier has given to one search so far, and the status that follows from it.
struct SupplierColumn: Sendable {
    private struct Call {
        var phase = CallPhase.connect
        var end: FlightEnd?
        /// Given up because the gateway ends.
        var isCutShort = false
    }

    private struct Rate: Hashable {
        let hotel: SupplierHotelCode
        let key: String
    }

    let supplier: SupplierID
    let skipped: SkipReason?
    private var calls: [Call] = []
    private var isSealed: Bool
    private var gaveHotel: Set<Int> = []
    /// Rates by code and key: one that is told again is still one offer.
    private var gaveRate: Set<Rate> = []
    private var drops = DropTally()
    private var gaveLive = false
    /// The least fresh of what was kept.
    private var kept: AnswerSource?
    private var oldestKept: Duration = .zero
    /// Set once; nothing changes it.
    private(set) var status: SupplierStatus?

    init(supplier: SupplierID, skipped: SkipReason?) {
        self.supplier = supplier
        self.skipped = skipped
        isSealed = skipped != nil
        guard let skipped else { return }
        status = SupplierStatus(
            supplier: supplier, state: .skipped, source: .none, phase: nil,
            code: .skipped(skipped), detail: nil, latency: .zero, age: .zero, hotels: 0,
            offers: 0, dropped: [])
    }

    /// Adds a call that will be waited for; its number tells the calls apart.
    mutating func openCall() -> Int {
        calls.append(Call())
        return calls.count - 1
    }

    /// No more calls will be opened.
    mutating func seal(after latency: Duration) {
        isSealed = true
        settleIfOver(latency)
    }

    /// Books kept answers, the oldest heard `age` ago; they may all be empty.
    mutating func addKept(_ source: AnswerSource, age: Duration) {
        if kept != .stale { kept = source }
        oldestKept = max(oldestKept, age)
    }

    /// Books an offer that may be shown.
    mutating func addOffer(_ offer: Offer, of hotel: Int, isLive: Bool) {
        if isLive { gaveLive = true }
        gaveHotel.insert(hotel)
        gaveRate.insert(Rate(hotel: offer.hotel, key: offer.rateKey))
    }

    private var offers: Int { gaveRate.count }

    /// Books an offer that the request's own conditions leave out.
    mutating func leaveOut(_ reason: DropReason) { drops.add(reason) }

    mutating func reached(_ phase: CallPhase, call: Int) {
        guard calls.indices.contains(call) else { return }
        calls[call].phase = phase
    }

    mutating func end(_ end: FlightEnd, call: Int, after latency: Duration) {
        guard calls.indices.contains(call), calls[call].end == nil else { return }
        calls[call].end = end
        drops.add(end.dropped)
        if end.verdict == .complete { gaveLive = true }
        settleIfOver(latency)
    }

    /// Ends what still runs: with `TIMEOUT`, at the phase each call has reached, or, where the gateway
    /// ends before the search's time is up, with `SHUTTING_DOWN`.
    mutating func close(_ end: SearchBoard.End, after latency: Duration) {
        guard status == nil else { return }
        for place in calls.indices where calls[place].end == nil {
            calls[place].isCutShort = end == .shutdown
            // Whoever is between two requests, or is being read, has not given its whole body yet.
            let phase = calls[place].phase == .decode ? .body : calls[place].phase
            let failure = SupplierFailure(.timeout, phase: phase)
            calls[place].end = FlightEnd(verdict: .failed(failure), dropped: [])
        }
        isSealed = true
        settleIfOver(latency)
    }

    private mutating func settleIfOver(_ latency: Duration) {
        guard status == nil, isSealed, calls.allSatisfy({ $0.end != nil }) else { return }
        let (state, phase, code, detail) = verdict
        let isNothing = offers == 0 && state != .empty && state != .ok
        let source: AnswerSource =
            isNothing ? .none : gaveLive ? .live : kept ?? .none
        status = SupplierStatus(
            supplier: supplier, state: state, source: source, phase: phase, code: code,
            detail: detail, latency: latency, age: kept == nil ? .zero : oldestKept,
            hotels: gaveHotel.count, offers: offers, dropped: drops.list)
    }

    /// By the first call in order that did not go well, so that no race decides.
    private var verdict: (SupplierState, CallPhase?, SupplierCode?, String?) {
        for call in calls {
            switch call.end?.verdict {
            case .complete, nil: continue
            case .overloaded:
                return (offers > 0 ? .partial : .overloaded, nil, .overloaded, nil)
            case .refused(let refusal):
                let phase: CallPhase? = refusal.reason == .throttled ? .headers : nil
                return (
                    offers > 0 ? .partial : refusal.state, phase, refusal.code, refusal.detail
                )
            case .failed(let failure):
                // A call is cancelled under those who wait for it only when the gateway ends.
                if call.isCutShort || failure.code == .cancelled {
                    return (offers > 0 ? .partial : .overloaded, nil, .shuttingDown, nil)
                }
                let code = failure.code
                let state: SupplierState =
                    switch code {
                    case _ where offers > 0: .partial
                    case .timeout: .timeout
                    case .auth: .auth
                    case .throttled: .throttled
                    default: .error
                    }
                // A refusal of the caller is one before the work, in whatever dress it comes.
                let phase = code == .auth || code == .throttled ? .headers : failure.phase
                return (
                    state, phase, .failure(code),
                    failure.detail.isEmpty ? nil : failure.detail
                )
            }
        }
        if offers > 0 { return (.ok, nil, nil, nil) }
        // A call that was shared may have had readable offers, though of hotels asked for by others.
        return drops.hasUnread
            ? (.error, .decode, .failure(.malformed), nil) : (.empty, nil, nil, nil)
    }
}

internal import Gateway
internal import Synchronization
internal import TravelModel

/// An offer that some client of a tenant has seen, with what it was told of it.
struct KnownOffer: Sendable {
    let quote: QuoteID
    let total: Money
    let supplier: SupplierID
    let hotel: HotelID
}

/// What a client was told when it asked for a hold.
enum WorldAnswer: Sendable {
    case hold(WorldSight, replayed: Bool)
    case refused(StoredRefusal.Reason, [UInt8])
    case declined(String)
}

/// One look at a hold.
struct WorldSight: Sendable {
    let hold: HoldID
    let state: HoldState
    let version: Int64
    /// The announced end.
    let expires: Uptime?
    /// As shown, where something was granted.
    var total: Money?
    var change: OfferComparison?

    init(_ view: HoldView) {
        hold = view.record.id
        state = view.state
        version = view.record.version
        expires = view.record.expiresAt?.uptime
        change = view.change
    }

    var word: String { "\(WorldText.short(hold.text)) \(state.rawValue) v\(version)" }
}

/// What clients know of offers and of each other's holds, and whether what they are told fits together.
final class WorldRecords: Sendable {
    /// When something was asked and answered.
    struct Span: Sendable {
        let sent: WorldHistory.Moment
        let received: WorldHistory.Moment
    }

    /// An attempt, by its key.
    struct Attempt: Hashable, Sendable {
        let tenant: TenantID
        let key: IdempotencyKey
    }

    private struct Told: Sendable {
        let body: Int
        let answer: WorldAnswer
        let span: Span

        var hold: HoldID? { if case .hold(let sight, _) = answer { sight.hold } else { nil } }
        var bytes: [UInt8]? { if case .refused(_, let bytes) = answer { bytes } else { nil } }
    }

    private struct State {
        var offers: [TenantID: [KnownOffer]] = [:]
        var told: [Attempt: [Told]] = [:]
        var sights: [HoldID: [(WorldSight, Span)]] = [:]
        var releases: [HoldID: WorldHistory.Moment] = [:]
        var holds: [TenantID: [HoldID]] = [:]
    }

    private let history: WorldHistory
    private let ledger: MemoryHoldLedger
    // A lock around plain values; promises are tested after it is left.
    private let state = Mutex(State())

    init(_ history: WorldHistory, _ ledger: MemoryHoldLedger) {
        self.history = history
        self.ledger = ledger
    }

    // MARK: - Offers

    func found(_ offers: [KnownOffer], by tenant: TenantID) {
        state.withLock { state in
            let all = (state.offers[tenant] ?? []) + offers
            state.offers[tenant] = Array(all.suffix(60))
        }
    }

    func offers(of tenant: TenantID) -> [KnownOffer] {
        state.withLock { $0.offers[tenant] ?? [] }
    }

    /// Holds that clients of the tenant were told of, in that order.
    func holds(of tenant: TenantID) -> [HoldID] { state.withLock { $0.holds[tenant] ?? [] } }

    /// The end that was announced last.
    func end(of hold: HoldID) -> Uptime? {
        state.withLock { $0.sights[hold]?.compactMap(\.0.expires).last }
    }

    /// Every hold that anybody was told of, by tenant.
    var acknowledged: [(TenantID, HoldID)] {
        state.withLock { state in
            state.holds.sorted { $0.key.text < $1.key.text }
                .flatMap { tenant, holds in holds.map { (tenant, $0) } }
        }
    }

    // MARK: - Answers

    /// A client asks for a hold to end.
    func releases(_ hold: HoldID, from sent: WorldHistory.Moment) {
        state.withLock { state in
            if state.releases[hold] == nil { state.releases[hold] = sent }
        }
    }

    /// An attempt was answered.
    func told(_ answer: WorldAnswer, attempt: Attempt, body: Int, span: Span) {
        let told = Told(body: body, answer: answer, span: span)
        let before = state.withLock { state in
            let before = (state.told[attempt] ?? []).filter { $0.span.received < span.sent }
            state.told[attempt, default: []].append(told)
            return before
        }
        let key = "\(attempt.tenant) \(attempt.key.text)"
        checkBody(told, before, key)
        let same = before.filter { $0.body == body }
        if let hold = told.hold {
            let others = same.compactMap(\.hold).filter { $0 != hold && !isRefused($0) }
            history.check(
                .replaySameHold, others.isEmpty,
                "key \(key): \(WorldText.short(hold.text)), before "
                    + "\(others.map { WorldText.short($0.text) })")
        }
        if let first = same.first(where: { $0.bytes != nil }), !isStorage(answer) {
            history.check(
                .replaySameBytes, told.bytes == first.bytes,
                "key \(key): told \(answer) after a stored refusal")
        }
        if case .hold(let sight, _) = answer { saw(sight, tenant: attempt.tenant, span: span) }
    }

    private func checkBody(_ told: Told, _ before: [Told], _ key: String) {
        let lasting = before.filter { $0.hold.map { !isRefused($0) } ?? ($0.bytes != nil) }
        guard let first = lasting.first, !isStorage(told.answer) else { return }
        var isReused = false
        if case .declined("keyReused") = told.answer { isReused = true }
        history.check(
            .keyBody, isReused == (first.body != told.body),
            "key \(key): told \(told.answer), the body is "
                + (first.body == told.body ? "the same" : "another"))
    }

    private func isStorage(_ answer: WorldAnswer) -> Bool {
        if case .declined(let word) = answer {
            ["storage", "outcomeUnknown"].contains(word)
        } else {
            false
        }
    }

    private func isRefused(_ hold: HoldID) -> Bool {
        ledger.rows.first { $0.id == hold }?.state == .refused
    }

    // MARK: - Sights

    /// A client saw a hold.
    func saw(_ sight: WorldSight, tenant: TenantID, span: Span) {
        let (before, release) = state.withLock { state in
            let before = (state.sights[sight.hold] ?? []).filter { $0.1.received < span.sent }
            state.sights[sight.hold, default: []].append((sight, span))
            if state.holds[tenant]?.contains(sight.hold) != true {
                state.holds[tenant, default: []].append(sight.hold)
            }
            return (before.map(\.0), state.releases[sight.hold])
        }
        let name = WorldText.short(sight.hold.text)
        if let last = before.max(by: { $0.version < $1.version }) {
            history.check(
                .forwardOnly,
                last.version <= sight.version && WorldStates.may(last.state, become: sight.state),
                "hold \(name): \(last.state.rawValue) v\(last.version), later "
                    + "\(sight.state.rawValue) v\(sight.version)")
        }
        let announced = before.filter { $0.state == .held || $0.state == .priceConfirmed }
            .compactMap(\.expires).max()
        guard let announced else { return }
        let now = span.received.uptime
        switch sight.state {
        case .expired:
            // Walls count whole milliseconds.
            history.check(
                .noEarlyEnd, now.advanced(by: .milliseconds(1)) >= announced,
                "hold \(name): EXPIRED \(now.duration(to: announced)) before its end")
        case .released:
            history.check(
                .noEarlyEnd, release.map { $0 < span.received } ?? false,
                "hold \(name): RELEASED, and no client asked for it")
        default:
            history.check(.noEarlyEnd, true, "")
        }
    }

    /// A hold that somebody was told of is gone.
    func lost(_ hold: HoldID) {
        history.check(
            .acknowledgedFound, false, "hold \(WorldText.short(hold.text)) is not found")
    }
}

/// Which states may follow which.
enum WorldStates {
    static func may(_ state: HoldState, become next: HoldState) -> Bool {
        switch state {
        case .pending: true
        case .held, .priceConfirmed: [state, .released, .expired].contains(next)
        case .refused, .released, .expired: state == next
        }
    }
}

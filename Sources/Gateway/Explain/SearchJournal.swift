internal import SupplierKit
internal import Synchronization
internal import TravelModel

/// Takes down one search while it runs: what cannot be told from its plan, its calls and its end.
///
/// Of a search that was neither drawn nor asked for only a few numbers are noted; should it end oddly,
/// they and its calls, which are taken down anyway, are what is kept of it.
final class SearchJournal: Sendable {
    /// What is certain from the start.
    struct Frame: Sendable {
        let id: SearchID
        let at: Instant
        let started: Uptime
        let request: SearchRequest
        let plan: SearchPlan
        let rates: RatesInUse
        let markupVersion: Int
        /// Why it is recorded whole; `nil` where only its end can be a reason to keep it.
        let cause: RecordCause?

        var deadline: Uptime { started.advanced(by: request.options.timeout) }
    }

    /// What one supplier had and was asked.
    struct Column: Sendable {
        var fresh = 0
        var stale = 0
        var missing = 0
        var oldest = Duration.zero
        var kept: [KeptReading] = []
        var calls: [(trace: CallTrace, isShared: Bool)] = []
    }

    /// When things were told, from the search's start.
    struct Times: Sendable {
        var first: Duration?
        var firstOffers: Duration?
        var last = Duration.zero
        var events = 0
    }

    private struct State {
        var columns: [Column]
        var times = Times()
        var merges: [HotelID: HotelMerge] = [:]
        var mergesLeftOut = 0
        var isFiled = false
    }

    /// Hotels whose merge is remembered.
    private static let mostMerges = 50
    /// Kept answers of one supplier that are remembered.
    private static let mostKept = 20

    let frame: Frame
    private let recorder: SearchRecorder
    // A lock: each holder notes one thing; the recorder's, taken after it is left, is another one.
    private let state: Mutex<State>

    init(_ frame: Frame, _ recorder: SearchRecorder) {
        self.frame = frame
        self.recorder = recorder
        state = Mutex(State(columns: Array(repeating: Column(), count: frame.plan.lines.count)))
    }

    /// Whether more is noted than an odd end needs.
    private var isWhole: Bool { frame.cause != nil }

    // MARK: - What happens

    /// What the cache had of a supplier, the oldest of it heard `oldest` ago.
    func look(
        _ column: Int, _ kept: [(code: SupplierHotelCode, offers: [AnsweredOffer])],
        _ source: AnswerSource, oldest: Duration
    ) {
        change { state in
            guard state.columns.indices.contains(column) else { return }
            if source == .stale {
                state.columns[column].stale += kept.count
            } else {
                state.columns[column].fresh += kept.count
            }
            state.columns[column].oldest = max(state.columns[column].oldest, oldest)
            guard isWhole else { return }
            let room = Self.mostKept - state.columns[column].kept.count
            state.columns[column].kept += kept.prefix(room).map { code, offers in
                KeptReading(
                    code: code, source: source, offers: offers.count,
                    age: offers.first.map { $0.answer.quotedAt.duration(to: frame.at) })
            }
        }
    }

    /// Which calls a supplier's missing hotels are heard from.
    func call(_ column: Int, missing: Int, _ tickets: [FlightTicket]) {
        change { state in
            guard state.columns.indices.contains(column) else { return }
            state.columns[column].missing = missing
            state.columns[column].calls = tickets.compactMap { ticket in
                ticket.trace.map { ($0, ticket.isShared) }
            }
        }
    }

    /// An event that its consumer takes; the last one files the record.
    func told(_ event: SearchEvent, at now: Uptime) {
        let after = frame.started.duration(to: now)
        change { state in
            state.times.first = state.times.first ?? after
            state.times.last = after
            state.times.events += 1
            guard case .offers(let offers) = event else { return }
            state.times.firstOffers = state.times.firstOffers ?? after
            if isWhole { Self.note(offers.hotels, in: &state) }
        }
        if case .done(let summary) = event {
            file(
                .init(outcome: summary.outcome, statuses: summary.suppliers, counts: summary.counts)
            )
        }
    }

    /// The client is gone before the last event.
    func left(_ statuses: [SupplierStatus]) {
        file(.init(outcome: nil, statuses: statuses, counts: nil))
    }

    /// Whether nothing more will be noted.
    var isFiled: Bool { state.withLock { $0.isFiled } }

    private static func note(_ hotels: [HotelResult], in state: inout State) {
        for hotel in hotels {
            let merge = HotelMerge(hotel)
            if state.merges[hotel.hotel.id] != nil || state.merges.count < mostMerges {
                state.merges[hotel.hotel.id] = merge
            } else {
                state.mergesLeftOut += 1
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            if !state.isFiled { body(&state) }
        }
    }

    private func file(_ end: SearchRecord.End) {
        let state = state.withLock { state -> State? in
            guard !state.isFiled else { return nil }
            defer { state.isFiled = true }
            return state
        }
        guard let state else { return }
        let record = SearchRecord(
            frame, state.columns, state.times, end,
            merges: state.merges.values.sorted { $0.hotel < $1.hotel },
            mergesLeftOut: state.mergesLeftOut)
        if let record { recorder.keep(record) }
    }
}

internal import SupplierKit
internal import TravelModel

/// Everything one search knows, and what is to be told next.
///
/// Pure: the search that owns it holds the lock. Bounded whatever the consumer does: a hotel that
/// changes twice before it is taken is told once, as it stands then.
struct SearchBoard: Sendable {
    /// An offer that was not priced yet.
    struct Arrival: Sendable {
        let supplier: SupplierID
        let source: AnswerSource
        let offer: AnsweredOffer
    }

    private struct Row: Sendable {
        var arrivals: [Arrival] = []
        var candidates: [OfferMerge.Candidate] = []
        /// The column whose answer changed the hotel since it was last taken.
        var changedBy: Int?
        var shownOffers = 0
    }

    /// Why a search ends before all its suppliers have.
    enum End: Sendable {
        /// Its time is up.
        case deadline
        /// The gateway is about to end.
        case shutdown
    }

    /// Hotels to price and merge; the work is done without the lock.
    struct Job: Sendable {
        /// One hotel, with what is new and what was priced before.
        struct Hotel: Sendable {
            let place: Int
            let arrivals: [Arrival]
            var candidates: [OfferMerge.Candidate]
        }

        let supplier: SupplierID
        var hotels: [Hotel]
    }

    /// What is to be told next.
    enum Next: Sendable {
        case tell(SearchEvent)
        case price(Job)
        /// Nothing yet.
        case wait
        /// Everything was told.
        case over
    }

    /// What stays the same while the search runs.
    struct Frame: Sendable {
        let id: SearchID
        let request: SearchRequest
        let rates: RatesInUse
        let hotels: [CatalogueHotel]
        let codes: [[SupplierHotelCode: Int]]
    }

    /// Hotels in one job at most.
    static let mostHotels = 25
    /// A job with so many fresh offers takes no further hotel; one hotel alone may bring more.
    static let mostArrivals = 120

    private let frame: Frame
    private var columns: [SupplierColumn]
    private var rows: [Row]
    private var changed = KeyQueue<Int>()
    private var settled = KeyQueue<Int>()
    private var toldOpening = false
    private var toldDone = false
    private var lastSeq = 0
    private var filteredOut = 0
    private(set) var isClosed = false

    init(frame: Frame, columns: [SupplierColumn]) {
        self.frame = frame
        self.columns = columns
        rows = Array(repeating: Row(), count: frame.hotels.count)
    }

    /// From the search's start to its deadline.
    var timeout: Duration { frame.request.options.timeout }

    /// Whether every supplier has ended.
    var isSettled: Bool { columns.allSatisfy { $0.status != nil } }

    /// Whether ``next(expires:)`` would give something other than ``Next/wait``.
    var hasNews: Bool {
        !toldOpening || changed.count > 0 || settled.count > 0 || isSettled
    }

    /// The final states so far, for the observer.
    var statuses: [SupplierStatus] { columns.compactMap(\.status) }

    // MARK: What happens

    mutating func openCall(_ column: Int) -> Int { columns[column].openCall() }

    mutating func seal(_ column: Int, after latency: Duration) {
        change(column) { $0.seal(after: latency) }
    }

    /// Books kept answers, the oldest of the search's heard `age` ago.
    mutating func addKept(
        _ hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])], _ source: AnswerSource,
        age: Duration, column: Int
    ) {
        columns[column].addKept(source, age: age)
        add(hotels, source: source, column: column)
    }

    mutating func hear(_ news: FlightNews, call: Int, column: Int, after latency: Duration) {
        guard !isClosed else { return }
        switch news {
        case .offers(let hotels): add(hotels, source: .live, column: column)
        case .phase(let phase): columns[column].reached(phase, call: call)
        case .ended(let end): change(column) { $0.end(end, call: call, after: latency) }
        }
    }

    /// The search is over: whoever has not ended is told to be late, or cut short by us; what comes
    /// later is not heard.
    mutating func close(_ end: End, after latency: Duration) {
        guard !isClosed else { return }
        for column in columns.indices { change(column) { $0.close(end, after: latency) } }
        isClosed = true
    }

    // MARK: What is told

    /// The next thing to tell; `expires` is when the result goes stale, should this be the end.
    mutating func next(expires: Instant) -> Next {
        if !toldOpening {
            toldOpening = true
            return .tell(.search(opening))
        }
        if let job = takeChanged() { return .price(job) }
        if let column = settled.popFirst(), let status = columns[column].status {
            return .tell(.supplier(status))
        }
        guard isSettled else { return .wait }
        if toldDone { return .over }
        toldDone = true
        return .tell(.done(summary(expires: expires)))
    }

    /// Takes a job's candidates back; the number of the event that tells them, if any is shown.
    mutating func takeBack(_ job: Job, shown: [(place: Int, offers: Int)]) -> Int? {
        for hotel in job.hotels { rows[hotel.place].candidates = hotel.candidates }
        for (place, offers) in shown { rows[place].shownOffers = offers }
        guard !shown.isEmpty else { return nil }
        lastSeq += 1
        return lastSeq
    }

    private mutating func takeChanged() -> Job? {
        var hotels: [Job.Hotel] = []
        var by: Int?
        var arrivals = 0
        while hotels.count < Self.mostHotels, arrivals < Self.mostArrivals,
            let place = changed.first
        {
            guard by == nil || rows[place].changedBy == by else { break }
            _ = changed.popFirst()
            by = rows[place].changedBy
            arrivals += rows[place].arrivals.count
            hotels.append(
                Job.Hotel(
                    place: place, arrivals: rows[place].arrivals,
                    candidates: rows[place].candidates))
            rows[place].arrivals = []
            rows[place].candidates = []
            rows[place].changedBy = nil
        }
        guard let by, !hotels.isEmpty else { return nil }
        return Job(supplier: columns[by].supplier, hotels: hotels)
    }

    private mutating func add(
        _ hotels: [(code: SupplierHotelCode, offers: [AnsweredOffer])], source: AnswerSource,
        column: Int
    ) {
        let allowsPackages = frame.request.options.packageRates
        for hotel in hotels {
            guard let place = frame.codes[column][hotel.code] else { continue }
            for offer in hotel.offers {
                if !allowsPackages, offer.offer.requirements.contains(.packageOnly) {
                    columns[column].leaveOut(.packageOnly)
                    filteredOut += 1
                    continue
                }
                columns[column].addOffer(offer.offer, of: place, isLive: source == .live)
                rows[place].arrivals.append(
                    Arrival(supplier: columns[column].supplier, source: source, offer: offer))
                if rows[place].changedBy == nil {
                    rows[place].changedBy = column
                    changed.append(place)
                }
            }
        }
    }

    private mutating func change(_ column: Int, _ body: (inout SupplierColumn) -> Void) {
        let before = columns[column].status == nil
        body(&columns[column])
        if before, columns[column].status != nil { settled.append(column) }
    }

    private var opening: SearchOpening {
        SearchOpening(
            searchID: frame.id, stay: frame.request.stay, currency: frame.request.shopper.currency,
            suppliers: columns.map { SupplierOpening(supplier: $0.supplier, skipped: $0.skipped) },
            timeout: frame.request.options.timeout)
    }

    private func summary(expires: Instant) -> SearchSummary {
        let statuses = statuses
        return SearchSummary(
            searchID: frame.id, outcome: SearchOutcome(statuses), stay: frame.request.stay,
            currency: frame.request.shopper.currency, rates: frame.rates, suppliers: statuses,
            counts: SearchCounts(
                hotels: rows.count { $0.shownOffers > 0 },
                offers: rows.reduce(0) { $0 + $1.shownOffers }, filteredOut: filteredOut),
            expiresAt: expires)
    }
}

extension SearchOutcome {
    /// The verdict over all suppliers of a search.
    ///
    /// Where nobody could be asked because of what was asked (no such hotels, too many rooms), the
    /// answer is complete: asking again would not help. Where an operator switched the only
    /// suppliers off, nobody answered.
    init(_ statuses: [SupplierStatus]) {
        let asked = statuses.filter { $0.state != .skipped }
        let whole = asked.count { $0.state == .ok || $0.state == .empty }
        let some = asked.count { $0.state == .partial }
        if asked.isEmpty {
            let isOurDoing = statuses.contains { $0.code == .skipped(.disabled) }
            self = isOurDoing || statuses.isEmpty ? .noneAnswered : .complete
        } else if whole == asked.count {
            self = .complete
        } else {
            self = whole + some > 0 ? .partial : .noneAnswered
        }
    }
}

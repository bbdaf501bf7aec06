internal import SupplierKit
public import TravelModel

/// One recorded search in a few words.
public struct SearchBrief: Sendable {
    /// The search's name.
    public let id: String
    /// When it began.
    public let at: Instant
    /// Whose key it was.
    public let tenant: TenantID
    /// Why it was recorded.
    public let cause: RecordCause
    /// `nil` where the client left before the last event.
    public let outcome: SearchOutcome?
    /// From its start to the last event its client took.
    public let took: Duration
    /// Each supplier's final state, in the roster's order.
    public let suppliers: [(supplier: SupplierID, state: SupplierState)]
    /// A few words for each thing that went otherwise than it should; empty for a good search.
    public let oddities: [String]

    init(_ record: SearchRecord) {
        id = record.id.text
        at = record.at
        tenant = record.request.tenant
        cause = record.cause
        outcome = record.end.outcome
        took = record.times.last
        suppliers = record.end.statuses.map { ($0.supplier, $0.state) }
        oddities = record.oddities
    }
}

/// Everything that was recorded of one search; moments count from its start.
public struct SearchExplanation: Sendable {
    /// In a few words.
    public let brief: SearchBrief
    /// As it was understood; what tells of the shopper alone is for no one's eyes.
    public let request: SearchRequest
    /// Hotels in the area, at most 500.
    public let hotels: Int
    /// The table every conversion used.
    public let rates: RatesInUse
    /// The rules of markup that were applied.
    public let markupVersion: Int
    /// When the first event was taken.
    public let firstEvent: Duration?
    /// When the first offers were taken.
    public let firstOffers: Duration?
    /// When the last event was taken.
    public let lastEvent: Duration
    /// Events taken.
    public let events: Int
    /// `nil` where the client left.
    public let counts: SearchCounts?
    /// In the roster's order.
    public let suppliers: [SupplierExplanation]
    /// By hotel; of a search that was not recorded whole there are none.
    public let merges: [HotelMerge]
    /// Tellings of hotels beyond the first 50.
    public let mergesLeftOut: Int

    /// How long after its deadline the last event was taken; zero for one in time.
    public var overshoot: Duration { max(.zero, lastEvent - request.options.timeout) }

    init(_ record: SearchRecord, _ suppliers: [SupplierExplanation]) {
        self.suppliers = suppliers
        brief = SearchBrief(record)
        request = record.request
        hotels = record.hotels
        rates = record.rates
        markupVersion = record.markupVersion
        firstEvent = record.times.first
        firstOffers = record.times.firstOffers
        lastEvent = record.times.last
        events = record.times.events
        counts = record.end.counts
        merges = record.merges
        mergesLeftOut = record.mergesLeftOut
    }
}

/// One supplier's part in a search.
public struct SupplierExplanation: Sendable {
    /// Who.
    public let supplier: SupplierID
    /// Why it was not asked at all.
    public let skipped: SkipReason?
    /// `nil` where the client left before it ended.
    public let status: SupplierStatus?
    /// Hotels it was to be asked about, by its codes.
    public let hotels: Int
    /// Hotels in one call at most.
    public let batch: Int
    /// Which of our hotels its codes mean, the first 20.
    public let mapping: [(code: SupplierHotelCode, hotel: HotelID)]
    /// The terms that are in the key of every answer kept of it, as text.
    public let key: String
    /// Hotels whose kept answer was fresh.
    public let fresh: Int
    /// Hotels whose kept answer was stale.
    public let stale: Int
    /// Hotels that had to be asked for.
    public let missing: Int
    /// How old the oldest kept answer was.
    public let oldest: Duration
    /// The first 20 kept answers; of a search that was not recorded whole there are none.
    public let kept: [KeptReading]
    /// The calls it heard, those that others began among them.
    public let calls: [CallExplanation]

    init(_ line: SearchRecord.Line, of record: SearchRecord) {
        supplier = line.supplier
        skipped = line.skipped
        status = record.end.statuses.first { $0.supplier == line.supplier }
        hotels = line.hotels
        batch = line.batch
        mapping = line.mapping
        key = line.terms.keyText(of: line.supplier)
        fresh = line.column.fresh
        stale = line.column.stale
        missing = line.column.missing
        oldest = line.column.oldest
        kept = line.column.kept
        let known = Dictionary(line.mapping.map { ($0.code, $0.hotel) }) { first, _ in first }
        calls = line.column.calls.map { call in
            call.trace.explanation(since: record.started, isShared: call.isShared) { known[$0] }
        }
    }
}

/// A kept answer that a search used.
public struct KeptReading: Sendable {
    /// The supplier's code of the hotel.
    public let code: SupplierHotelCode
    /// Fresh or stale.
    public let source: AnswerSource
    /// Offers in it; none for a hotel that had nothing.
    public let offers: Int
    /// Since the supplier gave it; `nil` where it had nothing.
    public let age: Duration?
}

extension AskedTerms {
    /// The parts of a kept answer's key that its hotels share.
    fileprivate func keyText(of supplier: SupplierID) -> String {
        let rooms = rooms.map(\.description).joined(separator: ";")
        return "\(supplier) | \(stay) | \(rooms) | residency \(residency) | \(currency)"
            + " | \(channel.rawValue) | \(language)"
    }
}

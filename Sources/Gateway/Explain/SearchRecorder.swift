internal import SupplierKit
internal import Synchronization
public import TravelModel

/// Remembers searches for whoever has to explain one of them later; in memory, within bounds.
///
/// It decides nothing that a search does: the same search has the same answer with it and without.
public final class SearchRecorder: Sendable {
    /// What the operator decided.
    public let settings: ExplainSettings
    // A lock around the shelf; nothing is called under it.
    private let shelf: Mutex<RecordShelf>

    /// Empty.
    public init(_ settings: ExplainSettings = ExplainSettings()) {
        self.settings = settings
        shelf = Mutex(
            RecordShelf(most: settings.mostSearches, mostBytes: settings.mostBytes))
    }

    /// Whether anything is recorded at all.
    public var isRecording: Bool { settings.mostSearches > 0 && settings.mostBytes > 0 }

    // MARK: - Recording

    func open(
        _ id: SearchID, _ request: SearchRequest, _ plan: SearchPlan, rates: RatesInUse,
        markupVersion: Int, at: Instant, started: Uptime
    ) -> SearchJournal? {
        guard isRecording else { return nil }
        let cause: RecordCause? =
            request.options.isExplained ? .asked : settings.draws(id) ? .sampled : nil
        let frame = SearchJournal.Frame(
            id: id, at: at, started: started, request: request, plan: plan, rates: rates,
            markupVersion: markupVersion, cause: cause)
        return SearchJournal(frame, self)
    }

    func keep(_ record: SearchRecord) { shelf.withLock { $0.insert(record) } }

    // MARK: - Looking

    /// Which searches are wanted in a list.
    public struct Filter: Sendable, Hashable {
        /// With a supplier that ended so.
        public var status: SupplierState?
        /// With a part of this supplier that is not skipped.
        public var supplier: SupplierID?
        /// Of this tenant.
        public var tenant: TenantID?
        /// Kept for this reason.
        public var cause: RecordCause?
        /// At most so many, 1 to 500.
        public var limit = 50

        /// All, the newest 50.
        public init() {}

        func takes(_ record: SearchRecord) -> Bool {
            if let tenant, record.request.tenant != tenant { return false }
            if let cause, record.cause != cause { return false }
            if status == nil, supplier == nil { return true }
            return record.end.statuses.contains { told in
                let isSupplier = supplier.map { $0 == told.supplier } ?? true
                let isStatus = status.map { $0 == told.state } ?? (told.state != .skipped)
                return isSupplier && isStatus
            }
        }
    }

    /// How much is kept.
    public struct Stock: Sendable, Hashable {
        /// Searches.
        public let searches: Int
        /// As they are counted.
        public let bytes: Int
        /// Searches that made room for later ones.
        public let forgotten: Int
        /// When the oldest search that is kept began.
        public let oldest: Instant?
    }

    /// In a few words, the newest first.
    public func list(_ filter: Filter = Filter()) -> [SearchBrief] {
        let records = shelf.withLock { $0.newestFirst }
        return records.lazy.filter(filter.takes).prefix(filter.limit).map(SearchBrief.init)
    }

    /// All that is known of one search; `nil` for one that is not kept.
    ///
    /// Put into words and masked now; others get a turn between two suppliers.
    public func explanation(of id: String) async -> SearchExplanation? {
        guard let record = shelf.withLock({ $0[id] }) else { return nil }
        var suppliers: [SupplierExplanation] = []
        for line in record.lines {
            suppliers.append(SupplierExplanation(line, of: record))
            await Task.yield()
        }
        return SearchExplanation(record, suppliers)
    }

    /// How much is kept now.
    public var stock: Stock {
        shelf.withLock { shelf in
            Stock(
                searches: shelf.count, bytes: shelf.bytes, forgotten: shelf.forgotten,
                oldest: shelf.newestFirst.last?.at)
        }
    }
}

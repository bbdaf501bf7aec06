public import TravelModel

/// What a search tells while it runs.
///
/// The order is fixed: one ``search(_:)``, then any number of ``offers(_:)`` and
/// ``supplier(_:)``, then one ``done(_:)``, always last and always sent.
public enum SearchEvent: Sendable, Hashable {
    /// What was started.
    case search(SearchOpening)
    /// Hotels as they stand now; each replaces the earlier one of its id.
    case offers(OffersEvent)
    /// The final status of one supplier.
    case supplier(SupplierStatus)
    /// How it ended.
    case done(SearchSummary)
}

/// The first event, before any supplier has answered.
public struct SearchOpening: Sendable, Hashable {
    /// The search's name.
    public let searchID: SearchID
    /// The nights.
    public let stay: StayDates
    /// The currency prices are shown in.
    public let currency: CurrencyCode
    /// Every supplier of the search once, in the roster's order.
    public let suppliers: [SupplierOpening]
    /// From start to ``SearchEvent/done(_:)``.
    public let timeout: Duration
}

/// Where one supplier stands when a search starts.
public struct SupplierOpening: Sendable, Hashable {
    /// Who.
    public let supplier: SupplierID
    /// Why it is not asked; `nil` while its answer is pending.
    public let skipped: SkipReason?
}

/// Hotels that changed, with everything that is known of them now.
public struct OffersEvent: Sendable, Hashable {
    /// From 1, rising by 1 within a search.
    public let seq: Int
    /// The supplier whose answer changed them.
    public let supplier: SupplierID
    /// Never empty; at most 25, whole each.
    public let hotels: [HotelResult]
}

/// The last event.
public struct SearchSummary: Sendable, Hashable {
    /// The search's name.
    public let searchID: SearchID
    /// The verdict over all suppliers.
    public let outcome: SearchOutcome
    /// The nights.
    public let stay: StayDates
    /// The currency prices are shown in.
    public let currency: CurrencyCode
    /// The table every conversion used.
    public let rates: RatesInUse
    /// Every supplier of the search, once, in the roster's order.
    public let suppliers: [SupplierStatus]
    /// How much was found.
    public let counts: SearchCounts
    /// When the result goes stale and a client should ask again; durations are the writer's work.
    public let expiresAt: Instant
}

/// How much of what was asked for was answered.
public enum SearchOutcome: String, Sendable, CaseIterable {
    /// Every supplier that was asked answered whole.
    case complete
    /// At least one answered, at least one did not, or not whole.
    case partial
    /// Nobody answered: this says nothing about the hotels.
    case noneAnswered = "none_answered"
}

/// The rates behind converted prices.
public struct RatesInUse: Sendable, Hashable {
    /// The publisher.
    public let source: String
    /// The day the publisher dated them.
    public let asOf: CivilDate
}

/// Totals of a search.
public struct SearchCounts: Sendable, Hashable {
    /// Hotels with at least one offer to show.
    public let hotels: Int
    /// Offers shown, alternates not counted.
    public let offers: Int
    /// Offers that the request's own conditions leave out, such as package-only rates.
    public let filteredOut: Int
}

/// A finished search as one value.
public struct SearchResult: Sendable, Hashable {
    /// The first page in the final order, at most the request's limit.
    public let hotels: [HotelResult]
    /// How it ended.
    public let summary: SearchSummary
}

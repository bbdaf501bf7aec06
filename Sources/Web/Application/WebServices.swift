public import Gateway
public import Telemetry
public import TravelModel

/// Everything the routes stand on, put together once at start.
public struct WebServices: Sendable {
    /// Runs searches.
    public var searches: SearchService
    /// Finds quotes.
    public var quotes: QuoteDesk
    /// Asks again whether quotes stand.
    public var refresher: QuoteRefresher
    /// Grants and ends holds; made with ``StoredRefusals`` as its bodies.
    public var holds: HoldDesk
    /// Takes what suppliers send.
    public var callbacks: CallbackDesk
    /// Suggests places.
    public var places: any PlaceSuggester
    /// Time and chance, the same as the gateway's.
    public var environment: Environment
    /// Where the edge counts.
    public var metrics: MetricsRegistry
    /// Where each exchange is told.
    public var log: EventLog
    /// The suppliers clients may name, our own rooms among them if they are sold.
    public var suppliers: [SupplierID]
    /// What a sandbox may dictate, by the suppliers that are mocks.
    public var rehearsals: [SupplierID: [HoldRehearsal]] = [:]
    /// Keeps searches that are recorded; the same as the gateway's.
    public var recorder: SearchRecorder?
    /// Knows who asks and how much each may.
    public var clients: ClientDesk
    /// What must be well before traffic may come; asked at each `/readyz`.
    public var readiness: @Sendable () async -> [ReadinessCheck]
    /// The bytes of `docs/openapi.json`.
    public var document: [UInt8]

    /// Ready without checks of its own and without a document; both may be set afterwards.
    public init(
        searches: SearchService, quotes: QuoteDesk, refresher: QuoteRefresher, holds: HoldDesk,
        callbacks: CallbackDesk, places: any PlaceSuggester,
        environment: Environment, metrics: MetricsRegistry, log: EventLog,
        suppliers: [SupplierID], clients: ClientDesk
    ) {
        self.searches = searches
        self.quotes = quotes
        self.refresher = refresher
        self.holds = holds
        self.callbacks = callbacks
        self.places = places
        self.environment = environment
        self.metrics = metrics
        self.log = log
        self.suppliers = suppliers
        self.clients = clients
        readiness = { [] }
        document = Array("{}".utf8)
    }
}

/// One thing that must be well, and whether it is.
public struct ReadinessCheck: Sendable, Hashable {
    /// A short fixed name, such as `ledger`.
    public let name: String
    /// Why not, in words; `nil` when all is well.
    public let fault: String?

    /// Puts the two together.
    public init(_ name: String, fault: String?) {
        self.name = name
        self.fault = fault
    }
}

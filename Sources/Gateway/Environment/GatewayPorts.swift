/// Everything the gateway reaches the outside through, put together once at start.
public struct GatewayPorts: Sendable {
    /// Time, chance, and where tasks run.
    public var environment: Environment
    /// Calls to suppliers.
    public var transport: any SupplierTransport
    /// The hotels we know.
    public var catalogue: any HotelCatalogue
    /// Places by id.
    public var places: any PlaceResolver
    /// Stored answers.
    public var answers: any AnswerStore
    /// Our own rooms; `nil` where there are none.
    public var inventory: (any InventoryPort)?
    /// Exchange rates.
    public var rates: any RateSource
    /// Time zones.
    public var zones: any ZoneDatabase
    /// Learns what happens.
    public var observer: any GatewayObserver
    /// Remembers searches so that they can be explained; `nil` for none.
    public var recorder: SearchRecorder?

    /// Without own rooms and observed by nobody; both may be set afterwards.
    public init(
        environment: Environment, transport: any SupplierTransport,
        catalogue: any HotelCatalogue, places: any PlaceResolver, answers: any AnswerStore,
        rates: any RateSource, zones: any ZoneDatabase
    ) {
        self.environment = environment
        self.transport = transport
        self.catalogue = catalogue
        self.places = places
        self.answers = answers
        self.rates = rates
        self.zones = zones
        observer = SilentObserver()
        recorder = nil
    }
}

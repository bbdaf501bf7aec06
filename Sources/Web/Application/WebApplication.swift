internal import Gateway
public import HTTPServer
public import Telemetry

/// The product over HTTP: takes a request, gives an answer, knows nothing of sockets.
public struct WebApplication: Sendable {
    private let reception: Reception<PublicRoute>
    private let journal: ExchangeJournal<PublicRoute>
    private let refusals: ServerRefusals

    /// Declares its metrics in the services' registry; throws if they are declared already.
    public init(_ services: WebServices) throws(MetricFault) {
        let counts = try HoldCounts(in: services.metrics)
        let routes = PublicRoutes(services, counts)
        let clients = try ClientCounts(
            in: services.metrics, tenants: services.clients.namedTenants)
        reception = Reception(
            environment: services.environment,
            door: ClientDoor(desk: services.clients, counts: clients)
        ) { (route, call) async throws(Problem) -> HTTPResponse in
            do throws(Problem) {
                return try await routes.answer(route, call)
            } catch {
                // Within its rate, and more under way at once than its share.
                if error.code == .rateLimited { clients.note(.overShare, call.tenant) }
                throw error
            }
        }
        journal = try ExchangeJournal(
            listener: .main, router: reception.router, metrics: services.metrics,
            log: services.log)
        refusals = ServerRefusals(random: services.environment.random)
    }

    /// Answers one request; never throws, and ends early when its task is cancelled.
    public func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await reception.answer(request)
    }

    /// Sets what a server in front of this must know: the shape of its own refusals, the limits of
    /// bodies, and where each exchange is told.
    public func configure(_ configuration: inout HTTPServerConfiguration) {
        configuration.limits.bodyBytes = HoldBody.mostBytes
        configuration.refusalResponse = { [refusals] in refusals.response(to: $0) }
        configuration.onExchange = { [journal] in journal.note($0) }
    }
}

/// Hands each route to those who answer it.
struct PublicRoutes: Sendable {
    let offers: OffersRoute
    let quotes: QuoteRoutes
    let holds: HoldRoutes
    let callbacks: CallbackRoutes
    let places: PlaceRoutes
    let operations: OperationRoutes

    init(_ services: WebServices, _ counts: HoldCounts) {
        let clock = services.environment.clock
        offers = OffersRoute(
            searches: services.searches, suppliers: services.suppliers.sorted(), clock: clock,
            clients: services.clients, recorder: services.recorder)
        quotes = QuoteRoutes(
            desk: services.quotes, refresher: services.refresher, clock: clock)
        holds = HoldRoutes(
            desk: services.holds, quotes: services.quotes, clients: services.clients,
            rehearsals: services.rehearsals, clock: clock, counts: counts)
        callbacks = CallbackRoutes(desk: services.callbacks)
        places = PlaceRoutes(places: services.places, clock: clock)
        operations = OperationRoutes(
            readiness: services.readiness, metrics: services.metrics, document: services.document)
    }

    func answer(_ route: PublicRoute, _ call: Call) async throws(Problem) -> HTTPResponse {
        switch route {
        case .offers: try await offers.answer(call)
        case .quote: try await quotes.show(call)
        case .refreshQuote: try await quotes.refresh(call)
        case .placeHold: try await holds.place(call)
        case .findHold: try await holds.find(call)
        case .hold: try await holds.show(call)
        case .releaseHold: try await holds.release(call)
        case .extendHold: try await holds.extend(call)
        case .supplierCallback: try callbacks.receive(call)
        case .suggest: try await places.suggest(call)
        case .popularPlaces: try await places.popular(call)
        case .placeChanges: try await places.changes(call)
        case .place: try await places.show(call)
        case .health: operations.health()
        case .readiness: try await operations.ready(call)
        case .document: operations.publishedDocument(call)
        }
    }
}

public import Gateway
public import HTTPServer
public import Telemetry

/// What operators and their collectors ask, on a listener of its own.
public struct AdminApplication: Sendable {
    private let reception: Reception<AdminRoute>
    private let journal: ExchangeJournal<AdminRoute>
    private let refusals: ServerRefusals

    /// Shows `metrics`, `readiness`, `holds`, the health of suppliers and what `recorder` keeps; throws
    /// if its own metrics are declared already.
    ///
    /// With a `token`, all but health and readiness need it.
    public init(
        environment: Environment, metrics: MetricsRegistry, log: EventLog,
        clients: ClientDesk, token: AccessToken? = nil, holds support: HoldSupport,
        health: SupplierHealth, recorder: SearchRecorder? = nil,
        readiness: @escaping @Sendable () async -> [ReadinessCheck]
    ) throws(MetricFault) {
        let operations = OperationRoutes(
            readiness: readiness, metrics: metrics, document: [],
            levels: try HealthMetrics(in: metrics, health))
        let holds = AdminHoldRoutes(support: support)
        let suppliers = AdminSupplierRoutes(health: health, log: log)
        let searches = AdminSearchRoutes(recorder: recorder)
        reception = Reception(
            environment: environment,
            door: OperatorDoor(anybody: clients.anybody, token: token)
        ) { (route, call) async throws(Problem) -> HTTPResponse in
            switch route {
            case .metrics: operations.metricsPage()
            case .health: operations.health()
            case .readiness: try await operations.ready(call)
            case .searches: try searches.list(call)
            case .search: try await searches.show(call)
            case .holds: try await holds.list(call)
            case .hold: try await holds.show(call)
            case .adoptHold: try await holds.take(.adopt, call)
            case .releaseHold: try await holds.take(.release, call)
            case .closeHold: try await holds.take(.close, call)
            case .suppliers: try suppliers.list(call)
            case .supplier: try suppliers.show(call)
            case .disableSupplier: try suppliers.take(.disable, call)
            case .enableSupplier: try suppliers.take(.enable, call)
            case .resetSupplier: try suppliers.take(.reset, call)
            }
        }
        journal = try ExchangeJournal(
            listener: .admin, router: reception.router, metrics: metrics, log: log)
        refusals = ServerRefusals(random: environment.random)
    }

    /// Answers one request; never throws.
    public func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await reception.answer(request)
    }

    /// As ``WebApplication/configure(_:)``.
    public func configure(_ configuration: inout HTTPServerConfiguration) {
        configuration.limits.bodyBytes = 4096
        configuration.refusalResponse = { [refusals] in refusals.response(to: $0) }
        configuration.onExchange = { [journal] in journal.note($0) }
    }
}

/// The operators' routes.
enum AdminRoute: RouteTable {
    case metrics, health, readiness
    case searches, search
    case holds, hold, adoptHold, releaseHold, closeHold
    case suppliers, supplier, disableSupplier, enableSupplier, resetSupplier

    var method: HTTPMethod { takesJSON ? .post : .get }

    var pattern: PathPattern {
        switch self {
        case .metrics: PathPattern("/metrics")
        case .health: PathPattern("/healthz")
        case .readiness: PathPattern("/readyz")
        case .searches: PathPattern("/admin/searches")
        case .search: PathPattern("/admin/searches/{searchId}")
        case .holds: PathPattern("/admin/holds")
        case .hold: PathPattern("/admin/holds/{holdId}")
        case .adoptHold: PathPattern("/admin/holds/{holdId}/adopt")
        case .releaseHold: PathPattern("/admin/holds/{holdId}/release")
        case .closeHold: PathPattern("/admin/holds/{holdId}/close")
        case .suppliers: PathPattern("/admin/suppliers")
        case .supplier: PathPattern("/admin/suppliers/{supplierId}")
        case .disableSupplier: PathPattern("/admin/suppliers/{supplierId}/disable")
        case .enableSupplier: PathPattern("/admin/suppliers/{supplierId}/enable")
        case .resetSupplier: PathPattern("/admin/suppliers/{supplierId}/reset")
        }
    }

    var produces: [MediaType] {
        switch self {
        case .metrics: [.plain]
        case .search, .hold: [.json, .plain]
        default: [.json]
        }
    }

    var takesJSON: Bool {
        switch self {
        case .adoptHold, .releaseHold, .closeHold: true
        case .disableSupplier, .enableSupplier, .resetSupplier: true
        case .metrics, .health, .readiness, .searches, .search, .holds, .hold, .suppliers,
            .supplier:
            false
        }
    }

    var isOpen: Bool {
        switch self {
        case .health, .readiness: true
        default: false
        }
    }
}

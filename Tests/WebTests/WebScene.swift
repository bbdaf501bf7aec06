import Gateway
import GatewayTesting
import HTTPServer
import Places
import SupplierKit
import Synchronization
import Telemetry
import Testing
import TravelModel
import Web
import WireFormat

/// The application over a simulated gateway: scripted suppliers, virtual time, everything in memory.
final class WebScene: Sendable {
    /// What suppliers do, by supplier, step (`search`, `revalidate`, `hold`, ...) and call number.
    typealias Director = @Sendable (_ supplier: String, _ step: String, _ call: Int) -> Script

    let gateway: SimulatedGateway
    let ledger = MemoryHoldLedger()
    let metrics = MetricsRegistry()
    let logs = MemoryLogSink()
    let places = ListedPlaces()
    let application: WebApplication
    let services: WebServices

    /// Each supplier lists every hotel; `acme` alone unless told otherwise.
    ///
    /// With a `clock` the scene is no simulation: its time is that clock's.
    init(
        suppliers: [String] = ["acme"], hotels: Int = 1, seed: UInt64 = 1,
        keeper: HoldAbility.Keeper = .supplier, needs: HoldAbility.Needs = [],
        settings: SearchService.Settings = .init(), clock: (any GatewayClock)? = nil,
        mocks: Set<SupplierID> = [],
        desk: (any GatewayClock) throws -> ClientDesk = WebScene.openDesk,
        change: (inout GatewayPorts) -> Void = { _ in },
        account changeAccount: (inout SimulatedGateway.Account) -> Void = { _ in },
        _ director: @escaping Director
    ) throws {
        var accounts: [SimulatedGateway.Account] = []
        for name in suppliers {
            var account = try #require(
                SimulatedGateway.Account(name, hotels: Set(0..<hotels)))
            account.manifest.holdKeeper = keeper
            account.manifest.holdNeeds = needs
            account.manifest.timeouts.search = .seconds(30)
            changeAccount(&account)
            accounts.append(account)
        }
        let counts = CallCounts()
        let play: ScriptedTransport.Director = { request, _ in
            // https://acme.test/search?acme-0,acme-1
            let parts = request.url.split(separator: "/")
            let supplier = parts.dropFirst().first?.split(separator: ".").first ?? ""
            let step = parts.last?.split(separator: "?").first ?? ""
            return director(String(supplier), String(step), counts.next("\(supplier) \(step)"))
        }
        let (metrics, ids) = (metrics, accounts.map(\.manifest.id))
        let observer = try GatewayMetrics(in: metrics, suppliers: ids)
        gateway = try SimulatedGateway(
            seed: seed, accounts: accounts, hotels: hotels, settings: settings,
            change: { ports in
                ports.observer = observer
                if let clock {
                    ports.environment.clock = clock
                    ports.environment.chooseExecutor = { nil }
                    ports.transport = ScriptedTransport(clock: clock, director: play)
                }
                change(&ports)
            }, director: play)
        let holds = HoldDesk(
            ports: gateway.ports, roster: gateway.roster, health: gateway.health,
            quotes: gateway.desk, ledger: ledger,
            tenure: try .fixed(),
            bodies: StoredRefusals(), alternates: gateway.service.alternates,
            settings: HoldDesk.Settings(),
            onRoomChange: { [service = gateway.service] record in
                service.forget(
                    record.quote.supplier, record.quote.offer.hotel,
                    overlapping: record.quote.stay)
            })
        let refresher = QuoteRefresher(
            ports: gateway.ports, roster: gateway.roster, health: gateway.health,
            quotes: gateway.desk, alternates: gateway.service.alternates
        ) { [service = gateway.service] quote in
            service.forget(quote.supplier, quote.offer.hotel, overlapping: quote.stay)
        }
        let epoch = Simulation.epoch.millisecondsSinceEpoch
        var services = WebServices(
            searches: gateway.service, quotes: gateway.desk, refresher: refresher, holds: holds,
            callbacks: CallbackDesk(roster: gateway.roster, clock: gateway.ports.environment.clock)
            { holds.wake($0, of: $1) }, places: places,
            environment: gateway.ports.environment, metrics: metrics,
            log: EventLog(to: logs, minimum: .debug, clock: { epoch }), suppliers: ids,
            clients: try desk(gateway.ports.environment.clock))
        services.rehearsals = Dictionary(
            uniqueKeysWithValues: mocks.map { ($0, HoldRehearsal.allCases) })
        services.recorder = gateway.ports.recorder
        let shared = SharedChecks()
        services.readiness = { shared.value }
        self.shared = shared
        services.document = Array("{\"openapi\":\"3.1.0\"}".utf8)
        self.services = services
        application = try WebApplication(services)
    }

    private let shared: SharedChecks

    /// What `/readyz` finds from now on.
    func find(_ checks: [ReadinessCheck]) { shared.value = checks }

    static func terms() throws -> TenantTerms {
        TenantTerms(
            currency: try #require(CurrencyCode("EUR")),
            residency: try #require(CountryCode("DE")), language: "en")
    }

    /// Everybody is `demo`.
    static func openDesk(_ clock: any GatewayClock) throws -> ClientDesk {
        let settings = ClientDesk.Settings(
            openTenant: try #require(TenantID("demo")), terms: try terms())
        return ClientDesk(settings, keys: NoClientKeys(), clock: clock)
    }

    /// Runs the work in the simulation, and gives what it gives.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (WebScene) async throws -> Value
    ) throws -> Value {
        try gateway.simulation.run { [self] () -> Result<Value, any Error> in
            do { return .success(try await body(self)) } catch { return .failure(error) }
        }.get()
    }

    /// Sends a request and waits for the whole answer.
    func send(
        _ method: HTTPMethod = .get, _ target: String, _ fields: [(String, String)] = [],
        body: String = "", drain: DrainSignal = DrainSignal()
    ) async throws -> Answer {
        let request = try HTTPRequest(
            method: method, target: target, fields: fields, body: Array(body.utf8), drain: drain)
        let response = await application.answer(request)
        return Answer(
            status: response.status.rawValue, fields: response.fields, tag: response.tag,
            bytes: method == .head ? [] : try await response.collectedBody())
    }

    /// As ``send(_:_:_:body:drain:)``, in a run of its own.
    func ask(
        _ method: HTTPMethod = .get, _ target: String, _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Answer {
        try run { try await $0.send(method, target, fields, body: body) }
    }

    /// Lets virtual time go by.
    func pass(_ duration: Duration) async throws {
        let clock = gateway.simulation
        try await clock.sleep(until: clock.uptime().advanced(by: duration))
    }

    /// A search of hotel 0 for two nights.
    static let search =
        "/v1/offers?hotelId=hotel:0&checkIn=2027-01-11&checkOut=2027-01-13&occupancy=2"
    /// The same of the whole place.
    static let placeSearch =
        "/v1/offers?placeId=geonames:2267057&dates=2027-01-11/2027-01-13&occupancy=2"
}

/// What a client got.
struct Answer: Sendable {
    let status: Int
    let fields: [(name: String, value: String)]
    let tag: String?
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var json: JSONValue {
        get throws { try JSONValue(parsing: bytes) }
    }

    /// The code of a problem.
    var code: String? { (try? json)?["code"]?.string }

    /// `name: detail` of each fault of a problem.
    var errors: [String] {
        ((try? json)?["errors"]?.elements ?? []).map { fault in
            (fault["parameter"] ?? fault["pointer"])?.string.map {
                "\($0): \(fault["detail"]?.string ?? "")"
            } ?? ""
        }
    }
}

extension JSONValue {
    /// The element of an array, `nil` beyond its end.
    subscript(index: Int) -> JSONValue? {
        elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }

    var writtenText: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    var canonicalText: String { canonical.writtenText }
}

/// Counts calls by word.
final class CallCounts: Sendable {
    // A lock around a table.
    private let counts = Mutex<[String: Int]>([:])

    func next(_ word: String) -> Int {
        counts.withLock { counts in
            counts[word, default: 0] += 1
            return counts[word] ?? 0
        }
    }
}

/// Checks that a test may change while the application has them.
final class SharedChecks: Sendable {
    // A lock around a list.
    private let list = Mutex<[ReadinessCheck]>([])

    var value: [ReadinessCheck] {
        get { list.withLock { $0 } }
        set { list.withLock { $0 = newValue } }
    }
}

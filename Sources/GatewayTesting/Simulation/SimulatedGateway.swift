internal import Digest
public import Gateway
public import SupplierKit
internal import Telemetry
internal import TravelModel

/// A whole gateway in a simulation: real decisions, scripted suppliers, everything else in memory.
public struct SimulatedGateway: Sendable {
    /// One supplier of the simulation; it speaks ``LineProtocol`` unless given another adapter.
    public struct Account: Sendable {
        /// Its manifest; `https://ID.test` as its address.
        public var manifest: SupplierManifest
        /// The numbers of the hotels it lists.
        public var hotels: Set<Int>
        /// Whether searches ask it.
        public var enabled = true
        /// What it speaks instead of ``LineProtocol``.
        public var adapter: (any SupplierAdapter)?
        /// What its requests are signed with.
        public var credentials = SupplierCredentials()

        /// An account whose answers may be kept; `nil` for a name that cannot be one.
        public init?(_ name: String, hotels: Set<Int>) {
            guard let id = SupplierID(name) else { return nil }
            manifest = SupplierManifest(
                id: id, name: name, protocolName: LineProtocol.protocolName,
                baseURL: "https://\(name).test")
            manifest.cacheable = [.search]
            self.hotels = hotels
        }
    }

    /// Why a simulated gateway could not be put together.
    public enum Fault: Error, Hashable, Sendable {
        /// A fixed value of the simulation is not one, or two accounts have one name.
        case badSetting
    }

    /// Time and the executor.
    public let simulation: Simulation
    /// What suppliers do.
    public let transport: ScriptedTransport
    /// Where answers are stored.
    public let store: MemoryAnswerStore
    /// Everything the gateway reaches the outside through.
    public let ports: GatewayPorts
    /// The supplier accounts.
    public let roster: SupplierRoster
    /// Lets calls to suppliers out.
    public let health: SupplierHealth
    /// Makes and finds quotes.
    public let desk: QuoteDesk
    /// Runs searches.
    public let service: SearchService

    /// Puts a gateway together; the same seed and director give the same run.
    ///
    /// `hotels` is the size of the catalogue, `change` may replace ports before anything starts.
    public init(
        seed: UInt64, accounts: [Account], hotels: Int, settings: SearchService.Settings = .init(),
        quotes: QuoteDesk.Settings = .init(), health settingsOfHealth: HealthSettings = .init(),
        change: (inout GatewayPorts) -> Void = { _ in },
        director: @escaping ScriptedTransport.Director
    ) throws {
        let simulation = Simulation(seed: seed)
        let transport = ScriptedTransport(clock: simulation, director: director)
        let store = MemoryAnswerStore(clock: simulation)
        var coverage: [SupplierID: Set<Int>] = [.direct: Set(0..<hotels)]
        for account in accounts { coverage[account.manifest.id] = account.hotels }
        var ports = GatewayPorts(
            environment: Environment(
                clock: simulation, random: SeededRandom(seed: seed), executor: simulation),
            transport: transport, catalogue: TinyCatalogue(hotels: hotels, coverage: coverage),
            places: FixedPlaces([try Self.lisbon()]), answers: store,
            rates: FixedRates(try Self.rates()), zones: FixedZones())
        change(&ports)
        let suppliers = accounts.map { account in
            Supplier(
                manifest: account.manifest,
                adapter: account.adapter ?? LineProtocol(manifest: account.manifest),
                credentials: account.credentials, enabled: account.enabled)
        }
        let keys = QuoteKeyring(
            current: .init(number: 1, key: try AuthenticationKey(Array(repeating: 7, count: 32))))
        self.simulation = simulation
        self.transport = transport
        self.store = store
        self.ports = ports
        roster = try SupplierRoster(suppliers)
        desk = QuoteDesk(keys: keys, settings: quotes, ports: ports)
        health = SupplierHealth(
            roster: roster, settings: settingsOfHealth, environment: ports.environment,
            observer: ports.observer)
        service = SearchService(
            roster: roster, health: health, settings: settings, ports: ports, desk: desk)
    }

    /// A search of the only place, one room for two, two nights from 2027-01-11, prices in EUR.
    public func request(
        options: SearchOptions = SearchOptions(), hotels: [Int]? = nil,
        rooms: [String] = ["2"], currency: String = "EUR", tenant: String = "demo"
    ) throws -> SearchRequest {
        let stay = CivilDate("2027-01-11").flatMap { first in
            CivilDate("2027-01-13").flatMap { StayDates(checkIn: first, checkOut: $0) }
        }
        let ids = hotels?.compactMap { HotelID("hotel:\($0)") }
        guard let stay, let residency = CountryCode("DE"), let currency = CurrencyCode(currency),
            let tenant = TenantID(tenant), let place = PlaceID("geonames:2267057")
        else { throw Fault.badSetting }
        return try SearchRequest(
            target: ids.map { .area(.hotels($0)) } ?? .place(place), stay: stay,
            rooms: rooms.compactMap { Occupancy($0) },
            shopper: ShopperContext(residency: residency, language: "en", currency: currency),
            tenant: tenant, options: options, now: simulation.now())
    }

    /// All events of one search until its end.
    public func events(_ request: SearchRequest) async throws(SearchRefusal) -> [TimedEvent] {
        let session = try await service.start(request)
        var events: [TimedEvent] = []
        while let event = await session.next() {
            events.append(TimedEvent(at: simulation.uptime(), event: event))
        }
        return events
    }

    /// An event and when it came.
    public struct TimedEvent: Sendable {
        /// Virtual time.
        public let at: Uptime
        /// What was told.
        public let event: SearchEvent
    }

    /// The only place.
    static func lisbon() throws -> ResolvedPlace {
        guard let id = PlaceID("geonames:2267057"),
            let centre = GeoPoint(latitude: 38.7167, longitude: -9.1333)
        else { throw Fault.badSetting }
        return ResolvedPlace(
            id: id, name: "Lisbon", area: .circle(centre: centre, radiusKilometres: 20))
    }

    /// One euro is 1.25 dollars, 0.8 pounds or 160 yen; there is no rate for the Swiss franc.
    static func rates() throws -> ExchangeRateTable {
        guard let euro = CurrencyCode("EUR"), let dollar = CurrencyCode("USD"),
            let pound = CurrencyCode("GBP"), let yen = CurrencyCode("JPY"),
            let day = CivilDate("2026-12-31")
        else { throw Fault.badSetting }
        return ExchangeRateTable(
            source: "ECB", asOf: day, base: euro,
            millionths: [dollar: 1_250_000, pound: 800_000, yen: 160_000_000])
    }
}

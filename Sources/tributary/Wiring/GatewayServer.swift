import Foundation
import Gateway
import HTTPClient
import HTTPServer
import Ledger
import Places
import Reactor
import SupplierKit
import Synchronization
import Telemetry
import TravelModel
import Web

/// The whole gateway in this process: every part made once, started, drained.
final class GatewayServer: Sendable {
    let loops: EventLoopGroup
    private let configuration: Configuration
    private let data: DataDirectory
    private let transport: CurlTransport
    private let searches: SearchService
    private let holds: HoldDesk
    private let retention: RetentionSweep
    private let ledger: LedgerFile
    private let ledgerGauges: LedgerGauges
    private let loadGauges: LoadGauges
    private let cacheGauges: CacheGauges
    private let placeWatch: PlaceWatch
    private let clientDesk: ClientDesk
    private let answers: SQLiteAnswerStore
    private let clients: HTTPServer
    private let operators: HTTPServer
    private let log: EventLog
    private let clock: SystemClock

    /// Opens files, reads manifests and puts everything together; nothing listens yet.
    ///
    /// `progress` is told what takes long. Throws what is wrong, in words for whoever starts it.
    init(
        _ configuration: Configuration, log sink: any LogSink = StandardErrorSink(),
        progress: @escaping (String) -> Void
    ) async throws {
        self.configuration = configuration
        loops = try EventLoopGroup(count: configuration.loops == 0 ? nil : configuration.loops)
        clock = SystemClock(loops: loops)
        log = EventLog(to: sink) { BootClock.now().millisecondsSinceEpoch }
        let metrics = MetricsRegistry()
        data = try DataDirectory(configuration.dataDirectory)
        transport = CurlTransport(loops: loops, metrics: try ClientMetrics(metrics))
        let roster = try SupplierAccounts.roster(configuration.suppliers)
        let catalogue = try CatalogueReader.read(folder: configuration.catalogueDirectory)
        let directory = try PlaceIndexFile(
            data: configuration.placesFile, index: data.places, hotels: catalogue.indexedHotels
        ).open(counts: HotelCounts(catalogue), progress: progress)
        placeWatch = PlaceWatch(directory: directory, clock: clock, log: log)
        ledger = try Self.ledger(
            data, try data.personalKeys(configuration), progress)
        answers = try SQLiteAnswerStore.open(path: data.answers, limit: 1 << 30) { aside in
            progress("answers.db was damaged and is now \(aside): quotes of before are over")
        }
        let rates = try RatesReader.read(file: configuration.ratesFile)
        let environment = Self.environment(loops, clock)
        var ports = GatewayPorts(
            environment: environment, transport: transport, catalogue: catalogue,
            places: IndexedPlaces(directory: directory, catalogue: catalogue), answers: answers,
            rates: FixedRates(
                table: rates,
                earlier: try data.rates(keeping: rates, from: configuration.ratesFile)),
            zones: ZoneFiles())
        let names =
            roster.suppliers.map(\.id)
            + (configuration.ownInventory ? [SupplierID.direct] : [])
        if configuration.ownInventory {
            let rooms = try OwnRoomsReader.read(folder: configuration.catalogueDirectory, rooms: 5)
            do throws(StorageFault) {
                ports.inventory = try await SQLiteInventory(ledger, rooms: rooms)
            } catch {
                throw FileBytes.Fault(
                    description: "\(data.ledger): cannot be written (\(error)); is the disk full?")
            }
        }
        try await AbandonedHolds(in: ledger, roster).tell(log, metrics)
        ports.recorder = Self.recorder(configuration.explain)
        clientDesk = try await Clients.desk(configuration, ledger, clock)
        ports.observer = try GatewayMetrics(
            in: metrics, suppliers: names, tenants: clientDesk.namedTenants)
        let health = SupplierHealth(
            roster: roster, settings: configuration.health, environment: environment,
            observer: ports.observer)
        let parts = try Self.decisions(
            configuration, ports, roster, health, try data.quoteKeys(), ledger,
            try await Self.tenure(data, ledger), clientDesk, loops)
        (searches, holds) = (parts.searches, parts.holds)
        retention = RetentionSweep(
            ledger: SQLiteHoldLedger(ledger), retention: configuration.retention,
            environment: environment, observer: ports.observer)
        ledgerGauges = try LedgerGauges(ledger, clock: clock, in: metrics)
        loadGauges = try LoadGauges(loops, searches, clock: clock, in: metrics)
        cacheGauges = try CacheGauges(searches, clock: clock, in: metrics)
        var services = Self.services(
            parts, ports, directory, names, clientDesk, metrics, log, ledger: ledger)
        services.rehearsals = Dictionary(
            uniqueKeysWithValues: roster.suppliers.filter(\.isMock).map {
                ($0.id, HoldRehearsal.known(to: $0))
            })
        services.recorder = ports.recorder
        let edge = try WebApplication(services)
        let admin = try AdminApplication(
            environment: environment, metrics: metrics, log: log, clients: clientDesk,
            token: try Clients.token(configuration), holds: holds.support, health: health,
            recorder: ports.recorder, readiness: services.readiness)
        clients = Self.server(configuration.http, loops, edge.configure) { await edge.answer($0) }
        operators = Self.server(configuration.admin, loops, admin.configure) {
            await admin.answer($0)
        }
    }

    /// Where clients and operators connect.
    struct Addresses: Sendable {
        let clients: ListenAddress
        let operators: ListenAddress
    }

    /// Begins to listen; ports that were left open are chosen.
    ///
    /// `portOption` is the option of the command that wins over the setting of the clients' port.
    func start(portOption: String? = nil) throws -> Addresses {
        let first = try ListenFault.telling(.clients, portOption) { () throws(HTTPServerError) in
            try clients.start()
        }
        let second = try ListenFault.telling(
            .operators, portOption
        ) { () throws(HTTPServerError) in try operators.start() }
        guard let client = first.first, let `operator` = second.first else {
            throw UsageFault("no address to listen at")
        }
        log.record(
            .info, "started",
            [
                LogField("http", .string(client.description)),
                LogField("needs_keys", .string(clientDesk.needsKeys ? "yes" : "no")),
            ])
        return Addresses(clients: client, operators: `operator`)
    }

    /// Takes back what was kept before the start, looks after holds and keys, and forgets old holds,
    /// until the task is cancelled.
    func sweep() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in _ = await searches.warm() }
            group.addTask { [self] in await holds.sweep() }
            group.addTask { [self] in await retention.run() }
            group.addTask { [self] in await clientDesk.watch() }
            group.addTask { [self] in await ledgerGauges.watch() }
            group.addTask { [self] in await loadGauges.watch() }
            group.addTask { [self] in await cacheGauges.watch() }
            group.addTask { [self] in await placeWatch.run() }
        }
    }

    /// Ends in order: no new connections, answers finished, calls and holds given their time, files
    /// closed.
    func drain() async {
        log.record(.info, "draining")
        let deadline = clock.uptime().advanced(by: configuration.drain)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await clients.drain(within: configuration.drain) }
            group.addTask { [self] in await searches.drain(until: deadline) }
            group.addTask { [self] in await holds.drain(until: deadline) }
        }
        await operators.drain(within: .seconds(1))
        await transport.close()
        ledger.close()
        answers.close()
        data.leave()
        log.record(.info, "ended")
        loops.shutdown()
    }

    // MARK: - Parts

    private static func ledger(
        _ data: DataDirectory, _ keys: PersonalKeys, _ progress: (String) -> Void
    ) throws -> LedgerFile {
        do {
            return try LedgerFile(
                path: data.ledger, node: "1", keys: keys,
                signs: DataDirectory.signsOfLedger(in: data.path), progress: progress
            ) { fault in
                // What was acknowledged may not be on the disk: nothing more may be.
                Console.error("tributary: the ledger's disk failed, ending: \(fault)")
                exit(74)
            }
        } catch let fault as BackupFault {
            throw fault
        } catch {
            throw FileBytes.Fault(description: "\(data.ledger): \(error)")
        }
    }

    private static func environment(
        _ loops: EventLoopGroup, _ clock: SystemClock
    ) -> Gateway.Environment {
        var environment = Environment(
            clock: clock, random: SystemRandom(), executor: loops.loops.first,
            boot: BootClock.bootID())
        // A supplier call stays on the loop of the search that started it: all loops share the work.
        environment.chooseExecutor = {
            loops.loops.first(where: \.isCurrent) ?? loops.loops.first
        }
        return environment
    }

    /// Which searches are drawn is another choice at each start, so that nobody can tell.
    private static func recorder(_ settings: ExplainSettings) -> SearchRecorder {
        var settings = settings
        settings.seed = SystemRandom().bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        return SearchRecorder(settings)
    }

    /// Notes this start in the ledger.
    private static func tenure(
        _ data: DataDirectory, _ file: LedgerFile
    ) async throws -> HoldTenure {
        let references = try data.holdReferences()
        do throws(StorageFault) {
            let owner = try await SQLiteHoldLedger(file).enter("1")
            var tenure = HoldTenure(owner: owner, references: references)
            // Another boot than any: a restore is dated by the wall of whoever did it.
            tenure.restored = file.restoration.map {
                StampedTime(
                    wall: $0.restoredAt, boot: "restored", uptime: Uptime(nanoseconds: 0))
            }
            return tenure
        } catch {
            throw FileBytes.Fault(
                description: "\(data.ledger): cannot be written (\(error)); is the disk full?")
        }
    }

    private struct Decisions {
        let searches: SearchService
        let quotes: QuoteDesk
        let refresher: QuoteRefresher
        let callbacks: CallbackDesk
        let holds: HoldDesk
    }

    private static func decisions(
        _ configuration: Configuration, _ ports: GatewayPorts, _ roster: SupplierRoster,
        _ health: SupplierHealth, _ keys: QuoteKeyring, _ file: LedgerFile, _ tenure: HoldTenure,
        _ clients: ClientDesk, _ loops: EventLoopGroup
    ) throws -> Decisions {
        var quoting = QuoteDesk.Settings()
        quoting.life = configuration.quoteLife
        let quotes = QuoteDesk(keys: keys, settings: quoting, ports: ports)
        var searching = SearchService.Settings()
        searching.cache = configuration.cache
        let searches = SearchService(
            roster: roster, health: health, settings: searching, ports: ports,
            desk: quotes,
            isShared: { clients.needsKeys }, standingDelay: { loops.standingDelay })
        var holding = HoldDesk.Settings()
        holding.life = configuration.holdLife
        holding.limits = configuration.holdLimits
        let holds = HoldDesk(
            ports: ports, roster: roster, health: health, quotes: quotes,
            ledger: SQLiteHoldLedger(file),
            tenure: tenure, bodies: StoredRefusals(), alternates: searches.alternates,
            checks: searches.priceChecks, settings: holding
        ) { record in
            searches.forget(
                record.quote.supplier, record.quote.offer.hotel, overlapping: record.quote.stay)
        }
        let refresher = QuoteRefresher(
            ports: ports, roster: roster, health: health, quotes: quotes,
            alternates: searches.alternates, checks: searches.priceChecks
        ) { quote in
            searches.forget(quote.supplier, quote.offer.hotel, overlapping: quote.stay)
        }
        let callbacks = CallbackDesk(roster: roster, clock: ports.environment.clock) {
            holds.wake($0, of: $1)
        }
        return Decisions(
            searches: searches, quotes: quotes, refresher: refresher, callbacks: callbacks,
            holds: holds)
    }

    private static func services(
        _ parts: Decisions, _ ports: GatewayPorts, _ directory: PlaceDirectory,
        _ suppliers: [SupplierID], _ clients: ClientDesk, _ metrics: MetricsRegistry,
        _ log: EventLog, ledger: LedgerFile
    ) -> WebServices {
        var services = WebServices(
            searches: parts.searches, quotes: parts.quotes, refresher: parts.refresher,
            holds: parts.holds, callbacks: parts.callbacks, places: directory,
            environment: ports.environment, metrics: metrics, log: log, suppliers: suppliers,
            clients: clients)
        let readiness = ReadinessWatch(clock: ports.environment.clock) {
            let isWritable = await ledger.isWritable()
            return [
                ReadinessCheck("ledger", fault: isWritable ? nil : "cannot be written"),
                ReadinessCheck("places", fault: await Self.answers(directory) ? nil : "no answer"),
            ]
        }
        services.readiness = { await readiness.checks() }
        services.document = (try? Self.document()) ?? services.document
        return services
    }

    /// Whether the place index can be asked.
    private static func answers(_ directory: PlaceDirectory) async -> Bool {
        guard let query = try? SuggestQuery("", limit: 1) else { return false }
        return (try? await directory.suggest(query)) != nil
    }

    private static func document() throws -> [UInt8] {
        let files = try ProductFiles(root: nil)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.apiDocument)))
    }

    private static func server(
        _ listener: Configuration.Listener, _ loops: EventLoopGroup,
        _ configure: (inout HTTPServerConfiguration) -> Void,
        handler: @escaping HTTPHandler
    ) -> HTTPServer {
        var configuration = HTTPServerConfiguration(addresses: [
            .tcp(host: listener.address, port: UInt16(listener.port))
        ])
        configure(&configuration)
        return HTTPServer(configuration: configuration, group: loops, handler: handler)
    }
}

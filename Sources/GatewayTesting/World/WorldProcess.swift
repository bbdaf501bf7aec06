internal import Digest
internal import Gateway
internal import SupplierKit
internal import TravelModel

/// One run of one gateway: everything that is gone when it is killed.
final class WorldProcess: Sendable {
    let life: ProcessLife
    let quotes: QuoteDesk
    let searches: SearchService
    let holds: HoldDesk
    private let sweeper: Task<Void, Never>

    init(_ world: WorldGround, owner: HoldOwner, boot: String, isSettling: Bool) throws {
        let life = ProcessLife(name: owner.description, clock: world.clock)
        let clock: any GatewayClock =
            world.fault == .lostTimer ? ForgetfulClock(world.clock) : world.clock
        var environment = Environment(
            clock: clock, random: world.random, executor: life.executor, boot: boot)
        environment.chooseExecutor = { life.executor }
        var coverage: [SupplierID: Set<Int>] = [.direct: Set(0..<world.plan.hotels)]
        for house in world.plan.houses { coverage[house.id] = house.hotels }
        var ports = GatewayPorts(
            environment: environment, transport: WorldTransport(life: life, world: world),
            catalogue: TinyCatalogue(hotels: world.plan.hotels, coverage: coverage),
            places: FixedPlaces([try SimulatedGateway.lisbon()]),
            answers: WorldAnswers(life: life, world: world),
            rates: FixedRates(try SimulatedGateway.rates()), zones: FixedZones())
        if !world.plan.ownRooms.isEmpty {
            ports.inventory = WorldInventory(life: life, world: world)
        }
        let roster = try SupplierRoster(
            world.plan.houses.map { house in
                Supplier(
                    manifest: house.manifest,
                    adapter: WorldProtocol(manifest: house.manifest, fault: world.fault),
                    credentials: SupplierCredentials())
            })
        var quoting = QuoteDesk.Settings()
        quoting.life = world.plan.quoteLife
        let keys = QuoteKeyring(
            current: .init(number: 1, key: try AuthenticationKey(Array(repeating: 7, count: 32))))
        let quotes = QuoteDesk(keys: keys, settings: quoting, ports: ports)
        let health = SupplierHealth(
            roster: roster, settings: HealthSettings(), environment: environment,
            observer: ports.observer)
        let searches = SearchService(
            roster: roster, health: health, settings: SearchService.Settings(), ports: ports,
            desk: quotes)
        var settings = world.plan.holds
        if isSettling {
            settings.sweepInterval = .seconds(10)
            settings.lease = .seconds(40)
        }
        let secret = try AuthenticationKey(Array(repeating: 9, count: 32))
        let holds = HoldDesk(
            ports: ports, roster: roster, health: health, quotes: quotes,
            ledger: WorldLedger(life: life, world: world),
            tenure: HoldTenure(owner: owner, references: try HoldReferences(secret: secret)),
            bodies: WorldRefusals(), alternates: searches.alternates, settings: settings
        ) { record in
            searches.forget(
                record.quote.supplier, record.quote.offer.hotel, overlapping: record.quote.stay)
        }
        self.life = life
        self.quotes = quotes
        self.searches = searches
        self.holds = holds
        // The gateway's own loop after holds, cancelled with the process.
        sweeper = Task(executorPreference: life.executor) { await holds.sweep() }
    }

    /// Ends in order: what is under way gets its time.
    func drain(until deadline: Uptime) async {
        await searches.drain(until: deadline)
        await holds.drain(until: deadline)
        sweeper.cancel()
    }

    /// Lets everything that is left of it end, cut off from the world.
    func bury(at now: Uptime) async {
        sweeper.cancel()
        life.bury()
        await searches.drain(until: now)
        await holds.drain(until: now)
    }
}

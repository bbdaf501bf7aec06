import HTTPClient
import Reactor
import TravelModel

/// What stands between the first and the last process of a run.
struct RunStage: Sendable {
    let loops: EventLoopGroup
    let lives: GatewayLives
    let control: MockControl
    let clock = RunClock()
    let progress = RunProgress()
    private let clients: [HTTPClient]

    init(_ loops: EventLoopGroup, _ lives: GatewayLives, _ mocks: MockPorts) {
        self.loops = loops
        self.lives = lives
        var limits = ClientLimits()
        limits.connectionsPerHost = limits.connections
        clients = loops.loops.map { HTTPClient(loop: $0, limits: limits) }
        let address = "http://127.0.0.1:\(mocks.control)"
        control = MockControl(
            port: ClientPort(client: clients[0], loop: loops.loops[0], clock: clock) { address },
            suppliers: mocks.suppliers.keys.sorted())
    }

    /// A client's way to the gateway, wherever it listens just then.
    func port(of client: Int) -> ClientPort { port(of: client) { lives.address } }

    /// The same to another address.
    func port(of client: Int, base: @escaping @Sendable () -> String) -> ClientPort {
        let index = client % clients.count
        return ClientPort(
            client: clients[index], loop: loops.loops[index], clock: clock, base: base)
    }

    /// A client without a schedule, which looks after what others were promised.
    func warden() -> ChaosClient {
        let nothing = ChaosGround(
            places: [], ownHotels: [], supplierHotels: [], today: .earliest)
        return ChaosClient(
            number: -1, port: port(of: 0),
            schedule: ChaosSchedule(seed: 0, client: -1, ground: nothing), races: [],
            progress: progress)
    }

    func close() async { for client in clients { await client.close() } }
}

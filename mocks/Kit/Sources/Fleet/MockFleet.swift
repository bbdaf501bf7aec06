import HTTPServer
import Reactor
import Synchronization

/// All mock suppliers in one process: each on a port of its own, all on a shared one with the
/// control routes.
public final class MockFleet: Sendable {
    private let configuration: MockFleetConfiguration
    private let control: ControlRoutes
    private let group: EventLoopGroup
    private let ownServers: [(id: String, server: HTTPServer)]
    private let sharedServer: HTTPServer
    private let courier: CallbackCourier

    /// Reads the catalogue and the scenario; nothing listens yet.
    public init(_ configuration: MockFleetConfiguration) throws(MockFleetError) {
        self.configuration = configuration
        let catalogue: Catalogue
        do throws(CatalogueFault) {
            catalogue = try Catalogue(
                folder: configuration.catalogueFolder, suppliers: configuration.suppliers.map(\.id))
        } catch {
            throw .catalogue(error)
        }
        let shelf = ScenarioShelf(
            folder: configuration.scenarioFolder,
            known: Dictionary(configuration.suppliers.map { ($0.id, $0.steps) }) { first, _ in
                first
            })
        let scenario = try shelf.scenario(named: configuration.scenario)
        let clock = MockClock(epoch: configuration.epoch)
        let counters = configuration.suppliers.map { supplier in
            let shop = Shop(
                supplier: supplier.id, seed: configuration.seed, catalogue: catalogue)
            let desk = SupplierDesk(supplier, shop: shop, scenario: scenario)
            return (id: supplier.id, counter: SupplierCounter(desk, clock: clock))
        }
        do throws(ReactorError) {
            group = try EventLoopGroup(count: configuration.loops, name: "mock")
        } catch {
            throw .cannotListen("\(error)")
        }
        let loop = group.loops[0]
        let courier = CallbackCourier(loop: loop)
        self.courier = courier
        let group = group
        func server(_ port: UInt16, _ handler: @escaping HTTPHandler) -> HTTPServer {
            HTTPServer(
                configuration: MockFleet.serverConfiguration(configuration.host, port),
                group: group, handler: handler)
        }
        let base = configuration.port
        ownServers = counters.enumerated().map { index, entry in
            let port = base == 0 ? 0 : base &+ UInt16(truncatingIfNeeded: index + 1)
            let own = server(port) { request in
                await MockFleet.answer(request, entry, courier, dropping: 0, loop)
            }
            return (entry.id, own)
        }
        control = ControlRoutes(
            counters: counters, servers: ownServers, clock: clock, shelf: shelf,
            scenario: scenario, configuration: configuration, courier: courier)
        let control = control
        sharedServer = server(base) { request in
            let first = request.path.split(separator: "/").first.map(String.init) ?? ""
            if let entry = counters.first(where: { $0.id == first }) {
                return await MockFleet.answer(request, entry, courier, dropping: 1, loop)
            }
            return await control.answer(request)
        }
    }

    /// Begins to listen; all ports or none.
    @discardableResult
    public func start() async throws(MockFleetError) -> MockFleetAddresses {
        var suppliers: [(id: String, port: UInt16)] = []
        var shared: UInt16 = 0
        do throws(HTTPServerError) {
            shared = MockFleet.port(try sharedServer.start())
            for entry in ownServers {
                suppliers.append((entry.id, MockFleet.port(try entry.server.start())))
            }
        } catch {
            await stop()
            throw .cannotListen("\(error)")
        }
        let addresses = MockFleetAddresses(
            host: configuration.host, control: shared, suppliers: suppliers)
        await control.opened(addresses)
        return addresses
    }

    /// Starts, reports the ports, and serves until the task is cancelled.
    public func run(report: (MockFleetAddresses) -> Void) async throws(MockFleetError) {
        report(try await start())
        // Ends by cancellation only: nobody else drains the shared server while it is waited for.
        try? await sharedServer.drainSignal.wait()
        await stop()
    }

    /// Closes every connection within a second and ends the threads; the fleet cannot start again.
    public func stop() async {
        let servers = [sharedServer] + ownServers.map(\.server)
        await withTaskGroup(of: Void.self) { tasks in
            for server in servers { tasks.addTask { await server.drain(within: .seconds(1)) } }
        }
        await courier.close()
        group.shutdown()
    }

    private static func answer(
        _ request: HTTPRequest, _ entry: (id: String, counter: SupplierCounter),
        _ courier: CallbackCourier, dropping: Int, _ loop: EventLoop
    ) async -> HTTPResponse {
        let counter = entry.counter
        guard let call = MockRequest(request, droppingComponents: dropping) else {
            return HTTPResponse(status: .badRequest)
        }
        let delivery = await counter.handle(call)
        if let reference = delivery.changed {
            await courier.tell(entry.id) { await counter.callback(about: reference) }
        }
        let response = await delivery.response(sleepingOn: loop)
        await counter.finished()
        return response
    }

    private static func serverConfiguration(_ host: String, _ port: UInt16)
        -> HTTPServerConfiguration
    {
        var chosen = HTTPServerConfiguration(addresses: [.tcp(host: host, port: port)])
        // A search names up to 250 hotels in its query.
        chosen.limits.headBytes = 65_536
        chosen.limits.targetBytes = 32_768
        // A mock thinks as long as its scenario says.
        chosen.timeouts.handler = .milliseconds(Latency.longest * 2)
        return chosen
    }

    private static func port(_ addresses: [ListenAddress]) -> UInt16 {
        if case .tcp(_, let port)? = addresses.first { return port }
        return 0
    }
}

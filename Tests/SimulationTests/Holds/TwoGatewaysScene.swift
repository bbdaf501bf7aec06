import Gateway
import GatewayTesting
import Testing
import TravelModel

/// Two gateways over one ledger, each with a process of its own that can be frozen.
struct TwoGatewaysScene {
    let scene: HoldScene
    let first: HoldDesk
    let second: HoldDesk
    /// What the first gateway runs on.
    let process: FreezableExecutor

    /// `transport` is what the first gateway's requests leave by; by default the scene's own.
    init(
        seed: UInt64 = 1,
        transport: (FreezableExecutor, any SupplierTransport) -> any SupplierTransport = { $1 },
        _ supplier: HoldScene.Supplier
    ) throws {
        scene = try HoldScene(seed: seed, supplier)
        let process = FreezableExecutor(scene.gateway.simulation)
        var ports = scene.gateway.ports
        ports.environment.chooseExecutor = { process }
        ports.transport = transport(process, ports.transport)
        self.process = process
        first = HoldScene.desk(
            scene.gateway, scene.ledger, ports: ports, tenure: try .fixed(node: "a"))
        second = HoldScene.desk(scene.gateway, scene.ledger, tenure: try .fixed(node: "b"))
    }

    /// Runs the work with both sweeps beside it.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (TwoGatewaysScene) async throws -> Value
    ) throws -> Value {
        try scene.run { scene in
            let sweepers = [
                Task(executorPreference: process) { await first.sweep() },
                Task(executorPreference: scene.gateway.simulation) { await second.sweep() },
            ]
            defer { for sweeper in sweepers { sweeper.cancel() } }
            return try await body(self)
        }
    }

    /// A client of the first gateway asks it for a hold.
    func ask(_ request: HoldRequest) -> Task<String, Never> {
        Task(executorPreference: process) { await first.place(request, waitFor: .seconds(10)).told }
    }
}

import Foundation
import Gateway
import HTTPClient
import MockKit
import Reactor
import Synchronization
import Telemetry
import Testing
import TravelModel

@testable import tributary

/// The product on real sockets: a fleet of mocks and a gateway in this process, and a client.
final class Stage: Sendable {
    /// What differs from test to test.
    struct Setting {
        /// Fixes what the mocks sell.
        var seed: UInt64 = 1
        /// Name or path of the mocks' scenario.
        var scenario = Fixtures.instant
        /// Manifests that stand in for the product's, by supplier.
        var manifests: [String: String] = [:]
        /// Addresses that stand in for the mocks', by supplier.
        var addresses: [String: String] = [:]
        /// Life of holds, where it is not the product's.
        var holdLife: Duration?
        /// Life of quotes, where it is not the product's.
        var quoteLife: Duration?
        /// The gateway's event loops.
        var loops = 1
        /// Where the gateway keeps what outlives it; a folder that ends with the stage by default.
        var data: String?
        /// All of the catalogue's hotels instead of those of one city.
        var isWholeCatalogue = false
    }

    let fleet: MockFleet
    let gateway: GatewayServer
    let log = MemoryLogSink()
    /// The mocks' control routes.
    let control: String
    /// Where each mock supplier listens.
    let suppliers: [String: String]
    /// Where clients connect.
    let url: String
    /// Port of ``url``.
    let port: UInt16
    /// Where operators connect.
    let operatorsURL: String
    let client: HTTPClient
    private let loops: EventLoopGroup
    private let data: String
    private let keepsData: Bool
    private let isDrained = Atomic<Bool>(false)

    private init(_ setting: Setting) async throws {
        var chosen = MockFleetConfiguration(
            suppliers: MockSuppliers.all,
            catalogueFolder: setting.isWholeCatalogue
                ? Fixtures.root + "/mocks/catalogue" : try Fixtures.catalogue.get(),
            scenarioFolder: Fixtures.root + "/mocks/scenarios")
        chosen.scenario = setting.scenario
        chosen.seed = setting.seed
        fleet = try MockFleet(chosen)
        let ports = MockPorts(try await fleet.start())
        control = "http://127.0.0.1:\(ports.control)/__mock"
        suppliers = ports.suppliers.mapValues { "http://127.0.0.1:\($0)" }
        data = setting.data ?? Fixtures.temporaryPath("data")
        keepsData = setting.data != nil
        do {
            gateway = try await GatewayServer(
                Self.configuration(setting, ports, data: data), log: log,
                progress: { (_: String) in })
            let addresses = try gateway.start()
            url = "http://\(addresses.clients)"
            operatorsURL = "http://\(addresses.operators)"
            port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
            loops = try EventLoopGroup(count: 1, name: "client")
        } catch {
            await fleet.stop()
            throw error
        }
        client = HTTPClient(loop: loops.loops[0])
    }

    /// The stage of the test that runs; see ``StageTrait``.
    static var current: Stage { get throws { try #require(ofTest) } }
    @TaskLocal fileprivate static var ofTest: Stage?

    /// Runs `work` on a stage that is struck whatever happens.
    static func run(
        _ setting: Setting = Setting(), _ work: (Stage) async throws -> Void
    ) async throws {
        let stage = try await Stage(setting)
        do {
            // The client has a thread of its own: what it measures is not the wait for one of the
            // pool's, which other tests keep busy.
            try await withTaskExecutorPreference(stage.loops.loops[0]) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask(executorPreference: stage.gateway.loops.loops.first) {
                        await stage.gateway.sweep()
                    }
                    try await work(stage)
                    group.cancelAll()
                }
            }
        } catch {
            await stage.strike()
            throw error
        }
        await stage.strike()
    }

    private static func configuration(
        _ setting: Setting, _ ports: MockPorts, data: String
    ) throws -> Configuration {
        let demo = DemoConfiguration(
            files: try ProductFiles(root: Fixtures.root), port: 0, data: data)
        var made = demo.adding(ports, to: try demo.read(environment: [:]))
        if !setting.isWholeCatalogue { made.catalogueDirectory = try Fixtures.catalogue.get() }
        made.placesFile = try Fixtures.places.get()
        made.loops = setting.loops
        made.drain = .milliseconds(300)
        for place in made.suppliers.indices {
            let folder = URL(filePath: made.suppliers[place].manifest).deletingLastPathComponent()
            let supplier = folder.lastPathComponent
            if let manifest = setting.manifests[supplier] {
                made.suppliers[place].manifest = manifest
            }
            if let address = setting.addresses[supplier] {
                made.suppliers[place].baseURL = address
            }
        }
        if let life = setting.holdLife { made.holdLife = life }
        if let life = setting.quoteLife { made.quoteLife = life }
        return made
    }

    /// Ends the gateway as a signal would.
    func drainGateway() async {
        guard !isDrained.exchange(true, ordering: .relaxed) else { return }
        await gateway.drain()
    }

    private func strike() async {
        await client.close()
        loops.shutdown()
        await drainGateway()
        await fleet.stop()
        if !keepsData { try? FileManager.default.removeItem(atPath: data) }
    }
}

/// Sets a stage up for each case of a test, and strikes it afterwards.
struct StageTrait: TestTrait, TestScoping {
    let setting: @Sendable (inout Stage.Setting) -> Void

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        var setting = Stage.Setting()
        self.setting(&setting)
        try await Stage.run(setting) { stage in
            try await Stage.$ofTest.withValue(stage) { try await function() }
        }
    }
}

extension Trait where Self == StageTrait {
    /// A stage with all defaults.
    static var stage: Self { StageTrait { _ in } }

    /// A stage that differs.
    static func stage(_ setting: @escaping @Sendable (inout Stage.Setting) -> Void) -> Self {
        StageTrait(setting: setting)
    }
}

import Gateway
import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

/// One supplier, `alpha`, whose hotels all have one rate; its price and mood can be changed.
struct CacheScene: Sendable {
    /// Remembers what the gateway noted.
    final class Notes: GatewayObserver {
        // A lock around a list.
        private let list = Mutex<[GatewayObservation]>([])

        func note(_ event: GatewayObservation) { list.withLock { $0.append(event) } }

        var all: [GatewayObservation] { list.withLock { $0 } }
    }

    /// What the supplier says from now on.
    final class Mood: Sendable {
        struct State {
            var price = "100.00"
            var soldOut: Set<String> = []
            var script: Script?
            var delay = Duration.milliseconds(50)
        }

        // A lock around a value.
        private let state = Mutex(State())

        func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

        func script(_ url: String) -> Script {
            let state = state.withLock { $0 }
            if let script = state.script { return script }
            let codes = url.split(separator: "?").last?.split(separator: ",").map(String.init) ?? []
            let lines = codes.filter { !state.soldOut.contains($0) }
                .map { "\($0) r1 Double BB free EUR \(state.price)\n" }
            return .answer(lines.joined(), after: state.delay)
        }
    }

    let gateway: SimulatedGateway
    let mood = Mood()
    let notes = Notes()

    init(
        seed: UInt64 = 1, hotels: Int = 2, settings: SearchService.Settings = .init(),
        store: MemoryAnswerStore? = nil, configure: (inout SupplierManifest) -> Void = { _ in }
    ) throws {
        var account = try #require(SimulatedGateway.Account("alpha", hotels: Set(0..<hotels)))
        configure(&account.manifest)
        gateway = try SimulatedGateway(
            seed: seed, accounts: [account], hotels: hotels, settings: settings,
            change: { [notes] ports in
                ports.observer = notes
                if let store { ports.answers = store }
            },
            director: { [mood] request, _ in mood.script(request.url) })
    }

    /// What one search said: the supplier's status, and each hotel's price and freshness.
    struct Said: Sendable {
        let status: SupplierStatus
        let prices: [String]
        let freshness: [Freshness]
    }

    func search(after wait: Duration = .zero, _ options: SearchOptions = .init()) throws -> Said {
        let request = try gateway.request(options: options)
        let result = try gateway.simulation.run {
            await pause(wait)
            return await (try? gateway.service.start(request))?.result()
        }
        let status = try #require(result?.summary.suppliers.first)
        let hotels = result?.hotels ?? []
        return Said(
            status: status, prices: hotels.map { "\($0.from)" },
            freshness: hotels.flatMap(\.offers).map(\.freshness))
    }

    func pause(_ duration: Duration) async {
        let later = gateway.simulation.uptime().advanced(by: duration)
        try? await gateway.simulation.sleep(until: later)
    }

    func wait(_ duration: Duration) throws { try gateway.simulation.run { await pause(duration) } }

    var calls: Int { gateway.transport.urls.count }
}

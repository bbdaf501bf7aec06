import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// One room of our own, and twenty who want it.
struct OwnRoomScene {
    let gateway: SimulatedGateway
    let ledger = MemoryHoldLedger()

    init(seed: UInt64) throws {
        let rooms = [try #require(Occupancy("2"))]
        let offer = try #require(
            OfferLine.read(
                "direct-0 OWN Double_Room BB free EUR 80.00", rooms: rooms,
                hold: HoldAbility(keeper: .inventory)))
        gateway = try SimulatedGateway(
            seed: seed, accounts: [], hotels: 1,
            change: { $0.inventory = FixedInventory([offer]) }, director: { _, _ in .refused })
    }

    /// What the twenty were told, and the rooms left when the winner's hold is over.
    func run() throws -> ([String: Int], Int?) {
        try gateway.simulation.run { [self] in
            await Result.of {
                let request = try gateway.request()
                ledger.stock("OWN", rooms: 1, stay: request.stay)
                let desk = HoldScene.desk(gateway, ledger, tenure: try .fixed())
                let requests = try await quotes(20).enumerated().map { number, quote in
                    HoldRequest(
                        tenant: request.tenant,
                        key: try #require(IdempotencyKey("k\(number)")), quote: quote)
                }
                let told = await withTaskGroup(of: String.self) { group in
                    for request in requests {
                        group.addTask { await desk.place(request, waitFor: .seconds(10)).told }
                    }
                    return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
                }
                let sweeper = Task(executorPreference: gateway.simulation) { await desk.sweep() }
                let clock = gateway.simulation
                try await clock.sleep(until: clock.uptime().advanced(by: .seconds(602)))
                sweeper.cancel()
                return (told, ledger.free("OWN", request.stay.checkIn))
            }
        }.get()
    }

    /// What one client is told just after the ledger was restored, and a while later.
    func askTwice(apart pause: Duration) throws -> [String] {
        try gateway.simulation.run { [self] in
            await Result.of {
                let request = try gateway.request()
                ledger.stock("OWN", rooms: 1, stay: request.stay)
                var tenure = try HoldTenure.fixed()
                tenure.restored = gateway.ports.environment.stamp()
                let desk = HoldScene.desk(gateway, ledger, tenure: tenure)
                var told: [String] = []
                let clock = gateway.simulation
                for key in ["k1", "k2"] {
                    let quote = try #require(try await quotes(1).first)
                    let outcome = await desk.place(
                        HoldRequest(
                            tenant: request.tenant, key: try #require(IdempotencyKey(key)),
                            quote: quote), waitFor: .seconds(10))
                    if case .declined(.supplierUnavailable(let wait?)) = outcome {
                        told.append(
                            "unavailable after \(pause >= wait && wait > pause - .seconds(1))")
                    } else {
                        told.append(outcome.told)
                    }
                    try await clock.sleep(until: clock.uptime().advanced(by: pause))
                }
                return told
            }
        }.get()
    }

    /// Quotes of as many searches.
    private func quotes(_ count: Int) async throws -> [QuoteID] {
        var quotes: [QuoteID] = []
        for _ in 0..<count {
            let options = SearchOptions()
            for event in try await gateway.events(gateway.request(options: options)) {
                guard case .offers(let offers) = event.event else { continue }
                quotes.append(try #require(offers.hotels.first?.offers.first?.quoteID))
            }
            let clock = gateway.simulation
            try await clock.sleep(until: clock.uptime().advanced(by: .milliseconds(1)))
        }
        return quotes
    }
}

import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Which searches are kept, and how many.
@Suite struct SearchRecorderTests {
    private static func ids(_ count: Int, seed: UInt64 = 1) -> [SearchID] {
        let random = SeededRandom(seed: seed)
        return (0..<count).map { _ in SearchID(random) }
    }

    private static func drawn(_ every: Int, seed: UInt64) -> [String] {
        var settings = ExplainSettings()
        settings.sampleEvery = every
        settings.seed = seed
        return ids(5_000).filter(settings.draws).map(\.text)
    }

    @Test("What is drawn follows from id and seed, and is about as much as was wanted")
    func drawingIsDeterministic() {
        #expect(Self.drawn(10, seed: 7) == Self.drawn(10, seed: 7))
        #expect(Self.drawn(10, seed: 7) != Self.drawn(10, seed: 8))
        #expect((400...600).contains(Self.drawn(10, seed: 7).count))
        #expect(Self.drawn(1, seed: 7).count == 5_000)
        #expect(Self.drawn(0, seed: 7).isEmpty)
    }

    /// A gateway of one supplier that lists ten hotels and answers those of even searches.
    private static func gateway(
        _ settings: ExplainSettings, body: String = ""
    ) throws -> (SimulatedGateway, SearchRecorder) {
        let recorder = SearchRecorder(settings)
        let account = try #require(SimulatedGateway.Account("acme", hotels: Set(0..<10)))
        let gateway = try SimulatedGateway(
            seed: 3, accounts: [account], hotels: 10, change: { $0.recorder = recorder }
        ) { request, _ in
            request.url.contains("acme-9")
                ? .refused : .answer("acme-0 R1 Room BB free EUR 100.00\n" + body)
        }
        return (gateway, recorder)
    }

    /// One search of one hotel; of hotel 9 it ends oddly.
    private static func search(
        _ gateway: SimulatedGateway, odd: Bool
    ) async throws {
        var options = SearchOptions()
        options.isExplained = true
        options.maxAge = .zero
        _ = try await gateway.events(
            gateway.request(options: options, hotels: [odd ? 9 : 0]))
        try await gateway.simulation.sleep(
            until: gateway.simulation.uptime().advanced(by: .seconds(1)))
    }

    private static func run(
        _ gateway: SimulatedGateway, _ searches: [(odd: Bool, count: Int)]
    ) throws {
        try gateway.simulation.run { () -> Result<Void, any Error> in
            do {
                for (odd, count) in searches {
                    for _ in 0..<count { try await search(gateway, odd: odd) }
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private static func odds(_ recorder: SearchRecorder) -> (odd: Int, usual: Int) {
        var filter = SearchRecorder.Filter()
        filter.limit = 500
        let briefs = recorder.list(filter)
        let odd = briefs.count { !$0.oddities.isEmpty }
        return (odd, briefs.count - odd)
    }

    @Test("Neither a flood of good searches nor one of bad ones takes all the room")
    func numbersAreBounded() throws {
        var settings = ExplainSettings()
        settings.mostSearches = 20
        let (gateway, recorder) = try Self.gateway(settings)
        // One failure fewer than would open a breaker.
        try Self.run(gateway, [(true, 4), (false, 100)])
        #expect(Self.odds(recorder) == (4, 16))
        #expect(recorder.stock.forgotten == 84)
        try Self.run(gateway, [(true, 100)])
        #expect(Self.odds(recorder) == (15, 5))
        #expect(recorder.stock.searches == 20)
        // The newest of each kind stayed, and lists begin with it.
        let last = try #require(recorder.list().first)
        #expect(last.at == recorder.list().map(\.at).max())
    }

    @Test("Bytes are bounded whatever suppliers send, also by calls that outlive their searches")
    func bytesAreBounded() throws {
        var settings = ExplainSettings()
        settings.mostBytes = 200_000
        let (gateway, recorder) = try Self.gateway(
            settings, body: String(repeating: "x", count: 50_000))
        for _ in 0..<40 {
            try Self.run(gateway, [(false, 1)])
            #expect(recorder.stock.bytes <= 200_000)
        }
        #expect((5...30).contains(recorder.stock.searches))
        let oldest = try #require(recorder.list().last)
        #expect(oldest.at == recorder.stock.oldest)
    }

    @Test func aRecordLargerThanAllTheRoomIsNotKept() throws {
        var settings = ExplainSettings()
        settings.mostBytes = 1_000
        let (gateway, recorder) = try Self.gateway(settings)
        try Self.run(gateway, [(false, 3)])
        #expect(recorder.stock.searches == 0 && recorder.stock.bytes == 0)
    }

    @Test("A call that runs on after its search takes no more than was set aside for it")
    func callsAreBounded() throws {
        let trace = CallTrace(
            codes: [], askedAt: Uptime(nanoseconds: 0), credentials: nil,
            shopper: ShopperContext(
                residency: try #require(CountryCode("DE")), language: "en",
                currency: try #require(CurrencyCode("EUR"))))
        let now = Uptime(nanoseconds: 0)
        for tag in 0..<20 {
            trace.note(
                SupplierRequest(method: .get, path: "/a", idempotent: true), RequestTag(tag),
                at: Simulation.epoch, uptime: now)
            trace.note(
                .bytes(RequestTag(tag), Array(repeating: 65, count: 65_536)), at: now)
            if tag == 0 { #expect(trace.reserve() < 64_000) }
        }
        let set = trace.reserve()
        let told = trace.explanation(since: now, isShared: false) { _ in nil }
        let shown = told.exchanges.reduce(0) { $0 + $1.exchange.responseBody.utf8.count }
        #expect(told.exchanges.count == SupplierExchange.mostKept)
        #expect(shown <= set && shown >= SupplierExchange.mostResponseBytes)
        #expect(told.exchanges.allSatisfy { $0.exchange.responseBytes == 65_536 })
    }

    @Test("A search that comes while an abandoned call is being given up does not wait for it")
    func aCancelledCallIsNotWaitedFor() throws {
        let (gateway, _) = try Self.gateway(ExplainSettings())
        let took = try gateway.simulation.run { () -> Result<Duration, any Error> in
            do {
                let request = try gateway.request(hotels: [0, 1])
                let first = try await gateway.service.start(request)
                first.leave()
                let events = try await gateway.events(request)
                let last = try #require(events.last)
                return .success(Uptime(nanoseconds: 0).duration(to: last.at))
            } catch {
                return .failure(error)
            }
        }.get()
        #expect(took < .seconds(1))
    }
}

import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// Stale answers are shown as what they are, and asked for again beside it.
@Suite struct StaleAnswerTests {
    /// Ten days ahead: soft after 10.8 to 13.2 minutes, over after 18 to 22.
    private static let soft = Duration.seconds(13 * 60 + 13)

    @Test func aStaleAnswerIsShownAtOnceAndTheNextOneIsFresh() throws {
        let scene = try CacheScene()
        #expect(try scene.search().status.source == .live)
        scene.mood.set { $0.price = "120.00" }
        let stale = try scene.search(after: Self.soft)
        #expect(stale.status.source == .stale && stale.status.state == .ok)
        #expect(stale.status.latency == .zero, "nobody waits for the refresh")
        #expect(stale.prices == ["100.00 EUR", "100.00 EUR"])
        #expect(stale.status.age >= Self.soft && stale.status.age < Self.soft + .seconds(1))
        #expect(stale.freshness.allSatisfy { $0.source == .stale })
        let now = scene.gateway.simulation.now()
        #expect(stale.freshness.allSatisfy { $0.age(at: now) >= Self.soft })
        let fresh = try scene.search(after: .seconds(1))
        #expect(fresh.status.source == .cache && fresh.prices == ["120.00 EUR", "120.00 EUR"])
        #expect(fresh.status.age < .seconds(1))
        #expect(scene.calls == 2)
    }

    /// However many look at it at that moment: one call.
    @Test(arguments: UInt64(0)..<20)
    func aCrowdCostsOneRefresh(seed: UInt64) throws {
        let scene = try CacheScene(seed: seed, hotels: 5)
        _ = try scene.search()
        let request = try scene.gateway.request()
        let sources = try scene.gateway.simulation.run {
            await scene.pause(Self.soft)
            return await withTaskGroup(of: AnswerSource?.self) { group in
                for _ in 0..<50 {
                    group.addTask(executorPreference: scene.gateway.simulation) {
                        await (try? scene.gateway.service.start(request))?.result()?.summary
                            .suppliers.first?.source
                    }
                }
                return await group.reduce(into: [AnswerSource?]()) { $0.append($1) }
            }
        }
        #expect(sources.allSatisfy { $0 == .stale || $0 == .cache } && sources.count == 50)
        try scene.wait(.seconds(5))
        #expect(scene.calls == 2)
    }

    /// A client that leaves takes no refresh with it: it is the registry's.
    @Test func aRefreshOutlivesWhoeverSetItOff() throws {
        let scene = try CacheScene()
        _ = try scene.search()
        let request = try scene.gateway.request()
        try scene.gateway.simulation.run {
            await scene.pause(Self.soft)
            let session = try? await scene.gateway.service.start(request)
            session?.leave()
            await scene.pause(.seconds(1))
        }
        #expect(scene.calls == 2 && scene.gateway.transport.cancelled == 0)
        #expect(try scene.search().status.source == .cache)
    }

    /// The supplier is down when its answers grow stale: they are shown until they end, and it is
    /// asked once in each back-off, not once a search.
    @Test func aSupplierThatIsDownIsAskedOnceABackOff() throws {
        let scene = try CacheScene(hotels: 3)
        _ = try scene.search()
        scene.mood.set { $0.script = .refused }
        try scene.wait(Self.soft)
        var shown = 0
        for _ in 0..<100 {
            let said = try scene.search(after: .seconds(2))
            if said.status.source == .stale { shown += 1 }
            #expect(said.prices.count == 3 && said.status.state == .ok)
        }
        #expect(shown == 100)
        // 200 s: 2 s doubling to a minute, looked at by whoever claims it.
        #expect((5...10).contains(scene.calls - 1), "\(scene.calls - 1)")
        // Past its end nothing is shown that nobody vouches for.
        let over = try scene.search(after: .seconds(660))
        #expect(over.status.state == .error && over.prices.isEmpty)
        #expect(over.status.source == AnswerSource.none)
        // And once it is back, and the breaker lets a call out again, so are its offers.
        scene.mood.set { $0.script = nil }
        #expect(try scene.search(after: .seconds(80)).status.source == .live)
    }

    @Test func refreshesLeaveRoomForSearches() throws {
        let scene = try CacheScene(
            hotels: 16,
            configure: {
                $0.limits.hotelsPerRequest = 1
                $0.limits.concurrency = 32
            })
        _ = try scene.search()
        #expect(scene.calls == 16)
        scene.mood.set { $0.delay = .seconds(2) }
        _ = try scene.search(after: Self.soft)
        try scene.wait(.milliseconds(10))
        #expect(scene.calls == 24, "a quarter of what it may get")
        let waiting = scene.notes.all.compactMap { event -> Int? in
            if case .refreshed(_, 8, let refused) = event { refused } else { nil }
        }
        #expect(waiting == [8])
    }

    /// Hotels that had nothing fall due first; the call that asks for them takes the others along.
    @Test func aCallWithRoomTakesAlongWhatIsOld() throws {
        let scene = try CacheScene(hotels: 4)
        scene.mood.set { $0.soldOut = ["alpha-1"] }
        _ = try scene.search()
        // "Nothing" ends after 4.5 to 5.5 minutes; a quarter of the others' life is 4.5 to 5.5 too.
        let said = try scene.search(after: .seconds(331))
        #expect(said.status.source == .live && scene.calls == 2)
        #expect(
            scene.gateway.transport.urls.last
                == "https://alpha.test/search?alpha-0,alpha-1,alpha-2,alpha-3")
        // So they are not due when they would have been.
        let later = try scene.search(after: Self.soft - .seconds(331))
        let now = scene.gateway.simulation.now()
        #expect(later.freshness.count == 3)
        #expect(later.freshness.allSatisfy { $0.source == .cache })
        #expect(later.freshness.allSatisfy { $0.age(at: now) < Self.soft - .seconds(330) })
    }

    @Test func whatSuppliersChangeIsMeasuredAndShortensLives() throws {
        let steady = try CacheScene(hotels: 20)
        let moody = try CacheScene(hotels: 20)
        for round in 0..<20 {
            moody.mood.set { $0.price = "\(100 + round).00" }
            for scene in [steady, moody] {
                _ = try scene.search(after: .seconds(700))
                try scene.wait(.seconds(1))
            }
        }
        func measured(_ scene: CacheScene) -> (unchanged: Int, changed: Int, factor: Int) {
            scene.notes.all.reduce(into: (0, 0, 1000)) { sum, event in
                guard case .revalidated(_, .month, let unchanged, let changed, let factor) = event
                else { return }
                sum = (sum.0 + unchanged, sum.1 + changed, factor)
            }
        }
        let (calm, wild) = (measured(steady), measured(moody))
        #expect(calm.unchanged > 100 && calm.changed == 0 && calm.factor > 1500)
        #expect(wild.changed > 300 && wild.unchanged == 0 && wild.factor == 250)
        #expect(moody.calls > steady.calls)
        // 200 s old: that is beyond the soft part of a quarter of twenty minutes.
        #expect(try moody.search(after: .seconds(200)).status.source == .stale)
        #expect(try steady.search(after: .seconds(200)).status.source != .stale)
    }
}

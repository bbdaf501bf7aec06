import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// A restart loses neither quotes nor what was kept.
@Suite struct WarmStartTests {
    private func restarted(
        _ old: CacheScene, after wait: Duration,
        configure: (inout SupplierManifest) -> Void = { _ in }
    ) throws -> CacheScene {
        let scene = try CacheScene(
            seed: 2, hotels: 3, store: old.gateway.store, configure: configure)
        // The new process's clock goes on where the old one's has got to.
        let past = Uptime(nanoseconds: 0).duration(to: old.gateway.simulation.uptime())
        try scene.wait(past + wait)
        return scene
    }

    private func warm(_ scene: CacheScene) throws -> Int {
        try scene.gateway.simulation.run { await scene.gateway.service.warm() }
    }

    @Test func keptAnswersGoOnWithTheirAge() throws {
        let old = try CacheScene(hotels: 3)
        old.mood.set { $0.soldOut = ["alpha-2"] }
        let first = try old.search()
        try old.wait(.seconds(10))
        let new = try restarted(old, after: .seconds(90))
        #expect(try warm(new) == 3)
        let said = try new.search()
        #expect(said.status.source == .cache && said.prices == first.prices)
        #expect(said.status.age >= .seconds(100) && said.status.age < .seconds(101))
        #expect(new.calls == 0, "also of the hotel that had nothing")
        // They soften and end when they would have.
        #expect(try new.search(after: .seconds(720)).status.source != .cache)
    }

    @Test func quotesLiveOn() throws {
        let old = try CacheScene(hotels: 3)
        let request = try old.gateway.request()
        let quote = try old.gateway.simulation.run {
            await (try? old.gateway.service.start(request))?.result()?.hotels.first?.offers.first?
                .quoteID
        }
        let id = try #require(quote)
        let new = try restarted(old, after: .seconds(60))
        let found = try new.gateway.simulation.run {
            try? await new.gateway.desk.resolve(id, for: request.tenant)
        }
        guard case .live(let quote) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(quote.offer.rateKey == "r1")
    }

    /// A room that was sold out before the restart does not come back with it.
    @Test func whatWasForgottenStaysForgotten() throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        let request = try old.gateway.request()
        let alpha = try #require(SupplierID("alpha"))
        let code = try #require(SupplierHotelCode("alpha-1"))
        try old.gateway.simulation.run {
            await old.pause(.seconds(1))
            old.gateway.service.forget(alpha, code, overlapping: request.stay)
            await old.pause(.seconds(1))
        }
        let new = try restarted(old, after: .zero)
        #expect(try warm(new) == 2)
        _ = try new.search()
        #expect(new.gateway.transport.urls == ["https://alpha.test/search?alpha-1"])
    }

    /// Also where the store did not take the note in the moment it was told.
    @Test func whatCouldNotBeNotedAtOnceIsNotedAtTheEnd() throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        try old.wait(.seconds(1))
        let request = try old.gateway.request()
        let alpha = try #require(SupplierID("alpha"))
        let code = try #require(SupplierHotelCode("alpha-1"))
        old.gateway.store.turn(.refusing(.unavailable))
        try old.gateway.simulation.run {
            old.gateway.service.forget(alpha, code, overlapping: request.stay)
            await old.pause(.seconds(1))
        }
        old.gateway.store.turn(.well)
        try old.gateway.simulation.run {
            let latest = old.gateway.simulation.uptime().advanced(by: .seconds(5))
            await old.gateway.service.drain(until: latest)
        }
        #expect(try warm(try restarted(old, after: .zero)) == 2)
    }

    /// And where it was written before the answer it made untrue.
    @Test func theOrderOfTwoNotesAtOnceDoesNotMatter() throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        let request = try old.gateway.request()
        let alpha = try #require(SupplierID("alpha"))
        let code = try #require(SupplierHotelCode("alpha-1"))
        try old.gateway.simulation.run {
            await old.pause(.seconds(1))
            old.gateway.service.forget(alpha, code, overlapping: request.stay)
            await old.pause(.seconds(1))
            let store = old.gateway.store
            guard let kept = (try? await store.notes(before: nil, most: 9))?.last else { return }
            let now = old.gateway.simulation.now()
            try? await store.note(kept.bytes, expires: now.advanced(by: .seconds(600)), now: now)
        }
        #expect(try warm(try restarted(old, after: .zero)) == 2)
    }

    /// A newer note made the older one untrue, also when the newer one has ended meanwhile.
    @Test func whatWasToldAnewIsNotTakenBackFromBefore() throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        old.mood.set { $0.soldOut = ["alpha-1"] }
        var anew = SearchOptions()
        anew.maxAge = .zero
        _ = try old.search(after: .seconds(5), anew)
        try old.wait(.seconds(1))
        // What is there is kept for 18 minutes or longer, what is not for 11 at most.
        let new = try restarted(old, after: .seconds(720))
        #expect(try warm(new) == 2)
        new.mood.set { $0.soldOut = ["alpha-1"] }
        #expect(try new.search().prices.count == 2)
    }

    @Test func whatHasEndedOrIsAnothersIsNotTakenBack() throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        try old.wait(.seconds(1))
        #expect(try warm(try restarted(old, after: .seconds(1400))) == 0)
        let moved = try restarted(old, after: .zero) { $0.baseURL = "https://other.test" }
        #expect(try warm(moved) == 0)
        let forbidden = try restarted(old, after: .zero) { $0.cacheable = [] }
        #expect(try warm(forbidden) == 0)
        // A wall clock that was set back by an hour knows nothing of notes from later.
        let back = try restarted(old, after: .zero)
        back.gateway.simulation.setWall(by: .seconds(-3600))
        #expect(try warm(back) == 0)
        #expect(try warm(try restarted(old, after: .zero)) == 3)
    }

    /// A store that fails or hangs costs warmth, and no search its answer.
    @Test(arguments: [MemoryAnswerStore.Mood.refusing(.unavailable), .refusing(.corrupt)])
    func aStoreInTroubleIsACold(mood: MemoryAnswerStore.Mood) throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        try old.wait(.seconds(1))
        let new = try restarted(old, after: .zero)
        old.gateway.store.turn(mood)
        #expect(try warm(new) == 0)
        #expect(try new.search().status.state == .ok)
    }

    @Test func answersThatAreLostOrOfAnotherVersionAreLeftOut() throws {
        let old = try CacheScene(hotels: 3)
        _ = try old.search()
        try old.wait(.seconds(1))
        let new = try restarted(old, after: .zero)
        old.gateway.store.lose()
        #expect(try warm(new) == 0)
        #expect(try new.search().status.source == .live)
    }
}

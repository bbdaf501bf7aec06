import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// One search in the hands of one consumer: fast, slow, leaving, late.
@Suite struct SearchSessionTests {
    /// Starts a search, waits, and takes everything that is told then.
    private func events(
        _ gateway: SimulatedGateway, _ options: SearchOptions = SearchOptions(),
        startReadingAfter wait: Duration = .zero
    ) throws -> [SearchEvent] {
        let request = try gateway.request(options: options)
        return try gateway.simulation.run {
            guard let session = try? await gateway.service.start(request) else { return [] }
            await gateway.pause(wait)
            var events: [SearchEvent] = []
            while let event = await session.next() { events.append(event) }
            return events
        }
    }

    private func offersEvents(_ events: [SearchEvent]) -> [OffersEvent] {
        events.compactMap { if case .offers(let offers) = $0 { offers } else { nil } }
    }

    private func summary(_ events: [SearchEvent]) throws -> SearchSummary {
        guard case .done(let summary) = try #require(events.last) else {
            throw SimulatedGateway.Fault.badSetting
        }
        return summary
    }

    private static let stream = Script.drip(
        (0..<30).map { "alpha-\($0 % 3) r\($0) Double BB free EUR 10\($0).00\n" },
        every: .milliseconds(20))

    @Test func offersOfAStreamComeEarlyAndAFewAtATime() throws {
        let gateway = try SimulatedGateway.alone(hotels: 3) { _, _ in Self.stream }
        let events = try events(gateway)
        let told = offersEvents(events)
        #expect((4...10).contains(told.count))
        #expect(told.map(\.seq) == Array(1...told.count))
        #expect(gateway.store.puts == told.count)
        #expect(try summary(events).counts.offers == 3)
        #expect(told.last?.hotels.first?.offers.first?.alternates.count == 9)
    }

    @Test func aSlowConsumerIsToldEachHotelOnceAsItStands() throws {
        let gateway = try SimulatedGateway.alone(hotels: 3) { _, _ in Self.stream }
        let events = try events(gateway, startReadingAfter: .seconds(2))
        let told = offersEvents(events)
        #expect(told.count == 1 && told.first?.hotels.count == 3)
        #expect(try summary(events).outcome == .complete)
    }

    @Test func aConsumerThatComesAfterTheDeadlineStillHearsEverything() throws {
        let gateway = try SimulatedGateway.alone(hotels: 3) { _, _ in Self.stream }
        var options = SearchOptions()
        options.timeout = .milliseconds(300)
        let events = try events(gateway, options, startReadingAfter: .seconds(5))
        let summary = try summary(events)
        #expect(summary.outcome == .partial)
        #expect(summary.suppliers.first?.state == .partial)
        #expect(summary.suppliers.first?.code == .failure(.timeout))
        #expect(summary.suppliers.first?.phase == .body)
        #expect(summary.counts.hotels == 3)
    }

    @Test func leavingCancelsTheCallThatNobodyShares() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let request = try gateway.request()
        let after = try gateway.simulation.run {
            guard let session = try? await gateway.service.start(request) else { return 0 }
            await gateway.pause(.milliseconds(100))
            session.leave()
            await gateway.pause(.milliseconds(1))
            #expect(await session.next() == nil)
            return gateway.transport.cancelled
        }
        #expect(after == 1)
        #expect(gateway.service.callsUnderWay == 0)
    }

    @Test func lettingGoOfTheSessionIsLeaving() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let request = try gateway.request()
        try gateway.simulation.run {
            _ = try? await gateway.service.start(request)
            await gateway.pause(.milliseconds(1))
        }
        #expect(gateway.transport.cancelled == 1)
    }

    @Test func cancellingTheWaitingTaskIsLeaving() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let request = try gateway.request()
        let told = try gateway.simulation.run {
            let reader = Task(executorPreference: gateway.simulation) {
                guard let session = try? await gateway.service.start(request) else { return -1 }
                var told = 0
                while await session.next() != nil { told += 1 }
                return told
            }
            await gateway.pause(.milliseconds(50))
            reader.cancel()
            let told = await reader.value
            await gateway.pause(.milliseconds(1))
            return told
        }
        #expect(told == 1)
        #expect(gateway.transport.cancelled == 1)
        #expect(gateway.simulation.uptime() == Uptime(nanoseconds: 51_000_000))
    }

    @Test func aCallThatAnotherSearchSharesGoesOn() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer("alpha-0 r1 Double BB free EUR 100.00", after: .milliseconds(500))
        }
        let request = try gateway.request()
        let result = try gateway.simulation.run {
            let leaver = try? await gateway.service.start(request)
            let stayer = try? await gateway.service.start(request)
            await gateway.pause(.milliseconds(100))
            leaver?.leave()
            return await stayer?.result()
        }
        #expect(result?.summary.outcome == .complete)
        #expect(gateway.transport.urls.count == 1)
    }

    @Test func theResultIsTheFirstPageInOrder() throws {
        let lines = [3, 1, 2, 0].map { "alpha-\($0) r1 Double BB free EUR 10\($0).00\n" }
        let gateway = try SimulatedGateway.alone(hotels: 4) { _, _ in .answer(lines.joined()) }
        var options = SearchOptions()
        options.limit = 3
        let request = try gateway.request(options: options)
        let result = try gateway.simulation.run {
            await (try? gateway.service.start(request))?.result()
        }
        #expect(result?.hotels.map { $0.hotel.id.text } == ["hotel:0", "hotel:1", "hotel:2"])
        #expect(result?.summary.counts.hotels == 4)
    }

    /// A stream that finds a rate again tells its price as it is now, cheaper or dearer.
    @Test(arguments: ["90.00", "110.00"], [Duration.milliseconds(1), .milliseconds(200)])
    func aRateThatComesAgainReplacesTheOneBefore(price: String, pause: Duration) throws {
        let pieces = ["100.00", "100.00", price].map { "alpha-0 r1 Double BB free EUR \($0)\n" }
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .drip(pieces, every: pause)
        }
        let live = try events(gateway)
        let kept = try events(gateway)
        #expect(gateway.transport.urls.count == 1)
        for events in [live, kept] {
            let offers = try #require(offersEvents(events).last?.hotels.first?.offers)
            #expect(try offers.map(\.price.total) == [Sample.money("\(price) EUR")])
            let status = try #require(summary(events).suppliers.first)
            #expect(status.offers == 1 && status.state == .ok)
        }
        let dropped = try summary(live).suppliers.first?.dropped
        #expect(dropped == [DropCount(reason: .duplicate, count: 1)])
    }

    /// A long stream is stored in steps short enough that hardly anything misses the deadline.
    @Test func whatIsHeardJustBeforeTheDeadlineIsShown() throws {
        let pieces = (0..<300).map { "alpha-0 r\($0) Room_\($0) BB free EUR 100.00\n" }
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .drip(pieces, every: .milliseconds(10))
        }
        var options = SearchOptions()
        options.timeout = .milliseconds(2_500)
        let told = try #require(offersEvents(events(gateway, options)).last?.hotels.first?.offers)
        #expect(told.count >= 241)
    }

    @Test(arguments: [false, true]) func packageRatesOnlyWhenAsked(isAsked: Bool) throws {
        let text = """
            alpha-0 r1 Double BB free EUR 50.00 package=yes
            alpha-0 r2 Twin BB free EUR 100.00
            """
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .answer(text) }
        var options = SearchOptions()
        options.packageRates = isAsked
        let summary = try summary(events(gateway, options))
        #expect(summary.counts.offers == (isAsked ? 2 : 1))
        #expect(summary.counts.filteredOut == (isAsked ? 0 : 1))
        let dropped = summary.suppliers.first?.dropped
        #expect(dropped == (isAsked ? [] : [DropCount(reason: .packageOnly, count: 1)]))
    }

    @Test func linesThatCannotBeReadAreCounted() throws {
        let text = "x\nalpha-0 r2 Twin BB free EUR 100.00\nalpha-9 r2 Twin BB free EUR 1.00\ny\n"
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .answer(text) }
        let summary = try summary(events(gateway))
        #expect(
            summary.suppliers.first?.dropped == [
                DropCount(reason: .malformed, count: 2), DropCount(reason: .unaskedHotel, count: 1),
            ])
    }

    @Test(arguments: [MemoryAnswerStore.Mood.frozen, .refusing(.busy), .refusing(.unavailable)])
    func withoutAStoreOffersAreShownWithoutQuotes(mood: MemoryAnswerStore.Mood) throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer("alpha-0 r1 Double BB free EUR 100.00", after: .milliseconds(100))
        }
        gateway.store.turn(mood)
        let events = try events(gateway)
        #expect(try summary(events).outcome == .complete)
        let offer = try #require(offersEvents(events).first?.hotels.first?.offers.first)
        #expect(offer.quoteID == nil)
        #expect(gateway.simulation.uptime().nanoseconds <= 600_000_000)
    }

    @Test func aShownQuoteSurvivesARestart() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer("alpha-0 r1 Double BB free USD 100.00")
        }
        let events = try events(gateway)
        let offer = try #require(offersEvents(events).first?.hotels.first?.offers.first)
        let id = try #require(offer.quoteID)
        let restarted = try SimulatedGateway.alone(
            hotels: 1,
            change: {
                $0.answers = gateway.store
            }
        ) { _, _ in .hang }
        let tenant = try Sample.tenant("demo")
        let resolution = try restarted.simulation.run {
            try? await restarted.desk.resolve(id, for: tenant)
        }
        guard case .live(let quote)? = resolution else {
            Issue.record("\(String(describing: resolution))")
            return
        }
        #expect(quote.offerID == offer.offerID)
        let shown = try #require(restarted.desk.shown(quote))
        #expect(shown.price == offer.price && shown.cancellation == offer.cancellation)
    }
}

import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@testable import Gateway

/// What searches share: kept answers, calls under way, limits, the end of the process.
@Suite struct SearchServiceTests {
    private static let line = "alpha-0 r1 Double BB free EUR 100.00"

    private func result(
        _ gateway: SimulatedGateway, after wait: Duration = .zero,
        _ options: SearchOptions = SearchOptions(), hotels: [Int]? = nil, currency: String = "EUR"
    ) throws -> SearchSummary? {
        let request = try gateway.request(options: options, hotels: hotels, currency: currency)
        return try gateway.simulation.run {
            await gateway.pause(wait)
            return await (try? gateway.service.start(request))?.result()?.summary
        }
    }

    private func refusal(
        _ gateway: SimulatedGateway, _ request: SearchRequest
    ) throws -> SearchRefusal? {
        try gateway.simulation.run {
            do throws(SearchRefusal) {
                _ = try await gateway.service.start(request)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func aSecondSearchIsAnsweredFromTheCache() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer(Self.line) }
        let first = try result(gateway)
        let second = try result(gateway, after: .seconds(60))
        #expect(first?.suppliers.first?.source == .live)
        let status = try #require(second?.suppliers.first)
        #expect(status.state == .ok && status.source == .cache && status.age == .seconds(60))
        #expect(gateway.transport.urls.count == 1)
        // Ten days ahead an answer lives twenty minutes, a tenth more or less.
        _ = try result(gateway, after: .seconds(22 * 60))
        #expect(gateway.transport.urls.count == 2)
    }

    @Test func noAvailabilityIsKeptToo() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer("") }
        #expect(try result(gateway)?.suppliers.first?.state == .empty)
        let second = try result(gateway, after: .seconds(60))
        #expect(second?.suppliers.first?.state == .empty)
        #expect(second?.suppliers.first?.source == .cache)
        #expect(second?.outcome == .complete)
        #expect(gateway.transport.urls.count == 1)
        _ = try result(gateway, after: .seconds(331))
        #expect(gateway.transport.urls.count == 2)
    }

    /// A supplier that renamed a member has not sold out: it is asked again, and the reason is told.
    @Test func ratesThatCannotBeReadAreNoAbsence() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer("x\ny\n") }
        for _ in 0..<2 {
            let status = try #require(try result(gateway)?.suppliers.first)
            #expect(status.state == .error && status.phase == .decode)
            #expect(status.code == .failure(.malformed))
            #expect(status.detail == "no rate could be read: 2 malformed")
            #expect(status.dropped == [DropCount(reason: .malformed, count: 2)])
        }
        #expect(gateway.transport.urls.count == 2)
    }

    @Test func besideRatesThatCannotBeReadSilenceIsNotKept() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer(Self.line + "\nx\n") }
        let first = try #require(try result(gateway)?.suppliers.first)
        #expect(first.state == .ok && first.dropped.map(\.count) == [1])
        _ = try result(gateway)
        #expect(gateway.transport.urls.last == "https://alpha.test/search?alpha-1")
    }

    /// Sold only on request, or for others, is an answer: there is nothing to be had.
    @Test func ratesForOthersAreAbsence() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer("alpha-7 r1 Double BB free EUR 100.00")
        }
        let status = try #require(try result(gateway)?.suppliers.first)
        #expect(status.state == .empty)
        #expect(status.dropped == [DropCount(reason: .unaskedHotel, count: 1)])
    }

    /// The contract's word on tokens counts where answers are silent: no quote, kept or fresh, is
    /// promised for longer.
    @Test func nothingOutlivesTheSuppliersToken() throws {
        let gateway = try SimulatedGateway.alone(
            hotels: 2, configure: { $0.tokenLife = .seconds(600) }
        ) { _, _ in .answer(Self.line + "\n" + Self.line.replacing("alpha-0", with: "alpha-1")) }
        func quote(after wait: Duration) throws -> (source: AnswerSource, life: Duration) {
            let request = try gateway.request()
            let result = try gateway.simulation.run {
                await gateway.pause(wait)
                return await (try? gateway.service.start(request))?.result()
            }
            let offer = try #require(result?.hotels.first?.offers.first)
            return (
                offer.freshness.source, gateway.simulation.now().duration(to: offer.expiresAt)
            )
        }
        #expect(try quote(after: .zero) == (.live, .seconds(590)))
        #expect(try quote(after: .seconds(300)) == (.cache, .seconds(290)))
        // Two minutes before the token's end the answer is no longer shown.
        #expect(try quote(after: .seconds(181)) == (.live, .seconds(590)))
        // What an answer says itself counts.
        gateway.transport.direct { _, _ in .answer(Self.line + " expires=2027-01-01T00:20:00Z") }
        #expect(try quote(after: .seconds(481)).source == .live)
        #expect(try quote(after: .zero).life <= .seconds(228))
    }

    @Test(arguments: [
        Script.refused, .answer("", status: 500), .answer("", status: 429), .hang,
        .reset(after: Self.line + "\n"),
    ])
    func failuresAreNeverKept(script: Script) throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            call == 1 ? script : .answer(Self.line)
        }
        #expect(try result(gateway)?.outcome != .complete)
        // After the call's own end as well.
        #expect(try result(gateway, after: .seconds(10))?.outcome == .complete)
        #expect(gateway.transport.urls.count == 2)
    }

    @Test func aCallGoesOnAfterTheSearchAndFillsTheCache() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer(Self.line, after: .seconds(2))
        }
        var options = SearchOptions()
        options.timeout = .seconds(1)
        let first = try result(gateway, options)
        #expect(first?.suppliers.first?.state == .timeout)
        #expect(first?.outcome == .noneAnswered)
        #expect(gateway.simulation.uptime() == Uptime(nanoseconds: 1_000_000_000))
        let second = try result(gateway, after: .seconds(2), options)
        #expect(second?.suppliers.first?.source == .cache)
        #expect(gateway.transport.urls.count == 1)
    }

    @Test func aSupplierThatMayNotBeKeptIsAskedEachTimeAndNotLeftRunning() throws {
        let gateway = try SimulatedGateway.alone(
            hotels: 1, configure: { $0.cacheable = [] }
        ) { _, call in call == 1 ? .hang : .answer(Self.line) }
        #expect(try result(gateway)?.suppliers.first?.state == .timeout)
        #expect(try result(gateway, after: .milliseconds(1))?.suppliers.first?.source == .live)
        #expect(gateway.transport.cancelled == 1)
        #expect(try result(gateway)?.suppliers.first?.source == .live)
        #expect(gateway.transport.urls.count == 3)
    }

    @Test func howOldAnAnswerMayBeIsTheClientsChoice() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer(Self.line) }
        _ = try result(gateway)
        var options = SearchOptions()
        options.maxAge = .seconds(30)
        #expect(try result(gateway, after: .seconds(20), options)?.suppliers[0].source == .cache)
        #expect(try result(gateway, after: .seconds(11), options)?.suppliers[0].source == .live)
        options.maxAge = .zero
        #expect(try result(gateway, options)?.suppliers.first?.source == .live)
    }

    @Test func oneHotelIsFresherThanAList() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer(Self.line) }
        _ = try result(gateway)
        let one = try result(gateway, after: .seconds(61), hotels: [0])
        #expect(one?.suppliers.first?.source == .live)
        #expect(gateway.transport.urls.last == "https://alpha.test/search?alpha-0")
    }

    @Test func termsThatDifferShareNothingTheDisplayCurrencyOfAContractDoes() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .answer(Self.line) }
        _ = try result(gateway)
        #expect(try result(gateway, currency: "USD")?.suppliers.first?.source == .live)
        let euro = try Sample.currency("EUR")
        let contract = try SimulatedGateway.alone(
            hotels: 1, configure: { $0.contractCurrency = euro }
        ) { _, _ in .answer(Self.line) }
        _ = try result(contract)
        #expect(try result(contract, currency: "USD")?.suppliers.first?.source == .cache)
    }

    @Test func onlyWhatIsMissingIsAsked() throws {
        let gateway = try SimulatedGateway.alone(hotels: 4) { _, _ in .answer("") }
        _ = try result(gateway, hotels: [1, 2])
        _ = try result(gateway)
        #expect(
            gateway.transport.urls == [
                "https://alpha.test/search?alpha-1,alpha-2",
                "https://alpha.test/search?alpha-0,alpha-3",
            ])
    }

    @Test func beyondOurLimitCallsAreRefusedNotQueued() throws {
        let gateway = try SimulatedGateway.alone(
            hotels: 3,
            configure: {
                $0.limits.hotelsPerRequest = 1
                $0.limits.concurrency = 2
            }
        ) { _, _ in .answer(Self.line, after: .seconds(1)) }
        let summary = try result(gateway)
        #expect(summary?.suppliers.first?.state == .partial)
        #expect(summary?.suppliers.first?.code == .overloaded)
        #expect(gateway.transport.urls.count == 2)
        // The places are free again.
        #expect(try result(gateway, after: .seconds(1500))?.suppliers.first?.code == .overloaded)
        #expect(gateway.transport.urls.count == 4)
    }

    /// Our own refusal is no fault of the supplier's, wherever we notice that we are too busy.
    @Test func whatTheTransportIsTooBusyForIsOverload() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .overloaded }
        let status = try #require(try result(gateway)?.suppliers.first)
        #expect(status.state == .overloaded && status.code == .overloaded)
        #expect(status.code?.text == "OVERLOADED")
        #expect(status.phase == nil)
    }

    /// A search that ends while its call hangs says where the call hangs.
    @Test(arguments: [
        (Script.unreachable, CallPhase.connect), (.hang, .headers),
        (Script([.head(status: 200), .hang]), .body),
    ])
    func aSearchsEndTellsWhereItsCallStands(script: Script, phase: CallPhase) throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in script }
        var options = SearchOptions()
        options.timeout = .milliseconds(500)
        let status = try #require(try result(gateway, options)?.suppliers.first)
        #expect(status.state == .timeout && status.phase == phase)
    }

    @Test func aContractsCallsASecondAreKept() throws {
        let gateway = try SimulatedGateway.alone(
            hotels: 5,
            configure: {
                $0.limits.hotelsPerRequest = 1
                $0.limits.callsPerSecond = 3
            }
        ) { _, _ in .answer("") }
        let summary = try result(gateway)
        #expect(summary?.suppliers.first?.state == .overloaded)
        #expect(gateway.transport.urls.count == 3)
        _ = try result(gateway, after: .milliseconds(667))
        #expect(gateway.transport.urls.count == 5)
    }

    @Test func aHotelThatIsForgottenIsAskedAgain() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .answer(Self.line) }
        _ = try result(gateway)
        let alpha = try Sample.supplier("alpha")
        let code = try Sample.code("alpha-0")
        let apart = try Sample.stay("2027-01-13", "2027-01-14")
        gateway.service.forget(alpha, code, overlapping: apart)
        _ = try result(gateway)
        #expect(gateway.transport.urls.count == 1)
        let shared = try Sample.stay("2027-01-12", "2027-01-14")
        gateway.service.forget(alpha, code, overlapping: shared)
        _ = try result(gateway)
        #expect(gateway.transport.urls.last == "https://alpha.test/search?alpha-0")
    }

    @Test func whatWasAskedBeforeItWasForgottenIsNotKept() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer(Self.line, after: .seconds(1))
        }
        let request = try gateway.request()
        let alpha = try Sample.supplier("alpha")
        let code = try Sample.code("alpha-0")
        try gateway.simulation.run {
            let session = try? await gateway.service.start(request)
            await gateway.pause(.milliseconds(500))
            gateway.service.forget(alpha, code, overlapping: request.stay)
            _ = await session?.result()
        }
        #expect(try result(gateway)?.suppliers.first?.source == .live)
    }

    @Test func ourOwnRoomsStandBesideTheSuppliers() throws {
        let own = try Sample.offer("direct-0 own Double BB free EUR 90.00")
        let gateway = try SimulatedGateway.alone(
            hotels: 1, change: { $0.inventory = FixedInventory([own]) }
        ) { _, _ in .answer(Self.line, after: .milliseconds(100)) }
        let request = try gateway.request()
        let result = try gateway.simulation.run {
            await (try? gateway.service.start(request))?.result()
        }
        #expect(result?.summary.suppliers.map(\.supplier.text) == ["alpha", "direct"])
        #expect(result?.hotels.first?.offers.first?.supplier.text == "direct")
        #expect(result?.hotels.first?.offers.first?.alternates.map(\.supplier.text) == ["alpha"])
        #expect(result?.hotels.first?.offers.first?.quoteID != nil)
    }

    @Test func placesAndSuppliersNobodyKnowsAreRefused() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        var options = SearchOptions()
        options.suppliers = [try Sample.supplier("nobody"), try Sample.supplier("alpha")]
        let unknown = try Sample.supplier("nobody")
        #expect(
            try refusal(gateway, gateway.request(options: options)) == .unknownSuppliers([unknown]))
        let lost = try SimulatedGateway.alone(
            hotels: 1, change: { $0.places = FixedPlaces([]) }
        ) { _, _ in .hang }
        #expect(try refusal(lost, lost.request()) == .unknownPlace)
    }

    /// One typo among many: an answer that says nothing of it would say "nothing available".
    @Test func eachHotelNobodyKnowsIsNamed() throws {
        let gateway = try SimulatedGateway.alone(hotels: 2) { _, _ in .hang }
        let unknown = try ["hotel:9", "hotel:7"].map { try #require(HotelID($0)) }
        #expect(
            try refusal(gateway, gateway.request(hotels: [0, 9, 1, 7])) == .unknownHotels(unknown))
        #expect(gateway.transport.urls.isEmpty)
    }

    @Test func aPlaceIndexThatHangsHoldsNobodyLongerThanTheSearch() throws {
        let gateway = try SimulatedGateway.alone(
            hotels: 1, change: { $0.places = HangingPlaces() }
        ) { _, _ in .hang }
        #expect(try refusal(gateway, gateway.request()) == .overloaded)
        #expect(gateway.simulation.uptime() == Uptime(nanoseconds: 3_000_000_000))
    }

    @Test func searchesAreCountedAndLetGo() throws {
        var settings = SearchService.Settings()
        settings.mostSearches = 1
        let gateway = try SimulatedGateway.alone(hotels: 1, settings: settings) { _, _ in .hang }
        let request = try gateway.request()
        let refusals = try gateway.simulation.run {
            func isRefused() async -> Bool {
                do throws(SearchRefusal) {
                    try await gateway.service.start(request).leave()
                    return false
                } catch {
                    return error == .overloaded
                }
            }
            let first = try? await gateway.service.start(request)
            let whileItRuns = await isRefused()
            _ = await first?.result()
            return (whileItRuns, await isRefused(), await isRefused())
        }
        #expect(refusals == (true, false, false))
    }

    @Test func drainingRefusesSearchesAndWaitsForCalls() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            .answer(Self.line, after: .seconds(1))
        }
        let request = try gateway.request()
        let summary = try gateway.simulation.run {
            let session = try? await gateway.service.start(request)
            let later = gateway.simulation.uptime().advanced(by: .seconds(20))
            await gateway.service.drain(until: later)
            return await session?.result()?.summary
        }
        #expect(summary?.outcome == .complete)
        #expect(gateway.simulation.uptime() == Uptime(nanoseconds: 1_000_000_000))
        #expect(try refusal(gateway, request) == .draining)
    }

    @Test func drainingEndsAtItsDeadlineWhateverHangs() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in Script([.freeze]) }
        let request = try gateway.request()
        let summary = try gateway.simulation.run {
            let session = try? await gateway.service.start(request)
            let later = gateway.simulation.uptime().advanced(by: .seconds(1))
            await gateway.service.drain(until: later)
            return await session?.result()?.summary
        }
        #expect(summary?.suppliers.first?.state == .overloaded)
        #expect(summary?.suppliers.first?.code == .shuttingDown)
        #expect(gateway.simulation.uptime() == Uptime(nanoseconds: 1_000_000_000))
    }

    @Test func aSearchCutByTheGatewaysEndBlamesNoSupplier() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let request = try gateway.request()
        let (cut, late) = try gateway.simulation.run {
            let first = try? await gateway.service.start(request)
            first?.finish()
            let second = try? await gateway.service.start(request)
            return (await first?.result()?.summary, await second?.result()?.summary)
        }
        #expect(cut?.outcome == .noneAnswered)
        #expect(cut?.suppliers.map(\.code) == [.shuttingDown])
        #expect(cut?.suppliers.map(\.state) == [.overloaded])
        #expect(late?.suppliers.map(\.code) == [.failure(.timeout)])
    }
}

/// A place index that never answers.
private struct HangingPlaces: PlaceResolver {
    func place(_ id: PlaceID) async -> ResolvedPlace? {
        await withUnsafeContinuation { (_: UnsafeContinuation<ResolvedPlace?, Never>) in }
    }
}

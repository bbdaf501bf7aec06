import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// Equal searches at one time are one call, and whoever comes or goes changes nothing for others.
@Suite struct SharedCallTests {
    private func crowd(
        _ scene: CacheScene, _ count: Int,
        _ client: @escaping @Sendable (Int, SearchSession) async -> SearchSummary?
    ) throws -> [SearchSummary?] {
        let request = try scene.gateway.request()
        return try scene.gateway.simulation.run {
            await withTaskGroup(of: (Int, SearchSummary?).self) { group in
                for number in 0..<count {
                    group.addTask(executorPreference: scene.gateway.simulation) {
                        guard let session = try? await scene.gateway.service.start(request) else {
                            return (number, nil)
                        }
                        return (number, await client(number, session))
                    }
                }
                return await group.reduce(into: Array(repeating: nil, count: count)) {
                    $0[$1.0] = $1.1
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<5)
    func fiveHundredOnAColdCacheAreOneCallABatch(seed: UInt64) throws {
        let scene = try CacheScene(
            seed: seed, hotels: 10, configure: { $0.limits.hotelsPerRequest = 4 })
        let summaries = try crowd(scene, 500) { _, session in await session.result()?.summary }
        #expect(summaries.count { $0?.outcome == .complete } == 500)
        #expect(summaries.allSatisfy { $0?.counts.hotels == 10 })
        #expect(scene.calls == 3, "ten hotels, four a call")
    }

    @Test(arguments: UInt64(0)..<20)
    func theFirstOfAHundredLeavesAndNinetyNineAreAnswered(seed: UInt64) throws {
        let scene = try CacheScene(seed: seed, hotels: 3)
        scene.mood.set { $0.delay = .milliseconds(400) }
        let summaries = try crowd(scene, 100) { number, session in
            guard number == 0 else { return await session.result()?.summary }
            await scene.pause(.milliseconds(100))
            session.leave()
            return nil
        }
        #expect(summaries[0] == nil)
        #expect(summaries.dropFirst().allSatisfy { $0?.outcome == .complete })
        #expect(scene.calls == 1 && scene.gateway.transport.cancelled == 0)
    }

    /// Who started the call has no say in how long others wait, nor they in his.
    @Test func aWaiterKeepsItsOwnDeadline() throws {
        let scene = try CacheScene()
        scene.mood.set { $0.delay = .seconds(2) }
        @Sendable func start(_ milliseconds: Int) async throws -> (SupplierStatus?, Duration) {
            var options = SearchOptions()
            options.timeout = .milliseconds(milliseconds)
            let request = try scene.gateway.request(options: options)
            let began = scene.gateway.simulation.uptime()
            let status = await (try? scene.gateway.service.start(request))?.result()?.summary
                .suppliers.first
            return (status, began.duration(to: scene.gateway.simulation.uptime()))
        }
        let told = try scene.gateway.simulation.run {
            async let long = try? start(3_000)
            async let short = try? start(500)
            return [await short, await long]
        }
        #expect(told[0]?.0?.state == .timeout && told[0]?.1 == .milliseconds(500))
        #expect(told[1]?.0?.state == .ok && told[1]?.1 == .seconds(2))
        #expect(scene.calls == 1)
    }

    /// What is asked after a room was sold out does not listen to a call from before.
    @Test func nobodyJoinsACallThatIsOlderThanTheNews() throws {
        let scene = try CacheScene(hotels: 1)
        scene.mood.set { $0.delay = .seconds(1) }
        let request = try scene.gateway.request()
        let alpha = try #require(SupplierID("alpha"))
        let code = try #require(SupplierHotelCode("alpha-0"))
        let (first, second) = try scene.gateway.simulation.run {
            let before = try? await scene.gateway.service.start(request)
            await scene.pause(.milliseconds(500))
            scene.mood.set { $0.soldOut = ["alpha-0"] }
            scene.gateway.service.forget(alpha, code, overlapping: request.stay)
            await scene.pause(.milliseconds(1))
            let after = try? await scene.gateway.service.start(request)
            let second = await after?.result()
            return (await before?.result(), second)
        }
        #expect(first?.hotels.count == 1, "the one who asked before has what he asked for")
        #expect(second?.hotels.isEmpty == true && scene.calls == 2)
        // Nor is it kept.
        #expect(try scene.search().prices.isEmpty)
        #expect(scene.calls == 2)
    }
}

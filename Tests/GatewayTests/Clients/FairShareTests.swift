import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// One tenant's flood leaves room for the next.
@Suite struct FairShareTests {
    private func tenants(_ count: Int) throws -> [TenantID] {
        try (0..<count).map { try #require(TenantID("t\($0)")) }
    }

    @Test(arguments: [1, 2, 5, 9])
    func everyFloodLeavesAShare(floods: Int) throws {
        let all = try tenants(floods + 1)
        var share = FairShare(most: 1_000)
        // In turns, until nobody of them gets in any more.
        var counts = [Int](repeating: 0, count: floods)
        var isMoving = true
        while isMoving {
            isMoving = false
            for place in 0..<floods where share.enter(all[place], shares: true) == nil {
                counts[place] += 1
                isMoving = true
            }
        }
        let part = 1_000 / (floods + 1)
        #expect(counts.allSatisfy { abs($0 - part) <= 1 }, "\(counts)")
        #expect(share.enter(all[0], shares: true) == .share)
        // Whoever comes next gets in, again and again.
        var newcomer = 0
        while share.enter(all[floods], shares: true) == nil { newcomer += 1 }
        #expect(newcomer >= part / 2)
        #expect(share.underWay <= 1_000)
    }

    @Test func aloneItMayHaveAll() throws {
        let one = try tenants(1)[0]
        var share = FairShare(most: 3)
        #expect((0..<4).map { _ in share.enter(one, shares: false) } == [nil, nil, nil, .full])
        share.leave(one)
        #expect(share.enter(one, shares: false) == nil)
    }

    @Test func whatIsLetGoIsFreeAndNothingIsLetGoTwice() throws {
        let all = try tenants(2)
        var share = FairShare(most: 2)
        #expect(share.enter(all[0], shares: true) == nil)
        #expect(share.enter(all[0], shares: true) == .share)
        share.leave(all[1])
        #expect(share.underWay == 1)
        share.leave(all[0])
        share.leave(all[0])
        #expect(share.underWay == 0)
        #expect(FairShare(most: -1).most == 0)
        var none = FairShare(most: 0)
        #expect(none.enter(all[0], shares: true) == .full)
    }

    @Test func searchesAreSharedFairly() throws {
        var settings = SearchService.Settings()
        settings.mostSearches = 4
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let service = SearchService(
            roster: gateway.roster, health: gateway.health, settings: settings,
            ports: gateway.ports, desk: gateway.desk,
            isShared: { true })
        let (flood, other) = (try gateway.request(), try gateway.request(tenant: "other"))
        let outcomes = try gateway.simulation.run {
            func start(_ request: SearchRequest) async -> (SearchSession?, SearchRefusal?) {
                do throws(SearchRefusal) {
                    return (try await service.start(request), nil)
                } catch {
                    return (nil, error)
                }
            }
            let first = await start(flood)
            // A session that is let go leaves its search, so they are kept.
            let rest = [await start(flood), await start(flood)]
            let guest = await start(other)
            first.0?.leave()
            let after = await start(flood)
            defer { for session in rest + [guest, after] { session.0?.leave() } }
            return (rest.map(\.1), guest.1, after.1)
        }
        #expect(outcomes.0 == [nil, .overShare])
        #expect(outcomes.1 == nil)
        #expect(outcomes.2 == nil, "what it let go it may have again")
    }
}

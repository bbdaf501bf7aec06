import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Who is asked about which hotels, who is not and why.
@Suite struct SearchPlannerTests {
    /// Hotels 0 to 4; `alpha` lists the even ones.
    private func line(
        rooms: [String] = ["2"], restrictedTo: [String] = [], enabled: Bool = true,
        _ configure: (inout SupplierManifest) -> Void = { _ in }
    ) throws -> SearchPlan.Line {
        var account = try #require(SimulatedGateway.Account("alpha", hotels: [0, 2, 4]))
        configure(&account.manifest)
        account.enabled = enabled
        let gateway = try SimulatedGateway(seed: 1, accounts: [account], hotels: 5) { _, _ in .hang
        }
        var options = SearchOptions()
        options.suppliers = try restrictedTo.map { try Sample.supplier($0) }
        let request = try gateway.request(options: options, rooms: rooms)
        let planner = SearchPlanner(
            roster: gateway.roster, inventory: nil, catalogue: gateway.ports.catalogue,
            disabled: gateway.health.disabled)
        let centre = try #require(GeoPoint(latitude: 38.7, longitude: -9.1))
        let plan = planner.plan(
            request, area: .circle(centre: centre, radiusKilometres: 5),
            today: try #require(CivilDate("2027-01-01")))
        #expect(plan.hotels.count == 5 && plan.lines.count == 1)
        #expect(plan.centre == centre)
        return try #require(plan.lines.first)
    }

    @Test func codesAreAscendingAndPointToTheirHotels() throws {
        let line = try line()
        #expect(line.skipped == nil)
        #expect(line.codes.map(\.code.text) == ["alpha-0", "alpha-2", "alpha-4"])
        #expect(line.codes.map(\.hotel) == [0, 2, 4])
    }

    @Test func eachReasonToSkip() throws {
        #expect(try line(restrictedTo: ["beta"]).skipped == .notAsked)
        #expect(try line(restrictedTo: ["alpha"]).skipped == nil)
        #expect(try line(enabled: false).skipped == .disabled)
        #expect(try line(rooms: ["2", "2"]) { $0.limits.rooms = 1 }.skipped == .tooManyRooms)
        #expect(try line { $0.limits.nights = 1 }.skipped == .tooManyNights)
        #expect(try line { $0.limits.daysAhead = 9 }.skipped == .tooFarAhead)
        #expect(try line { $0.limits.daysAhead = 10 }.skipped == nil)
        #expect(
            try line(rooms: ["2-13"]) { $0.limits.oldestChild = 12 }.skipped == .unsupportedAges)
        #expect(try line(rooms: ["2-12"]) { $0.limits.oldestChild = 12 }.skipped == nil)
    }

    @Test func aSupplierThatListsNoneOfTheHotelsIsNotCovered() throws {
        let account = try #require(SimulatedGateway.Account("alpha", hotels: []))
        let gateway = try SimulatedGateway(seed: 1, accounts: [account], hotels: 2) { _, _ in .hang
        }
        let request = try gateway.request()
        let result = try gateway.simulation.run {
            await (try? gateway.service.start(request))?.result()
        }
        #expect(result?.summary.suppliers.first?.code == .skipped(.notCovered))
        #expect(result?.summary.outcome == .complete)
    }

    @Test(arguments: [
        (0, 3, []), (1, 3, [1]), (3, 3, [3]), (4, 3, [3, 1]), (5, 0, [1, 1, 1, 1, 1]),
    ])
    func batches(count: Int, limit: Int, sizes: [Int]) throws {
        let codes = try (0..<count).map { try Sample.code("c\($0)") }
        let batches = SearchPlanner.batches(codes, limit: limit)
        #expect(batches.map(\.count) == sizes)
        #expect(batches.flatMap { $0 } == codes)
    }
}

import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// Many clients of one gateway who come, wait and leave as they please.
@Suite struct RandomCrowdTests {
    /// What one client saw of its search.
    private enum Fate: Sendable {
        case left
        case done(after: Duration, SearchSummary)
        case refused
        case unfinished
    }

    /// What one client does.
    private struct Plan: Sendable {
        let comesAfter: Duration
        let hotels: [Int]
        let options: SearchOptions
        /// Leaves after this many events, if it is below zero never.
        let leavesAfter: Int
    }

    @Test(arguments: UInt64(1_000)..<1_080)
    func whoStaysIsAnsweredInTimeAndNothingIsLeftBehind(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        let gateway = try world.gateway()
        var dice = SplitMix(seed: seed ^ 0xC0FFEE)
        let plans = (0..<12).map { _ in plan(world, &dice) }
        let fates = try gateway.simulation.run {
            await withTaskGroup(of: Fate.self) { group in
                for plan in plans {
                    group.addTask(executorPreference: gateway.simulation) {
                        await carryOut(plan, gateway)
                    }
                }
                return await group.reduce(into: [Fate]()) { $0.append($1) }
            }
        }
        #expect(fates.count == plans.count)
        for fate in fates {
            switch fate {
            case .left: break
            case .done(let after, let summary):
                #expect(after <= .milliseconds(world.timeout))
                #expect(summary.suppliers.count == world.houses.count)
            case .refused, .unfinished: Issue.record("\(fate)")
            }
        }
        // No call outlives the longest hard timeout, and the driver's wait for a last word.
        try gateway.simulation.run {
            let later = gateway.simulation.uptime().advanced(by: .milliseconds(6_100))
            try? await gateway.simulation.sleep(until: later)
        }
        #expect(gateway.service.callsUnderWay == 0)
        let frozen = gateway.transport.urls.count { world.temper(of: $0) == .frozen }
        #expect(gateway.transport.running == frozen)
    }

    @Test(arguments: UInt64(2_000)..<2_040)
    func whenEverybodyLeavesEveryCallIsCancelledAtOnce(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        let gateway = try world.gateway()
        let request = try gateway.request()
        try gateway.simulation.run {
            var sessions: [SearchSession] = []
            for _ in 0..<5 {
                if let session = try? await gateway.service.start(request) {
                    sessions.append(session)
                }
            }
            await pause(gateway, .milliseconds(150))
            for session in sessions { session.leave() }
            await pause(gateway, .milliseconds(1))
        }
        #expect(gateway.service.callsUnderWay == 0)
        let frozen = gateway.transport.urls.count { world.temper(of: $0) == .frozen }
        #expect(gateway.transport.running == frozen)
    }

    private func plan(_ world: RandomWorld, _ dice: inout SplitMix) -> Plan {
        var options = SearchOptions()
        options.timeout = .milliseconds(world.timeout)
        if dice.chance(30) { options.maxAge = .zero }
        let first = dice.number(in: 0...(world.hotels - 1))
        return Plan(
            comesAfter: .milliseconds(dice.number(in: 0...6_000)),
            hotels: Array(first..<world.hotels), options: options,
            leavesAfter: dice.chance(40) ? dice.number(in: 0...3) : -1)
    }
}

private func pause(_ gateway: SimulatedGateway, _ duration: Duration) async {
    let later = gateway.simulation.uptime().advanced(by: duration)
    try? await gateway.simulation.sleep(until: later)
}

extension RandomCrowdTests {
    private func carryOut(_ plan: Plan, _ gateway: SimulatedGateway) async -> Fate {
        await pause(gateway, plan.comesAfter)
        let began = gateway.simulation.uptime()
        guard let request = try? gateway.request(options: plan.options, hotels: plan.hotels),
            let session = try? await gateway.service.start(request)
        else { return .refused }
        var told = 0
        while told != plan.leavesAfter {
            guard let event = await session.next() else { return .unfinished }
            told += 1
            if case .done(let summary) = event {
                return .done(after: began.duration(to: gateway.simulation.uptime()), summary)
            }
        }
        session.leave()
        return await session.next() == nil ? .left : .unfinished
    }
}

import Testing

@testable import GatewayTesting

/// Ten thousand worlds are lived through one after another: each has to go when it is over.
@Suite struct WorldEndTests {
    @Test func aWorldThatIsOverIsGone() throws {
        weak var gone: WorldGround?
        do {
            let world = try WorldGround(WorldPlan(seed: 1), fault: nil, keepsLines: false)
            gone = world
            let hasStarted = try world.clock.run { (try? await world.start(0)) != nil }
            #expect(hasStarted && world.processes.count == 1)
            try world.clock.run {
                for process in world.processes { await process.bury(at: world.clock.uptime()) }
            }
            try world.clock.exhaust()
            world.forget()
        }
        #expect(gone == nil)
    }
}

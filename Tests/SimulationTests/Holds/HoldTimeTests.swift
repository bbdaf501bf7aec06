import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@Suite("Holds and clocks")
struct HoldTimeTests {
    private static let twoDays = 2 * 86_400

    @Test(
        "Within one boot a jump of the wall neither ends nor prolongs a hold",
        arguments: [twoDays, -twoDays, 10 * twoDays, -10 * twoDays])
    func jump(seconds: Int) throws {
        let scene = try HoldScene(HoldScene.Supplier(retrieve: { _ in .answer("held H1") }))
        let (left, replayed, states) = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                _ = await scene.desk.place(request, waitFor: .seconds(10))
                scene.gateway.simulation.setWall(by: .seconds(seconds))
                try await scene.letPass(.seconds(590))
                let view = try await scene.desk.hold(request.key, of: request.tenant)
                let again = await scene.desk.place(request, waitFor: .seconds(10))
                try await scene.letPass(.seconds(15))
                let id = try #require(view?.record.id)
                return (view?.expiresIn, again, scene.ledger.states(of: id))
            }
        }
        #expect(left == .seconds(10))
        #expect(replayed.view?.expiresIn == .seconds(10), "a replay counts anew")
        #expect(states == [.pending, .held, .expired])
        #expect(scene.ledger.rows.map(\.stage) == [.settled])
    }

    @Test("After a reboot the wall decides", arguments: [(500, HoldState.held), (600, .expired)])
    func reboot(seconds: Int, state: HoldState) throws {
        let scene = try HoldScene()
        let view = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(10))
            try await scene.letPass(.seconds(seconds))
            var ports = scene.gateway.ports
            ports.environment.boot = "after the reboot"
            let next = HoldScene.desk(
                scene.gateway, scene.ledger, ports: ports, tenure: try .fixed(epoch: 2))
            return try await next.hold(request.key, of: request.tenant)
        }
        #expect(view?.state == state)
        #expect(view?.expiresIn == .seconds(600 - seconds))
    }

    @Test("A jump of the wall takes no hold from the owner that works on it")
    func leases() throws {
        let two = try TwoGatewaysScene(
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .seconds(50)) }))
        let told = try two.run { two in
            let request = try two.scene.request(try await two.scene.quote())
            let client = two.ask(request)
            try await two.scene.letPass(.seconds(5))
            two.scene.gateway.simulation.setWall(by: .seconds(Self.twoDays))
            _ = await client.value
            try await two.scene.letPass(.seconds(60))
            return try await two.first.hold(request.key, of: request.tenant)?.state
        }
        #expect(told == .held)
        #expect(two.scene.calls("retrieve") == 0)
    }

    @Test("A process that stood still past the deadline shows its hold as over at once")
    func frozen() throws {
        let two = try TwoGatewaysScene(HoldScene.Supplier(retrieve: { _ in .answer("held H1") }))
        let (state, left) = try two.run { two in
            let request = try two.scene.request(try await two.scene.quote())
            _ = await two.ask(request).value
            two.process.freeze()
            try await two.scene.letPass(.seconds(601))
            two.process.thaw()
            let view = try await two.first.hold(request.key, of: request.tenant)
            try await two.scene.letPass(.seconds(5))
            return (view?.state, view?.expiresIn)
        }
        #expect(state == .expired)
        #expect(left == .zero)
        #expect(two.scene.ledger.rows.map(\.stage) == [.settled])
        #expect(two.scene.calls("release") == 1)
    }
}

import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@Suite("Who works on a hold")
struct HoldOwnershipTests {
    @Test(
        "A gateway frozen for 90 s while it holds loses the hold to another, and writes no more",
        arguments: 0..<20 as Range<UInt64>)
    func frozen(seed: UInt64) throws {
        let two = try TwoGatewaysScene(
            seed: seed,
            HoldScene.Supplier(
                hold: { _ in .answer("held H1", after: .seconds(2)) },
                retrieve: { _ in .answer("held H1") }))
        let (told, states, row) = try two.run { two in
            let request = try two.scene.request(try await two.scene.quote())
            let client = two.ask(request)
            try await two.scene.letPass(.seconds(1))
            #expect(two.scene.ledger.rows.map(\.stage) == [.keeping])
            two.process.freeze()
            try await two.scene.letPass(.seconds(90))
            let settled = try #require(two.scene.ledger.rows.first)
            #expect(settled.state == .held)
            two.process.thaw()
            let told = await client.value
            try await two.scene.letPass(.seconds(5))
            let row = try #require(two.scene.ledger.rows.first)
            #expect(row == settled, "the late write was refused")
            return (told, two.scene.ledger.states(of: row.id), row)
        }
        #expect(told == "HELD", "its client is told what the other gateway settled")
        #expect(states == [.pending, .held])
        #expect(two.scene.calls("hold") == 1)
        let notes = two.scene.ledger.entries(of: row.id)
        #expect(notes.contains { $0.kind == .takenOver && $0.actor == "gateway b/1" })
    }

    @Test("A gateway frozen before it asks the supplier does not ask once it is thawed")
    func frozenBeforeAsking() throws {
        let two = try TwoGatewaysScene(
            HoldScene.Supplier(
                revalidate: { _ in .answer(HoldScene.offer, after: .seconds(1)) },
                retrieve: { _ in .answer("held H2") }))
        let row = try two.run { two in
            let request = try two.scene.request(try await two.scene.quote())
            let client = two.ask(request)
            try await two.scene.letPass(.milliseconds(500))
            two.process.freeze()
            try await two.scene.letPass(.seconds(90))
            two.process.thaw()
            _ = await client.value
            try await two.scene.letPass(.seconds(5))
            return try #require(two.scene.ledger.rows.first)
        }
        #expect(row.state == .held, "the other gateway asked for it")
        #expect(two.scene.calls("hold") == 1)
    }

    @Test("A hold of a living gateway is left to it, and its client is told that it is pending")
    func living() throws {
        let two = try TwoGatewaysScene(
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .seconds(50)) }))
        let (told, later) = try two.run { two in
            let request = try two.scene.request(try await two.scene.quote())
            let client = two.ask(request)
            try await two.scene.letPass(.seconds(40))
            #expect(two.scene.ledger.rows.first?.lease?.owner.node == "a")
            let told = await two.second.place(request, waitFor: .seconds(1)).told
            _ = await client.value
            try await two.scene.letPass(.seconds(15))
            let later = try await two.second.hold(request.key, of: request.tenant)
            return (told, later?.state)
        }
        #expect(told == "again PENDING")
        #expect(later == .held)
        #expect(two.scene.calls("hold") == 1)
        #expect(two.scene.calls("retrieve") == 0, "nobody doubted it")
    }

    @Test(
        "Of two gateways asked for a hold whose owner is gone one goes on with it, the other waits",
        arguments: 0..<20 as Range<UInt64>)
    func oneTakesOver(seed: UInt64) throws {
        let two = try TwoGatewaysScene(
            seed: seed,
            HoldScene.Supplier(
                revalidate: {
                    $0 == 1 ? .hang : .answer(HoldScene.offer, after: .milliseconds(100))
                },
                retrieve: { _ in .answer("held H1") }))
        let third = HoldScene.desk(
            two.scene.gateway, two.scene.ledger, tenure: try .fixed(node: "c"))
        // No sweep: only the clients' requests can take it over.
        let (told, row) = try two.scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let client = two.ask(request)
            try await scene.letPass(.milliseconds(500))
            two.process.freeze()
            try await scene.letPass(.seconds(31))
            async let one = two.second.place(request, waitFor: .seconds(10)).told
            async let other = third.place(request, waitFor: .seconds(10)).told
            let told = await [one, other]
            two.process.thaw()
            _ = await client.value
            return (told, try #require(scene.ledger.rows.first))
        }
        #expect(told.contains("again HELD"))
        #expect(told.allSatisfy { ["again HELD", "again PENDING"].contains($0) }, "\(told)")
        #expect(row.state == .held)
        #expect(two.scene.calls("hold") == 1)
        #expect(two.scene.calls("revalidate") == 2, "the first one's, and one more")
        let notes = two.scene.ledger.entries(of: row.id)
        #expect(notes.count { $0.kind == .takenOver } == 1)
    }

    @Test("A hold that another gateway announced stays to be found, though nothing was done")
    func announcedElsewhere() throws {
        let two = try TwoGatewaysScene(
            HoldScene.Supplier(
                revalidate: { _ in .answer(HoldScene.offer, after: .seconds(3)) },
                hold: { _ in .answer("refused") }))
        let view = try two.run { two in
            let request = try two.scene.request(try await two.scene.quote())
            let client = two.ask(request)
            try await two.scene.letPass(.seconds(1))
            let seen = try #require(try await two.second.hold(request.key, of: request.tenant))
            _ = await client.value
            return try await two.second.hold(seen.record.id, of: request.tenant)
        }
        #expect(view?.state == .refused)
    }

    @Test("The start after a crash takes over at once, another node only when the lease is over")
    func takeover() throws {
        let scene = try HoldScene(HoldScene.Supplier(hold: { _ in .hang }))
        let (other, next) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(1))
            await scene.desk.drain(until: scene.gateway.simulation.uptime())
            let row = try #require(scene.ledger.rows.first)
            let now = scene.gateway.ports.environment.stamp()
            func lease(_ node: String, _ epoch: Int64) -> HoldLease {
                HoldLease(
                    owner: HoldOwner(node: node, epoch: epoch),
                    until: now.advanced(by: .seconds(30)))
            }
            let other = try await scene.ledger.take(row.id, by: lease("2", 9), at: now)
            let next = try await scene.ledger.take(row.id, by: lease("1", 2), at: now)
            return (other, next)
        }
        #expect(other == nil)
        #expect(next?.lease?.owner == HoldOwner(node: "1", epoch: 2))
        #expect(next?.version == 2, "a takeover is no change of the hold")
    }

    @Test(
        "An owner whose lease is over sends nothing that may keep a room, and its row waits for another"
    )
    func leaseOver() throws {
        var settings = HoldDesk.Settings()
        settings.lease = .zero
        let scene = try HoldScene(settings: settings)
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            return await scene.desk.place(request, waitFor: .seconds(10)).told
        }
        #expect(told == "PENDING")
        #expect(scene.calls("hold") == 0)
        #expect(scene.ledger.rows.map(\.stage) == [.keeping])
    }
}

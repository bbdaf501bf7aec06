import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@Suite("Holds in doubt, repeated, given back and over")
struct HoldSettlementTests {
    private let tenant = TenantID("demo")

    @Test("A lost answer is looked up until the supplier says what it keeps; nothing is sent twice")
    func settledByLookUp() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { _ in .reset(after: "") },
                retrieve: { $0 < 3 ? .answer("none") : .answer("held H7") }))
        let (first, later) = try scene.run { scene in
            let outcome = await scene.desk.place(
                try scene.request(try await scene.quote()), waitFor: .seconds(10))
            let id = try #require(outcome.view).record.id
            try await scene.letPass(.seconds(31))
            return (outcome.told, try await scene.desk.hold(id, of: try #require(self.tenant)))
        }
        #expect(first == "PENDING")
        #expect(later?.state == .held)
        #expect(later?.record.supplierHold?.reference.text == "H7")
        #expect(scene.calls("hold") == 1)
        #expect(scene.calls("retrieve") == 3)
    }

    @Test(
        "What is never found is refused once it would have been indexed, and judged anew when repeated"
    )
    func neverFound() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { $0 == 1 ? .reset(after: "") : .answer("held H2") }))
        let (states, again) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let outcome = await scene.desk.place(request, waitFor: .seconds(10))
            let id = try #require(outcome.view).record.id
            try await scene.sweeping(scene.desk) { try await scene.letPass(.seconds(200)) }
            let again = await scene.desk.place(request, waitFor: .seconds(10))
            return (scene.ledger.states(of: id), again)
        }
        #expect(states == [.pending, .refused])
        #expect(again.told == "HELD")
        let references = Set(
            scene.gateway.transport.urls.filter { $0.contains("/hold?") }
                .compactMap { $0.split(separator: "?").last })
        #expect(references.count == 1, "both attempts went out under one reference")
    }

    @Test("The same key again gives the same hold; another body or another key does not")
    func replay() throws {
        let scene = try HoldScene()
        let told = try scene.run { scene in
            let quote = try await scene.quote()
            let first = await scene.desk.place(try scene.request(quote), waitFor: .seconds(10))
            let again = await scene.desk.place(try scene.request(quote), waitFor: .seconds(10))
            let other = await scene.desk.place(
                try scene.request(quote) { $0.buyer = "b" }, waitFor: .seconds(10))
            let rival = await scene.desk.place(
                try scene.request(quote, key: "k2"), waitFor: .seconds(10))
            #expect(first.view?.record.id == again.view?.record.id)
            return [first.told, again.told, other.told, rival.told]
        }
        #expect(told == ["HELD", "again HELD", "keyReused", "quoteAlreadyHeld"])
        #expect(scene.calls("hold") == 1)
    }

    @Test("A stored refusal is told again byte for byte")
    func storedRefusal() throws {
        let scene = try HoldScene(HoldScene.Supplier(revalidate: { _ in .answer("gone") }))
        let (first, again) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let first = await scene.desk.place(request, waitFor: .seconds(10))
            try await scene.letPass(.seconds(3600))
            return (first, await scene.desk.place(request, waitFor: .seconds(10)))
        }
        #expect(first.told == "SOLD_OUT")
        #expect(again.told == "again SOLD_OUT")
        #expect(first.refusal?.body == again.refusal?.body)
        #expect(scene.calls("revalidate") == 1)
    }

    @Test(
        "Twenty at once with one key: one hold at the supplier, whatever the order",
        arguments: 0..<40 as Range<UInt64>)
    func oneKeyAtOnce(seed: UInt64) throws {
        let scene = try HoldScene(
            seed: seed,
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .milliseconds(300)) }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            return await withTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask { await scene.desk.place(request, waitFor: .seconds(10)).told }
                }
                return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
        }
        #expect(scene.calls("hold") == 1)
        #expect(told["HELD"] == 1)
        #expect(Set(told.keys).isSubset(of: ["HELD", "inProgress", "again HELD", "again PENDING"]))
    }

    @Test("A client that leaves cancels nothing")
    func clientLeaves() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .seconds(2)) }))
        let view = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let client = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.place(request, waitFor: .seconds(10))
            }
            try await scene.letPass(.seconds(1))
            client.cancel()
            _ = await client.value
            try await scene.letPass(.seconds(2))
            return try await scene.desk.hold(request.key, of: request.tenant)
        }
        #expect(view?.state == .held)
    }

    @Test("A hold ends at its deadline without its client, and the supplier is told")
    func expiry() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                retrieve: { _ in .answer("held H1") },
                release: { $0 < 3 ? .answer("", status: 503) : .answer("released") }))
        let (states, late) = try scene.run { scene in
            let sweeper = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.sweep()
            }
            let outcome = await scene.desk.place(
                try scene.request(try await scene.quote()), waitFor: .seconds(10))
            let record = try #require(outcome.view).record
            try await scene.letPass(.seconds(620))
            sweeper.cancel()
            return (
                scene.ledger.states(of: record.id),
                try await scene.desk.release(record.id, of: record.tenant)
            )
        }
        #expect(states == [.pending, .held, .expired])
        #expect(late == .ended(.expired))
        #expect(scene.calls("release") == 3)
        #expect(scene.ledger.rows.map(\.stage) == [.settled])
    }

    @Test("A release ends the hold at once and is told to the supplier once")
    func release() throws {
        let scene = try HoldScene()
        let releases = try scene.run { scene in
            let outcome = await scene.desk.place(
                try scene.request(try await scene.quote()), waitFor: .seconds(10))
            let record = try #require(outcome.view).record
            let other = try #require(TenantID("other"))
            var releases = [try await scene.desk.release(record.id, of: other)]
            for _ in 0..<3 {
                releases.append(try await scene.desk.release(record.id, of: record.tenant))
            }
            try await scene.letPass(.seconds(5))
            return releases
        }
        #expect(releases == [.unknown, .released, .released, .released])
        #expect(scene.calls("release") == 1)
    }

    @Test("A crash after the supplier was asked is settled by a look-up, not by asking again")
    func restart() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { _ in .hang }, retrieve: { _ in .answer("held H5") }))
        let view = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let lost = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.place(request, waitFor: .seconds(1))
            }
            _ = await lost.value
            #expect(scene.ledger.rows.map(\.stage) == [.keeping])
            await scene.desk.drain(until: scene.gateway.simulation.uptime())
            let again = try scene.restarted()
            let sweeper = Task(executorPreference: scene.gateway.simulation) {
                await again.sweep()
            }
            try await scene.letPass(.seconds(3))
            sweeper.cancel()
            return try await again.hold(request.key, of: request.tenant)
        }
        #expect(view?.state == .held)
        #expect(scene.calls("hold") == 1)
    }

    @Test("A ledger that cannot write when the supplier has granted is waited for")
    func ledgerRecovers() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .seconds(1)) }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let waiting = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.place(request, waitFor: .seconds(10)).told
            }
            try await scene.letPass(.milliseconds(500))
            scene.ledger.fail(.busy, next: 3)
            return await waiting.value
        }
        #expect(told == "HELD")
    }

    @Test(
        "Our last room goes to one of twenty, and comes back when its hold is over",
        arguments: 0..<20 as Range<UInt64>)
    func ownInventory(seed: UInt64) throws {
        let scene = try OwnRoomScene(seed: seed)
        let (told, after) = try scene.run()
        #expect(told == ["HELD": 1, "SOLD_OUT": 19])
        #expect(after == 1)
    }
}

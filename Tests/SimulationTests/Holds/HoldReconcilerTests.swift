import Gateway
import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@Suite("Holds that need something, until nothing is left")
struct HoldReconcilerTests {
    /// Keeps the last backlog it was told, and every kind that was ever above zero.
    private final class Gauges: GatewayObserver {
        let last = Mutex(HoldBacklog())
        let seen = Mutex<Set<HoldBacklog.Kind>>([])

        func note(_ event: GatewayObservation) {
            guard case .holdsLeft(let backlog) = event else { return }
            last.withLock { $0 = backlog }
            seen.withLock { $0.formUnion(backlog.counts.filter { $0.value > 0 }.keys) }
        }

        var isZero: Bool { last.withLock { $0.counts.allSatisfy { $0.value == 0 } } }
    }

    private func scene(
        settings: HoldDesk.Settings = .init(), _ supplier: HoldScene.Supplier
    ) throws -> (HoldScene, Gauges) {
        let gauges = Gauges()
        let scene = try HoldScene(
            settings: settings, change: { $0.observer = gauges }, supplier)
        return (scene, gauges)
    }

    @Test("A room that turns up after its hold was refused is given back")
    func keptThere() throws {
        let (scene, gauges) = try scene(
            HoldScene.Supplier(
                hold: { _ in .reset(after: "") },
                // Not indexed until long after the doubt was over.
                retrieve: { $0 < 8 ? .answer("none") : .answer("held H9") }))
        let row = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                _ = await scene.desk.place(request, waitFor: .seconds(10))
                try await scene.letPass(.seconds(2400))
                return try #require(scene.ledger.rows.first)
            }
        }
        #expect(row.state == .refused && row.stage == .settled)
        #expect(row.supplierHold?.reference.text == "H9")
        #expect(scene.calls("release") == 1)
        #expect(gauges.isZero)
        #expect(gauges.seen.withLock { $0 }.isSuperset(of: [.pending, .watched]))
    }

    @Test(
        "A room the supplier lets go before its time ends its hold, and the client can see who did",
        arguments: ["ended", "none"])
    func goneThere(word: String) throws {
        let (scene, gauges) = try scene(HoldScene.Supplier(retrieve: { _ in .answer(word) }))
        let (before, after) = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                let view = try #require(
                    await scene.desk.place(request, waitFor: .seconds(10)).view)
                try await scene.letPass(.seconds(299))
                let before = try await scene.desk.hold(view.record.id, of: request.tenant)
                try await scene.letPass(.seconds(40))
                let after = try await scene.desk.hold(view.record.id, of: request.tenant)
                return (before, after)
            }
        }
        #expect(before?.state == .held)
        #expect(after?.state == .released)
        #expect(after?.record.endedBy == .supplier)
        #expect(after?.record.stage == .settled)
        #expect(scene.calls("release") == (word == "none" ? 1 : 0))
        #expect(gauges.isZero)
    }

    @Test(
        "A room that is there at half its life is kept to its end, and one that cannot be asked for too"
    )
    func stillThere() throws {
        for word in [Script.answer("held H1"), .refused] {
            let (scene, gauges) = try scene(HoldScene.Supplier(retrieve: { _ in word }))
            let states = try scene.run { scene in
                try await scene.sweeping(scene.desk) {
                    let request = try scene.request(try await scene.quote())
                    _ = await scene.desk.place(request, waitFor: .seconds(10))
                    try await scene.letPass(.seconds(599))
                    let row = try #require(scene.ledger.rows.first)
                    #expect(row.state == .held)
                    try await scene.letPass(.seconds(10))
                    return scene.ledger.states(of: row.id)
                }
            }
            #expect(states == [.pending, .held, .expired])
            #expect(scene.calls("retrieve") >= 1)
            #expect(gauges.isZero)
        }
    }

    @Test("What a crash leaves behind is abandoned for a second, then taken over")
    func abandoned() throws {
        let (scene, gauges) = try scene(
            HoldScene.Supplier(hold: { _ in .hang }, retrieve: { _ in .answer("held H5") }))
        try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(1))
            await scene.desk.drain(until: scene.gateway.simulation.uptime())
            let next = try scene.restarted()
            try await scene.sweeping(next) {
                try await scene.letPass(.milliseconds(100))
                #expect(gauges.last.withLock { $0[.abandoned] } == 1)
                try await scene.letPass(.seconds(3))
            }
        }
        #expect(scene.ledger.rows.map(\.state) == [.held])
        #expect(gauges.isZero)
    }

    @Test(
        "A deadline that passed while nothing ran is written down and given back at the next start")
    func overdue() throws {
        let (scene, gauges) = try scene(HoldScene.Supplier(retrieve: { _ in .answer("held H1") }))
        let (seen, row) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(10))
            try await scene.letPass(.seconds(700))
            let next = try scene.restarted()
            let seen = try await next.hold(request.key, of: request.tenant)
            try await scene.sweeping(next) { try await scene.letPass(.seconds(5)) }
            return (seen, try #require(scene.ledger.rows.first))
        }
        #expect(seen?.state == .expired, "judged when read")
        #expect(seen?.expiresIn == .zero)
        #expect(row.state == .expired && row.stage == .settled)
        #expect(gauges.seen.withLock { $0.contains(.overdue) } && gauges.isZero)
    }

    @Test("A release the supplier does not confirm is counted until it does")
    func releasing() throws {
        let (scene, gauges) = try scene(
            HoldScene.Supplier(release: { $0 < 4 ? .refused : .answer("released") }))
        try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                let view = try #require(
                    await scene.desk.place(request, waitFor: .seconds(10)).view)
                _ = try await scene.desk.release(view.record.id, of: request.tenant)
                try await scene.letPass(.seconds(3))
                #expect(gauges.last.withLock { $0[.releasing] } == 1)
                try await scene.letPass(.seconds(60))
            }
        }
        #expect(gauges.isZero)
    }
}

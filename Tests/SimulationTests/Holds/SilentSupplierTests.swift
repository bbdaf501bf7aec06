import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@testable import Gateway

@Suite("Suppliers that are silent or gone, and everybody else")
struct SilentSupplierTests {
    /// Something that changes in the middle of a test.
    private final class Switch: Sendable {
        private let state = Mutex(false)

        var isOn: Bool { state.withLock { $0 } }

        func turnOn() { state.withLock { $0 = true } }
    }

    @Test("Releases that nobody confirms keep no end from being written and no client from a hold")
    func silent() throws {
        let isBack = Switch()
        var settings = HoldDesk.Settings()
        settings.mostRunning = 2
        let scene = try HoldScene(
            settings: settings,
            HoldScene.Supplier(
                retrieve: { _ in .answer("held H1") },
                release: { _ in isBack.isOn ? .answer("released") : .refused }))
        let holds = 140
        try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                for number in 0..<holds {
                    let request = try scene.request(
                        try await scene.quote(), key: "k\(number)")
                    let told = await scene.desk.place(request, waitFor: .seconds(10)).told
                    #expect(told == "HELD")
                    try await scene.letPass(.milliseconds(10))
                }
                try await scene.letPass(.seconds(605))
                #expect(scene.ledger.rows.allSatisfy { $0.state == .expired })
                let under = scene.desk.running
                #expect(under > 0 && under <= 128, "\(under) runs for one supplier")
                let request = try scene.request(try await scene.quote(), key: "late")
                let told = await scene.desk.place(request, waitFor: .seconds(10)).told
                #expect(told == "HELD", "others are served meanwhile")
                try await scene.letPass(.seconds(120))
                #expect(scene.desk.running <= 128)
                isBack.turnOn()
                try await scene.letPass(.seconds(400))
                let left = scene.ledger.rows.filter { $0.stage == .releasing }
                #expect(left.isEmpty, "\(left.count) are still to be given back")
            }
        }
    }

    @Test("Long waits of a release are no runs, and end when their time has come")
    func longWaits() throws {
        let isBack = Switch()
        let scene = try HoldScene(
            HoldScene.Supplier(release: { _ in isBack.isOn ? .answer("released") : .refused }))
        try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                let view = try #require(
                    await scene.desk.place(request, waitFor: .seconds(10)).view)
                _ = try await scene.desk.release(view.record.id, of: request.tenant)
                try await scene.letPass(.seconds(100))
                #expect(scene.desk.running == 0)
                #expect(scene.calls("release") == 7, "after 0, 1, 3, 7, 15, 31 and 63 s")
                isBack.turnOn()
                try await scene.letPass(.seconds(40))
                #expect(scene.calls("release") == 8)
                #expect(scene.ledger.rows.map(\.stage) == [.settled])
            }
        }
    }

    @Test("A supplier that is no longer configured has confirmed nothing")
    func gone() throws {
        let scene = try HoldScene()
        try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let view = try #require(await scene.desk.place(request, waitFor: .seconds(10)).view)
            let without = HoldDesk(
                ports: scene.gateway.ports, roster: try SupplierRoster([]),
                health: scene.gateway.health,
                quotes: scene.gateway.desk, ledger: scene.ledger, tenure: try .fixed(epoch: 2),
                bodies: NoBodies(), settings: .init(), onRoomChange: { _ in })
            _ = try await without.release(view.record.id, of: request.tenant)
            try await scene.sweeping(without) { try await scene.letPass(.seconds(500)) }
            #expect(scene.ledger.rows.map(\.stage) == [.releasing])
            await without.drain(until: scene.gateway.simulation.uptime())

            var tenure = try HoldTenure.fixed(epoch: 3)
            tenure.restored = nil
            let back = HoldScene.desk(scene.gateway, scene.ledger, tenure: tenure)
            try await scene.sweeping(back) { try await scene.letPass(.seconds(300)) }
            #expect(scene.ledger.rows.map(\.stage) == [.settled])
        }
        #expect(scene.calls("release") == 1)
    }

    @Test("A release that comes during a look-up follows it at once")
    func duringLook() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(retrieve: { _ in .answer("held H1", after: .seconds(5)) }))
        try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                let view = try #require(
                    await scene.desk.place(request, waitFor: .seconds(10)).view)
                try await scene.letPass(.seconds(303))
                #expect(scene.desk.running == 1, "at half its life it is looked up")
                let told = try await scene.desk.release(view.record.id, of: request.tenant)
                #expect(told == .released)
                try await scene.letPass(.seconds(4))
                #expect(scene.calls("release") == 1)
                #expect(scene.ledger.rows.map(\.stage) == [.settled])
            }
        }
    }

    @Test("Who no longer waits for a run leaves nothing suspended behind", .timeLimit(.minutes(1)))
    func left() async {
        let run = HoldRun(isAnnounced: true)
        let waiter = run.wait()
        let lost = Task { await waiter.value() }
        run.leave(waiter)
        guard case .left = await lost.value else {
            Issue.record("it was told something else")
            return
        }
        #expect(!run.isAwaited)
    }

    @Test("A desk that was drained begins nothing more")
    func drained() throws {
        let scene = try HoldScene()
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            await scene.desk.drain(until: scene.gateway.simulation.uptime())
            return await scene.desk.place(request, waitFor: .seconds(10)).told
        }
        #expect(told == "overloaded")
        #expect(scene.calls("revalidate") == 0)
    }
}

private struct NoBodies: RefusalBodies {
    func body(of refusal: HoldRefusal) -> [UInt8] { [] }
}

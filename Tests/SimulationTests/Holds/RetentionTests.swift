import Gateway
import GatewayTesting
import Synchronization
import Testing
import TravelModel

@Suite("Forgetting holds that are over")
struct RetentionTests {
    /// What is left of the one hold at some moment.
    private struct Left: Equatable {
        var byKey: Bool
        var buyer: String?
        var byID: Bool
    }

    @Test("The key goes, then the guests, then the hold, each at its time after the end")
    func inOrder() throws {
        let scene = try HoldScene()
        let left = try scene.run { scene in
            let request = try scene.request(try await scene.quote()) { $0.buyer = "Ada" }
            let placed = await scene.desk.place(request, waitFor: .seconds(10))
            let id = try #require(placed.view).record.id
            var retention = HoldRetention()
            retention.key = .seconds(3600)
            retention.personalData = .seconds(2 * 3600)
            retention.record = .seconds(3 * 3600)
            let forgetting = RetentionSweep(
                ledger: scene.ledger, retention: retention,
                environment: scene.gateway.ports.environment)
            let sweeps = [
                Task(executorPreference: scene.gateway.simulation) { await scene.desk.sweep() },
                Task(executorPreference: scene.gateway.simulation) { await forgetting.run() },
            ]
            var left: [Left] = []
            // It ends after 600 s; a look comes within 60 s.
            for wait in [600 + 3500, 3600, 3600, 3600] as [Int64] {
                try await scene.letPass(.seconds(wait))
                let row = try await scene.ledger.hold(id, of: request.tenant)
                let byKey = try await scene.ledger.hold(request.key, of: request.tenant) != nil
                left.append(Left(byKey: byKey, buyer: row?.buyer, byID: row != nil))
            }
            sweeps.forEach { $0.cancel() }
            return left
        }
        #expect(
            left == [
                Left(byKey: true, buyer: "Ada", byID: true),
                Left(byKey: false, buyer: "Ada", byID: true),
                Left(byKey: false, buyer: nil, byID: true),
                Left(byKey: false, buyer: nil, byID: false),
            ])
    }

    /// What the sweep told, look by look.
    private final class Told: GatewayObserver {
        private let looks = Mutex<[(HoldRetirement, Duration?)]>([])

        func note(_ event: GatewayObservation) {
            guard case .holdsRetired(let done, let age) = event else { return }
            looks.withLock { $0.append((done, age)) }
        }

        var all: [(HoldRetirement, Duration?)] { looks.withLock { $0 } }
    }

    @Test("Each look tells what went, and how old the oldest guests' data is that is still here")
    func told() throws {
        let scene = try HoldScene()
        let told = Told()
        try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(10))
            var retention = HoldRetention()
            retention.key = .seconds(300)
            retention.personalData = .seconds(3600)
            let forgetting = RetentionSweep(
                ledger: scene.ledger, retention: retention,
                environment: scene.gateway.ports.environment, observer: told)
            let sweeps = [
                Task(executorPreference: scene.gateway.simulation) { await scene.desk.sweep() },
                Task(executorPreference: scene.gateway.simulation) { await forgetting.run() },
            ]
            try await scene.letPass(.seconds(600 + 3800))
            sweeps.forEach { $0.cancel() }
        }
        let ages = told.all.map(\.1)
        #expect(ages.first == .some(nil), "an open hold's does not count")
        let oldest = try #require(ages.compactMap { $0 }.max())
        #expect((Duration.seconds(3480)...Duration.seconds(3660)).contains(oldest), "\(oldest)")
        #expect(ages.last == .some(nil), "erased")
        #expect(told.all.map(\.0.keysFreed).reduce(0, +) == 1)
        #expect(told.all.map(\.0.erased).reduce(0, +) == 1)
    }

    @Test("A ledger that cannot be written is tried again at the next look")
    func triedAgain() throws {
        let scene = try HoldScene()
        let rows = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(10))
            let ending = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.sweep()
            }
            try await scene.letPass(.seconds(700))
            ending.cancel()
            var retention = HoldRetention()
            (retention.key, retention.personalData, retention.record) = (.zero, .zero, .zero)
            scene.ledger.fail(.unavailable, next: 2)
            let forgetting = RetentionSweep(
                ledger: scene.ledger, retention: retention,
                environment: scene.gateway.ports.environment)
            let sweep = Task(executorPreference: scene.gateway.simulation) {
                await forgetting.run()
            }
            try await scene.letPass(.seconds(90))
            let during = scene.ledger.rows.count
            try await scene.letPass(.seconds(400))
            sweep.cancel()
            return [during, scene.ledger.rows.count]
        }
        #expect(rows == [1, 0])
    }
}

import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// The owner of all gates: what suppliers share, and who waits.
@Suite struct SupplierHealthTests {
    private func gateway(
        _ names: [String], concurrency: Int, seed: UInt64 = 1
    ) throws -> (SimulatedGateway, [SupplierID]) {
        let accounts = try names.map { name in
            var account = try #require(SimulatedGateway.Account(name, hotels: [0]))
            account.manifest.limits.concurrency = concurrency
            return account
        }
        let gateway = try SimulatedGateway(
            seed: seed, accounts: accounts, hotels: 1
        ) { _, _ in .hang }
        return (gateway, accounts.map(\.manifest.id))
    }

    @Test func searchesAtAllSuppliersTogetherLeaveConnectionsToHolds() throws {
        let names = (0..<20).map { "s\($0)" }
        let (gateway, ids) = try gateway(names, concurrency: 32)
        var out: [CallPermit] = []
        for _ in 0..<32 {
            for id in ids {
                if case .success(let permit) = gateway.health.admit(id, .search) {
                    out.append(permit)
                }
            }
        }
        #expect(out.count == SupplierHealth.mostSearches, "of 560 that their contracts allow")
        #expect(try gateway.health.admit(ids[19], .hold, .pressing).get().step == .hold)
        let refused = gateway.health.views.flatMap(\.refusals).filter { $0.count > 0 }
        #expect(refused.allSatisfy { $0.reason == .overloaded })
        gateway.health.end(try #require(out.first), .answered)
        gateway.health.end(try #require(out.first), .answered)
        #expect(try gateway.health.admit(ids[19], .search).get().step == .search)
        #expect(gateway.health.admit(ids[18], .search).isRefused)
    }

    @Test func whoWaitsGetsThePlaceWhenACallEnds() throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 1)
        let alpha = try #require(ids.first)
        let (waited, searched) = try gateway.simulation.run { () -> (Duration, Bool) in
            guard case .success(let running) = gateway.health.admit(alpha, .search) else {
                return (.zero, false)
            }
            let start = gateway.simulation.uptime()
            async let admission = gateway.health.admitPatiently(alpha, .hold, by: nil)
            await gateway.pause(.milliseconds(700))
            gateway.health.end(running, .answered)
            let searched = !gateway.health.admit(alpha, .search).isRefused
            guard case .success = await admission else { return (.zero, searched) }
            return (start.duration(to: gateway.simulation.uptime()), searched)
        }
        #expect(waited == .milliseconds(700))
        #expect(!searched, "not before the one who waits")
    }

    /// Holds in the order they came, then looks at prices in theirs, whoever came first.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func whoWaitsIsServedInOrder(seed: UInt64) throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 1, seed: seed)
        let alpha = try #require(ids.first)
        let comers: [(String, CallUrgency)] = [
            ("look 1", .asking), ("hold 1", .pressing), ("look 2", .asking), ("hold 2", .pressing),
            ("hold 3", .pressing),
        ]
        let served = try gateway.simulation.run { () -> [String] in
            guard case .success(let running) = gateway.health.admit(alpha, .search) else {
                return []
            }
            return await withTaskGroup(of: (String, Uptime)?.self) { group in
                for (name, urgency) in comers {
                    group.addTask {
                        let admission = await gateway.health.admitPatiently(
                            alpha, .revalidate, urgency, by: nil)
                        guard case .success(let permit) = admission else { return nil }
                        let served = gateway.simulation.uptime()
                        await gateway.pause(.milliseconds(50))
                        gateway.health.end(permit, .answered)
                        return (name, served)
                    }
                    await gateway.pause(.milliseconds(10))
                }
                await gateway.pause(.milliseconds(500))
                gateway.health.end(running, .answered)
                let all = await group.reduce(into: []) { $0.append($1) }
                return all.compactMap { $0 }.sorted { $0.1 < $1.1 }.map(\.0)
            }
        }
        #expect(served == ["hold 1", "hold 2", "hold 3", "look 1", "look 2"])
        #expect(gateway.health.view(of: alpha)?.running == 0)
    }

    @Test(arguments: CallUrgency.allCases)
    func theLineIsBounded(urgency: CallUrgency) throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 1)
        let alpha = try #require(ids.first)
        let refusals = try gateway.simulation.run { () -> [Duration] in
            _ = gateway.health.admit(alpha, .search)
            let start = gateway.simulation.uptime()
            return await withTaskGroup(of: Duration.self) { group in
                for _ in 0..<(WaitingLine.most + 6) {
                    group.addTask {
                        _ = await gateway.health.admitPatiently(
                            alpha, .revalidate, urgency, by: nil)
                        return start.duration(to: gateway.simulation.uptime())
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        let most = urgency == .spare ? 0 : WaitingLine.most
        #expect(refusals.count { $0 == .seconds(3) } == most)
        #expect(refusals.count { $0 == .zero } == refusals.count - most)
        let refused = gateway.health.view(of: alpha)?.refusals.first { $0.reason == .overloaded }
        #expect(refused?.count == refusals.count)
    }

    @Test(arguments: [(Duration?.none, 3_000), (.milliseconds(400), 400)])
    func nobodyWaitsForEver(within: Duration?, milliseconds: Int) throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 1)
        let alpha = try #require(ids.first)
        let (isRefused, waited) = try gateway.simulation.run { () -> (Bool, Duration) in
            _ = gateway.health.admit(alpha, .search)
            let start = gateway.simulation.uptime()
            let latest = within.map { start.advanced(by: $0) }
            let admission = await gateway.health.admitPatiently(alpha, .hold, by: latest)
            return (admission.isRefused, start.duration(to: gateway.simulation.uptime()))
        }
        #expect(isRefused && waited == .milliseconds(milliseconds))
    }

    @Test("Who is cancelled while it waits for a place calls nobody")
    func cancelledWhileItWaits() throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 1)
        let alpha = try #require(ids.first)
        let supplier = try #require(gateway.roster[alpha])
        let line = SupplierLine(ports: gateway.ports, health: gateway.health)
        let outcome = try gateway.simulation.run { () -> StepOutcome<ReleaseEnd>? in
            guard case .success(let running) = gateway.health.admit(alpha, .search) else {
                return nil
            }
            // Its place comes in the same moment as its cancellation.
            return await withTaskGroup(of: StepOutcome<ReleaseEnd>.self) { group in
                group.addTask {
                    await line.run(Sender(), .hold, of: supplier) { _ in .answered }
                }
                await gateway.pause(.milliseconds(700))
                gateway.health.end(running, .answered)
                group.cancelAll()
                return await group.next()
            }
        }
        #expect(outcome?.mayHaveActed == false)
        guard case .failed(let failure)? = outcome?.verdict else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(failure.code == .cancelled && failure.phase == .connect)
        #expect(gateway.transport.urls.isEmpty)
    }

    /// A step that is decided before anything leaves is neither an answer nor a failure.
    @Test(arguments: [
        SupplierFailure?.none, SupplierFailure(.supplierError, phase: .connect),
        SupplierFailure(.malformed, phase: .decode),
    ])
    func whatSentNothingSaysNothing(failure: SupplierFailure?) throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 4)
        let alpha = try #require(ids.first)
        let supplier = try #require(gateway.roster[alpha])
        let line = SupplierLine(ports: gateway.ports, health: gateway.health)
        try gateway.simulation.run {
            for _ in 0..<20 {
                let step = EndedStep(failure.map { ReleaseEnd.failed($0) } ?? .released)
                _ = await line.run(step, .hold, of: supplier) { end in
                    if case .failed(let failure) = end { CallEnd(failure) } else { .answered }
                }
            }
        }
        let view = try #require(gateway.health.view(of: supplier.id))
        let circuit = try #require(view.circuits.first { $0.lane == .deal })
        #expect(circuit.state == "closed" && circuit.results == 0 && circuit.running == 0)
        #expect(view.timeouts.allSatisfy { $0.samples == 0 })
        #expect(view.errors.allSatisfy { $0.error.failure.code == failure?.code })
        #expect(view.errors.isEmpty == (failure == nil), "people see it all the same")
    }

    /// One request that acts.
    private struct Sender: StepMachine {
        mutating func start(at now: Instant) -> StepReaction<ReleaseEnd> {
            let request = SupplierRequest(method: .post, path: "/hold", idempotent: false)
            return StepReaction(orders: [.send(request, RequestTag(0))])
        }

        mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<ReleaseEnd> {
            if case .end = event { .ended(.released) } else { StepReaction() }
        }
    }

    @Test func onlyOurOwnLimitsAreWorthWaitingFor() throws {
        let (gateway, ids) = try gateway(["alpha"], concurrency: 4)
        let alpha = try #require(ids.first)
        let ground = try #require(HoldSupport.Ground(reason: "r", person: "p"))
        _ = gateway.health.take(.disable, with: alpha, on: ground)
        let waited = try gateway.simulation.run { () -> Duration in
            let start = gateway.simulation.uptime()
            _ = await gateway.health.admitPatiently(alpha, .hold, by: nil)
            return start.duration(to: gateway.simulation.uptime())
        }
        #expect(waited == .zero)
    }
}

extension Result where Failure == CallRefusal {
    fileprivate var isRefused: Bool {
        if case .failure = self { true } else { false }
    }
}

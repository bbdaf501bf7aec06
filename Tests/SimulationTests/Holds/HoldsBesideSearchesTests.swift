import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Holds while searches flood a supplier, and while it is not to be asked.
@Suite struct HoldsBesideSearchesTests {
    /// Searches for other rooms than the quote's, so that each is a call of its own.
    private static func flood(_ scene: HoldScene, _ searches: Int) async throws -> [SearchSession] {
        var sessions: [SearchSession] = []
        for number in 0..<searches {
            let rooms = Array(repeating: "\(1 + number / 8 % 6)", count: 1 + number % 8)
            sessions.append(
                try await scene.gateway.service.start(scene.gateway.request(rooms: rooms)))
        }
        return sessions
    }

    private static func silentAfterTheFirst() -> HoldScene.Supplier {
        var supplier = HoldScene.Supplier()
        supplier.search = { $0 == 1 ? .answer(HoldScene.offer) : .hang }
        return supplier
    }

    @Test func aFloodOfSearchesDoesNotKeepAHoldWaiting() throws {
        let scene = try HoldScene(
            limits: { $0.concurrency = 8 }, Self.silentAfterTheFirst())
        let (told, took) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let sessions = try await Self.flood(scene, 40)
            let start = scene.gateway.simulation.uptime()
            let told = await scene.desk.place(request, waitFor: .seconds(10)).told
            let took = start.duration(to: scene.gateway.simulation.uptime())
            for session in sessions { session.leave() }
            return (told, took)
        }
        #expect(told == "HELD")
        #expect(took < .milliseconds(100))
        #expect(scene.calls("search") == 8, "seven of the flood beside the quote's own")
    }

    /// One call at a time, and somebody always searches: the hold gets its turn when it comes again.
    @Test func evenAtOneCallAtATimeAHoldGetsItsTurn() throws {
        let scene = try HoldScene(
            limits: { $0.concurrency = 1 }, Self.silentAfterTheFirst())
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            var sessions = try await Self.flood(scene, 1)
            var told: [String] = []
            for _ in 0..<8 where told.last != "HELD" {
                told.append(await scene.desk.place(request, waitFor: .seconds(10)).told)
                for _ in 0..<10 {
                    sessions += try await Self.flood(scene, 3)
                    try await scene.letPass(.milliseconds(100))
                }
            }
            for session in sessions { session.leave() }
            return told
        }
        #expect(told.first == "overloaded" && told.last == "HELD", "\(told)")
    }

    /// Where only our own limit is in its way, a hold waits for its place, before any search.
    @Test func aHoldWaitsALittleForItsPlace() throws {
        var supplier = HoldScene.Supplier()
        supplier.search = { .answer(HoldScene.offer, after: $0 == 1 ? .zero : .seconds(1)) }
        let scene = try HoldScene(limits: { $0.concurrency = 1 }, supplier)
        let (told, took) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            var sessions = try await Self.flood(scene, 1)
            try await scene.letPass(.milliseconds(100))
            let start = scene.gateway.simulation.uptime()
            async let outcome = scene.desk.place(request, waitFor: .seconds(10))
            for _ in 0..<12 {
                try await scene.letPass(.milliseconds(100))
                sessions += try await Self.flood(scene, 3)
            }
            let told = await outcome.told
            let took = start.duration(to: scene.gateway.simulation.uptime())
            for session in sessions { session.leave() }
            return (told, took)
        }
        #expect(told == "HELD")
        #expect(took < .milliseconds(1_300))
    }

    /// As many holds as places wait; none is refused, and never more calls are out than agreed.
    @Test func aCrowdOfHoldsSharesThePlaces() throws {
        var supplier = HoldScene.Supplier()
        supplier.revalidate = { _ in .answer(HoldScene.offer, after: .milliseconds(100)) }
        supplier.hold = { .answer("held H\($0)", after: .milliseconds(100)) }
        let scene = try HoldScene(limits: { $0.concurrency = 4 }, supplier)
        let told = try scene.run { scene in
            var quotes: [QuoteID] = []
            for _ in 0..<20 {
                quotes.append(try await scene.quote())
                // Until it is asked for anew, a quote is the same one.
                try await scene.letPass(.seconds(1))
            }
            return await withTaskGroup(of: String.self) { group in
                for (number, quote) in quotes.enumerated() {
                    guard let request = try? scene.request(quote, key: "k\(number)") else {
                        continue
                    }
                    group.addTask { await scene.desk.place(request, waitFor: .seconds(10)).told }
                }
                return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
        }
        #expect(told["overloaded"] == nil && told["unavailable"] == nil, "\(told)")
        #expect((told["HELD"] ?? 0) > 0)
    }

    @Test func aHoldAtASupplierThatFailsIsDeclinedAtOnceAndNotStored() throws {
        var supplier = HoldScene.Supplier()
        supplier.revalidate = { $0 <= 5 ? .refused : .answer(HoldScene.offer) }
        let scene = try HoldScene(supplier)
        let (told, wait) = try scene.run { scene in
            let quote = try await scene.quote()
            var told: [String] = []
            for _ in 0..<5 {
                told.append(
                    await scene.desk.place(try scene.request(quote), waitFor: .seconds(10)).told)
            }
            let refused = await scene.desk.place(try scene.request(quote), waitFor: .seconds(10))
            var wait: Duration?
            if case .declined(.supplierUnavailable(let after)) = refused { wait = after }
            try await scene.letPass(.seconds(2))
            told.append(
                await scene.desk.place(try scene.request(quote), waitFor: .seconds(10)).told)
            return (told, wait)
        }
        #expect(told == Array(repeating: "unavailable", count: 5) + ["HELD"])
        #expect(try #require(wait) > .zero)
        #expect(scene.calls("revalidate") == 6, "not asked while its breaker is open")
    }

    @Test func aSupplierThatIsSwitchedOffIsStillGivenItsRoomsBack() throws {
        let scene = try HoldScene()
        let acme = try #require(SupplierID("acme"))
        let ground = try #require(HoldSupport.Ground(reason: "dispute", person: "ann"))
        let told = try scene.run { scene in
            let quote = try await scene.quote()
            let request = try scene.request(quote)
            let view = try #require(await scene.desk.place(request, waitFor: .seconds(10)).view)
            _ = scene.gateway.health.take(.disable, with: acme, on: ground)
            _ = try await scene.desk.release(view.record.id, of: request.tenant)
            try await scene.letPass(.seconds(5))
            let other = try scene.request(quote, key: "k2")
            return await scene.desk.place(other, waitFor: .seconds(10)).told
        }
        #expect(told == "unavailable")
        #expect(scene.calls("release") == 1 && scene.calls("hold") == 1)
    }
}

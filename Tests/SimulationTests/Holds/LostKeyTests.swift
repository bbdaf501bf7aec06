import Gateway
import GatewayTesting
import Testing

@Suite("Holds whose guests' data cannot be read any more")
struct LostKeyTests {
    @Test("A claim is given up without the supplier being asked for a room")
    func claim() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(revalidate: { $0 == 1 ? .hang : .answer(HoldScene.offer) }))
        let view = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let placed = await scene.desk.place(request, waitFor: .seconds(1))
            let id = try #require(placed.view).record.id
            #expect(scene.ledger.rows.map(\.stage) == [.claimed])
            await scene.desk.drain(until: scene.gateway.simulation.uptime())
            scene.ledger.loseKey()
            let again = try scene.restarted()
            let sweeper = Task(executorPreference: scene.gateway.simulation) {
                await again.sweep()
            }
            try await scene.letPass(.seconds(60))
            sweeper.cancel()
            return try await again.hold(id, of: request.tenant)
        }
        #expect(view?.state == .refused)
        #expect(scene.calls("hold") == 0, "for whom?")
    }

    @Test(
        "Without the sealed fingerprint a repeat is known by its quote, another request by its own")
    func repeats() throws {
        let scene = try HoldScene()
        let (same, other, dearer) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            _ = await scene.desk.place(request, waitFor: .seconds(10))
            scene.ledger.loseKey()
            var other = request
            other.quote = QuoteID(text: "another")
            var dearer = request
            dearer.maxIncrease = .basisPoints(500)
            return (
                await scene.desk.place(request, waitFor: .seconds(10)).told,
                await scene.desk.place(other, waitFor: .seconds(10)).told,
                await scene.desk.place(dearer, waitFor: .seconds(10)).told
            )
        }
        #expect(same == "again HELD")
        #expect([other, dearer] == ["keyReused", "keyReused"])
    }

    @Test("A granted hold is shown and released all the same")
    func granted() throws {
        let scene = try HoldScene()
        let (told, released) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let placed = await scene.desk.place(request, waitFor: .seconds(10))
            let id = try #require(placed.view).record.id
            scene.ledger.loseKey()
            let told = await scene.desk.place(request, waitFor: .seconds(10)).told
            let released = try await scene.desk.release(id, of: request.tenant)
            try await scene.letPass(.seconds(5))
            return (told, released)
        }
        #expect(told == "again HELD")
        #expect(released == .released)
        #expect(scene.calls("release") == 1)
    }
}

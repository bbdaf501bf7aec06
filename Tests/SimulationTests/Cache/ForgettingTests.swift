import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

/// Whatever happens to a room is the end of what was kept of its hotel.
@Suite struct ForgettingTests {
    private func desk(_ scene: HoldScene) throws -> HoldDesk {
        let service = scene.gateway.service
        return HoldScene.desk(scene.gateway, scene.ledger, tenure: try .fixed(node: "a")) {
            record in
            service.forget(
                record.quote.supplier, record.quote.offer.hotel, overlapping: record.quote.stay)
        }
    }

    /// Searches after a moment; returns how many calls that was in all.
    private func searches(_ scene: HoldScene) async throws -> Int {
        try await scene.letPass(.milliseconds(10))
        _ = try await scene.quote()
        try await scene.letPass(.milliseconds(10))
        _ = try await scene.quote()
        return scene.calls("search")
    }

    @Test func aGrantAReleaseAndAnExpiryEach() throws {
        let scene = try HoldScene(HoldScene.Supplier(retrieve: { _ in .answer("held H1") }))
        let desk = try desk(scene)
        let counts = try scene.run { scene in
            try await scene.sweeping(desk) {
                var counts = [try await searches(scene)]
                let first = try scene.request(try await scene.quote())
                let held = await desk.place(first, waitFor: .seconds(10))
                counts.append(try await searches(scene))
                let id = try #require(held.view).record.id
                _ = try await desk.release(id, of: first.tenant)
                try await scene.letPass(.seconds(1))
                counts.append(try await searches(scene))
                let second = try scene.request(try await scene.quote(), key: "k2")
                _ = await desk.place(second, waitFor: .seconds(10))
                counts.append(try await searches(scene))
                // Kept answers of one hotel are shown for a minute: the end falls within it.
                try await scene.letPass(.seconds(599))
                counts.append(try await searches(scene))
                try await scene.letPass(.seconds(3))
                counts.append(try await searches(scene))
                return counts
            }
        }
        // A call each time, and the second search of a pair finds what the first one kept. A release
        // is news twice, when it is decided and when the supplier has confirmed it.
        #expect(counts == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [
        ("gone", "SOLD_OUT"), ("acme-0 R1 Double_Room BB free EUR 120.00", "PRICE_CHANGED"),
        ("acme-0 R1 Double_Room RO free EUR 100.00", "TERMS_CHANGED"),
    ])
    func aRefusalThatSaysSomethingOfTheRoom(answer: String, reason: String) throws {
        let scene = try HoldScene(HoldScene.Supplier(revalidate: { _ in .answer(answer) }))
        let desk = try desk(scene)
        let (before, told, after, quote) = try scene.run { scene in
            let before = try await searches(scene)
            let request = try scene.request(try await scene.quote())
            let told = await desk.place(request, waitFor: .seconds(10)).told
            let after = try await searches(scene)
            return (
                before, told, after,
                try await scene.gateway.desk.resolve(request.quote, for: request.tenant)
            )
        }
        #expect(told == reason && (before, after) == (1, 2))
        // Another client's quote into the same answer is not killed by it.
        guard case .live = quote else {
            Issue.record("\(quote)")
            return
        }
    }

    /// One that says nothing of the room leaves what is known of it.
    @Test func aSupplierThatCannotBeAskedChangesNothing() throws {
        let scene = try HoldScene(HoldScene.Supplier(revalidate: { _ in .refused }))
        let desk = try desk(scene)
        let counts = try scene.run { scene in
            let before = try await searches(scene)
            let request = try scene.request(try await scene.quote())
            _ = await desk.place(request, waitFor: .seconds(10))
            return (before, try await searches(scene))
        }
        #expect(counts == (1, 1))
    }
}

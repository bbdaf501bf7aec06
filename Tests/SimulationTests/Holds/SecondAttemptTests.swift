import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@Suite("Attempts that are judged anew")
struct SecondAttemptTests {
    /// Why the second attempt comes to nothing.
    enum Hindrance: CaseIterable, Sendable {
        case quoteOver, soldOut, checkFails, capReached
    }

    @Test(
        "What the first attempt left at the supplier is given back whatever the second comes to",
        arguments: Hindrance.allCases)
    func orphan(_ hindrance: Hindrance) throws {
        var settings = HoldDesk.Settings()
        settings.limits.mostOpenPerTenant = 1
        let scene = try HoldScene(
            settings: settings,
            HoldScene.Supplier(
                revalidate: { call in
                    switch (hindrance, call) {
                    case (.soldOut, 2): .answer("gone")
                    case (.checkFails, 2): .refused
                    default: .answer(HoldScene.offer)
                    }
                },
                hold: { $0 == 1 ? .reset(after: "") : .answer("held H1") },
                // Committed so late that neither the doubt nor the first watch sees it.
                retrieve: { $0 < 8 ? .answer("none") : .answer("held H9") }))
        let (told, rows) = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                _ = await scene.desk.place(request, waitFor: .seconds(10))
                try await scene.letPass(.seconds(hindrance == .quoteOver ? 1000 : 250))
                if hindrance == .capReached {
                    let other = try scene.request(try await scene.quote(), key: "other")
                    _ = await scene.desk.place(other, waitFor: .seconds(10))
                }
                let told = await scene.desk.place(request, waitFor: .seconds(10)).told
                let found = try await scene.desk.hold(request.key, of: request.tenant)
                #expect(found?.state == .refused, "an attempt that was begun is found")
                try await scene.letPass(.seconds(2400))
                return (told, scene.ledger.rows)
            }
        }
        switch hindrance {
        case .quoteOver: #expect(told == "quoteExpired")
        case .soldOut: #expect(told == "SOLD_OUT")
        case .checkFails: #expect(told == "unavailable")
        case .capReached: #expect(told == "tooManyHolds tenant")
        }
        let orphans = rows.filter { $0.supplierHold?.reference.text == "H9" }
        #expect(orphans.count == 1)
        #expect(rows.allSatisfy { $0.stage == .settled && !$0.state.isOpen })
        #expect(scene.calls("release") == (hindrance == .capReached ? 2 : 1))
    }

    @Test("A second attempt whose room is granted is not given back by the first one's watch")
    func granted() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { $0 == 1 ? .reset(after: "") : .answer("held H2") },
                retrieve: { $0 < 7 ? .answer("none") : .answer("held H2") }))
        let told = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                _ = await scene.desk.place(request, waitFor: .seconds(10))
                try await scene.letPass(.seconds(250))
                let told = await scene.desk.place(request, waitFor: .seconds(10)).told
                try await scene.letPass(.seconds(590))
                return told
            }
        }
        #expect(told == "HELD")
        #expect(scene.calls("release") == 0)
    }

    @Test("What turned up and was given back is tried again under the next reference")
    func spent() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { $0 == 1 ? .reset(after: "") : .answer("held H2") },
                retrieve: { $0 < 7 ? .answer("none") : .answer("held H9") }))
        let told = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                _ = await scene.desk.place(request, waitFor: .seconds(10))
                try await scene.letPass(.seconds(400))
                #expect(scene.calls("release") == 1)
                return await scene.desk.place(request, waitFor: .seconds(10)).told
            }
        }
        #expect(told == "HELD")
        #expect(references("hold", scene).count == 2)
    }

    @Test(
        "After a price that changed at the supplier the room is asked for under another reference")
    func priceChanged() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { $0 == 1 ? .answer("price") : .answer("held H2") }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            return await scene.desk.place(request, waitFor: .seconds(10)).told
        }
        #expect(told == "HELD")
        #expect(references("hold", scene).count == 2)
    }

    @Test(
        "A price that changes again and again refuses, and the next attempt has a fresh reference")
    func priceChangesAlways() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { $0 < 3 ? .answer("price") : .answer("held H2") }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            return [
                await scene.desk.place(request, waitFor: .seconds(10)).told,
                await scene.desk.place(request, waitFor: .seconds(10)).told,
            ]
        }
        #expect(told == ["unavailable", "HELD"])
        #expect(references("hold", scene).count == 3)
    }

    private func references(_ word: String, _ scene: HoldScene) -> Set<Substring> {
        Set(
            scene.gateway.transport.urls.filter { $0.contains("/\(word)?") }
                .compactMap { $0.split(separator: "?").last })
    }
}

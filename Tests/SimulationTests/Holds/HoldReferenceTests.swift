import Gateway
import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@Suite("References at suppliers, and ledgers that were restored")
struct HoldReferenceTests {
    /// The references that a word was asked with, in order.
    private func references(_ word: String, _ scene: HoldScene) -> [String] {
        scene.gateway.transport.urls.filter { $0.contains("/\(word)?") }
            .compactMap { $0.split(separator: "?").last.map(String.init) }
    }

    @Test(
        "What a supplier refused is tried again under the next reference, which is the same anywhere"
    )
    func refused() throws {
        let supplier = HoldScene.Supplier(hold: {
            $0 == 1 ? .answer("refused") : .answer("held H1")
        })
        var seen: [[String]] = []
        for _ in 0..<2 {
            let scene = try HoldScene(supplier)
            let told = try scene.run { scene in
                let request = try scene.request(try await scene.quote())
                return [
                    await scene.desk.place(request, waitFor: .seconds(10)).told,
                    await scene.desk.place(request, waitFor: .seconds(10)).told,
                ]
            }
            #expect(told == ["unavailable", "HELD"])
            seen.append(references("hold", scene))
        }
        #expect(Set(seen[0]).count == 2)
        #expect(seen[0] == seen[1])
    }

    @Test("A hold that an older ledger has lost is found under its reference and adopted")
    func adopted() throws {
        let scene = try HoldScene(HoldScene.Supplier(retrieve: { _ in .answer("held H1") }))
        let (first, again) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let first = await scene.desk.place(request, waitFor: .seconds(10))
            let restored = try Self.restored(scene)
            return (first, await restored.place(request, waitFor: .seconds(10)))
        }
        #expect(first.told == "HELD" && again.told == "HELD")
        #expect(again.view?.record.supplierHold == first.view?.record.supplierHold)
        #expect(again.view?.record.id != first.view?.record.id)
        #expect(scene.calls("hold") == 1)
        #expect(references("retrieve", scene) == references("hold", scene))
    }

    @Test(
        "What the lost time did not do is done, after a look-up; a silent supplier is not asked to hold"
    )
    func notFound() throws {
        for (retrieve, told, holds) in [
            (Script.answer("none"), "HELD", 1), (.refused, "unavailable", 0),
        ] as [(Script, String, Int)] {
            let scene = try HoldScene(HoldScene.Supplier(retrieve: { _ in retrieve }))
            let outcome = try scene.run { scene in
                let request = try scene.request(try await scene.quote())
                return try await Self.restored(scene).place(request, waitFor: .seconds(10)).told
            }
            #expect(outcome == told)
            #expect(scene.calls("retrieve") == 1)
            #expect(scene.calls("hold") == holds)
        }
    }

    @Test("A spent reference of the lost time is passed over")
    func spent() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(retrieve: { $0 == 1 ? .answer("ended") : .answer("held H2") }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            return try await Self.restored(scene).place(request, waitFor: .seconds(10)).told
        }
        #expect(told == "HELD")
        #expect(Set(references("retrieve", scene)).count == 2)
        #expect(scene.calls("hold") == 0)
    }

    @Test("Once no hold of the lost time can live, nothing is looked up first")
    func guardEnds() throws {
        let scene = try HoldScene()
        let told = try scene.run { scene in
            let restored = try Self.restored(scene)
            try await scene.letPass(.seconds(1200))
            let request = try scene.request(try await scene.quote())
            return await restored.place(request, waitFor: .seconds(10)).told
        }
        #expect(told == "HELD")
        #expect(scene.calls("retrieve") == 0)
    }

    @Test("Our own rooms are not granted while a hold of the lost time may live")
    func ownRooms() throws {
        let scene = try OwnRoomScene(seed: 1)
        let told = try scene.askTwice(apart: .seconds(1200))
        #expect(told == ["unavailable after true", "HELD"])
    }

    /// A desk over an empty ledger that was put in place just now.
    private static func restored(_ scene: HoldScene) throws -> HoldDesk {
        var tenure = try HoldTenure.fixed(epoch: 2)
        tenure.restored = scene.gateway.ports.environment.stamp()
        return HoldScene.desk(scene.gateway, MemoryHoldLedger(), tenure: tenure)
    }
}

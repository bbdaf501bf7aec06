import Gateway
import GatewayTesting
import Testing
import TravelModel

@Suite("What a client is told while the ledger cannot be written")
struct LedgerOutageTests {
    @Test(
        "Before the claim is written nothing was done, and it is said so",
        arguments: [StorageFault.busy, .unavailable, .corrupt, .damagedRow])
    func before(fault: StorageFault) throws {
        let scene = try HoldScene()
        let (told, after) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            scene.ledger.fail(fault, next: 1)
            let told = await scene.desk.place(request, waitFor: .seconds(10))
            #expect(scene.ledger.rows.isEmpty)
            return (told, await scene.desk.place(request, waitFor: .seconds(10)).told)
        }
        guard case .declined(.storage(let said)) = told else {
            Issue.record("\(told)")
            return
        }
        #expect(said == fault)
        #expect(after == "HELD", "judged anew, and not as a repeat")
        #expect(scene.calls("hold") == 1)
    }

    @Test(
        "Once the claim is written it is never said that nothing was done; a repeat learns the end")
    func after() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { _ in .answer("held H1", after: .seconds(2)) },
                retrieve: { _ in .answer("held H1") }))
        let (told, during, after) = try scene.run { scene in
            try await scene.sweeping(scene.desk) {
                let request = try scene.request(try await scene.quote())
                let client = Task(executorPreference: scene.gateway.simulation) {
                    await scene.desk.place(request, waitFor: .seconds(120)).told
                }
                try await scene.letPass(.seconds(1))
                #expect(scene.ledger.rows.map(\.stage) == [.keeping])
                scene.ledger.fail(.unavailable, next: .max)
                let told = await client.value
                let during = await scene.desk.place(request, waitFor: .seconds(1)).told
                scene.ledger.fail(.unavailable, next: 0)
                try await scene.letPass(.seconds(40))
                let after = await scene.desk.place(request, waitFor: .seconds(60)).told
                return (told, during, after)
            }
        }
        #expect(told == "outcomeUnknown")
        #expect(during == "storage", "the repeat itself did nothing")
        #expect(["again HELD", "again PENDING"].contains(after), "\(after)")
        #expect(scene.calls("hold") == 1)
        #expect(scene.ledger.rows.count == 1)
    }

    @Test("A ledger well again before the client gives up tells it where the hold stands")
    func wellAgain() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { _ in .answer("held H1", after: .seconds(2)) },
                retrieve: { _ in .answer("held H1") }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let client = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.place(request, waitFor: .seconds(120)).told
            }
            try await scene.letPass(.seconds(1))
            scene.ledger.fail(.unavailable, next: 3)
            return await client.value
        }
        #expect(told == "HELD")
    }
}

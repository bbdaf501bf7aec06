import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@Suite("Caps, keys, extensions and what support sees")
struct HoldLifeTests {
    @Test("A buyer's cap holds over fifty requests at once, and says when to come back")
    func caps() throws {
        var settings = HoldDesk.Settings()
        settings.limits.mostOpenPerBuyer = 3
        let scene = try HoldScene(
            settings: settings, HoldScene.Supplier(revalidate: { _ in .answer(HoldScene.offer) }))
        let (told, wait) = try scene.run { scene -> ([String: Int], Duration?) in
            var requests: [HoldRequest] = []
            for number in 0..<50 {
                requests.append(
                    try scene.request(try await scene.quote(), key: "k\(number)") {
                        $0.buyer = "ann"
                    })
                try await scene.letPass(.milliseconds(1))
            }
            let told = await withTaskGroup(of: String.self) { group in
                for request in requests {
                    group.addTask { await scene.desk.place(request, waitFor: .seconds(10)).told }
                }
                return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
            try await scene.letPass(.seconds(590))
            let again = await scene.desk.place(
                try scene.request(try await scene.quote(), key: "late") { $0.buyer = "ann" },
                waitFor: .seconds(10))
            guard case .declined(.tooManyHolds(_, let wait)) = again else { return (told, nil) }
            return (told, wait)
        }
        #expect(told == ["HELD": 3, "tooManyHolds buyer": 47])
        let left = try #require(wait)
        #expect(left > Duration.seconds(8))
        #expect(left <= Duration.seconds(10))
    }

    @Test("A key starts anew after 24 hours; the old hold is found by its id")
    func keyLife() throws {
        let scene = try HoldScene()
        let (again, byKey, byID) = try scene.run { scene in
            let first = try scene.request(try await scene.quote())
            let view = try #require(await scene.desk.place(first, waitFor: .seconds(10)).view)
            _ = try await scene.desk.release(view.record.id, of: first.tenant)
            try await scene.letPass(.seconds(86_400))
            let byKey = try await scene.desk.hold(first.key, of: first.tenant)
            let second = try scene.request(try await scene.quote())
            let again = await scene.desk.place(second, waitFor: .seconds(10)).told
            let byID = try await scene.desk.hold(view.record.id, of: first.tenant)
            return (again, byKey, byID)
        }
        #expect(again == "HELD")
        #expect(byKey == nil)
        #expect(byID?.state == .released)
    }

    @Test(
        "A supplier's hold is extended once, and only as far as it keeps the room",
        arguments: [(nil, nil), (900, 240), (300, nil)] as [(Int?, Int?)])
    func extending(supplierLife: Int?, more: Int?) throws {
        var settings = HoldDesk.Settings()
        settings.life = .seconds(660)
        let scene = try HoldScene(
            holdLife: supplierLife.map { .seconds($0) }, settings: settings)
        let gained = try scene.run { scene -> Duration? in
            let request = try scene.request(try await scene.quote())
            let view = try #require(await scene.desk.place(request, waitFor: .seconds(10)).view)
            let first = try await scene.desk.extend(view.record.id, of: request.tenant)
            let second = try await scene.desk.extend(view.record.id, of: request.tenant)
            guard case .notExtendable(_, let reason) = second else {
                Issue.record("extended twice, or not held: \(second)")
                return nil
            }
            #expect(reason == (more == nil ? .keptNoLonger : .alreadyExtended))
            guard case .extended(let later) = first, let end = later.record.expiresAt,
                let before = view.record.expiresAt
            else { return nil }
            #expect(later.record.version == view.record.version + 1)
            return before.wall.duration(to: end.wall)
        }
        #expect(gained == more.map { Duration.seconds($0) })
    }

    @Test("Where nobody keeps the room there is no time to prolong")
    func notKept() throws {
        let scene = try HoldScene(keeper: .priceCheck)
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let view = try #require(await scene.desk.place(request, waitFor: .seconds(10)).view)
            #expect(view.state == .priceConfirmed)
            return try await scene.desk.extend(view.record.id, of: request.tenant)
        }
        guard case .notExtendable(_, .notKept) = told else {
            Issue.record("\(told)")
            return
        }
    }

    @Test("The end of the process waits for what is asked, not for holds that themselves only wait")
    func draining() throws {
        // One in doubt, whose next look-up is 15 s away; one being given back, its next try 4 s away.
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { $0 == 1 ? .reset(after: "") : .answer("held H\($0)") },
                retrieve: { _ in .answer("none") }, release: { _ in .refused }))
        let (took, stages, asked) = try scene.run { scene in
            let desk = scene.desk
            let doubtful = try scene.request(try await scene.quote())
            _ = await desk.place(doubtful, waitFor: .seconds(1))
            try await scene.letPass(.seconds(1))
            let kept = try scene.request(try await scene.quote(), key: "k2")
            let view = try #require(await desk.place(kept, waitFor: .seconds(1)).view)
            _ = try await desk.release(view.record.id, of: kept.tenant)
            try await scene.letPass(.seconds(5))
            #expect(desk.running == 2)
            let calls = scene.calls("retrieve") + scene.calls("release")
            let began = scene.gateway.simulation.uptime()
            await desk.drain(until: began.advanced(by: .seconds(10)))
            let took = began.duration(to: scene.gateway.simulation.uptime())
            try await scene.letPass(.seconds(60))
            let after = scene.calls("retrieve") + scene.calls("release")
            return (took, scene.ledger.rows.map(\.stage), after - calls)
        }
        #expect(took <= Duration.milliseconds(100))
        #expect(Set(stages) == [.doubtful, .releasing], "the rows say where to go on")
        #expect(asked == 0)
    }

    @Test("A supplier that is being asked is waited for while there is time")
    func drainingWaitsForAnswers() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .seconds(3)) }))
        let (took, state) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let client = Task(executorPreference: scene.gateway.simulation) {
                await scene.desk.place(request, waitFor: .seconds(1))
            }
            _ = await client.value
            let began = scene.gateway.simulation.uptime()
            await scene.desk.drain(until: began.advanced(by: .seconds(10)))
            let took = began.duration(to: scene.gateway.simulation.uptime())
            return (took, try await scene.desk.hold(request.key, of: request.tenant)?.state)
        }
        #expect(took > Duration.seconds(1) && took < Duration.seconds(4))
        #expect(state == .held)
    }

    @Test("Support can tell why a room shown at 100 was held at 112")
    func history() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                revalidate: { _ in .answer("acme-0 R1 Double_Room BB free EUR 112.00") }))
        let entries = try scene.run { scene in
            let request = try scene.request(try await scene.quote()) {
                $0.maxIncrease = .basisPoints(1500)
            }
            let view = try #require(await scene.desk.place(request, waitFor: .seconds(10)).view)
            let history = try await scene.desk.support.history(view.record.id)
            return try #require(history).entries
        }
        #expect(entries.map(\.kind) == [.claimed, .priceChecked, .asking, .answered, .granted])
        let check = try #require(entries.first { $0.kind == .priceChecked })
        #expect(check.note == "100.00 EUR -> 112.00 EUR")
        #expect(check.old?.price.charge.decimalText == "100.00")
        #expect(check.new?.price.charge.decimalText == "112.00")
        #expect(check.exchanges.map(\.status) == [200])
        #expect(check.exchanges.first?.responseBody.contains("112.00") == true)
        #expect(entries.last?.note.contains("1500 basis points") == true)
    }

    @Test("What suppliers say of guests is masked in the history, however it is spelled")
    func masking() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { _ in
                    .answer(
                        "Zoë ZOË zo%C3%AB zo\\u00eb 351555123 %2B351 zoe@example.com &amp; 555.00 a=\"555\" <b>555123</b>"
                    )
                }, retrieve: { _ in .answer("none") }))
        let text = try scene.run { scene in
            let request = try scene.request(try await scene.quote()) {
                $0.guests = [
                    Guest(room: 0, firstName: "Zoë", lastName: "Ng", age: nil, lead: true)
                ].compactMap { $0 }
                $0.contact = Contact(email: "zoe@example.com", phone: "+351 555 123")
            }
            let view = try #require(await scene.desk.place(request, waitFor: .seconds(1)).view)
            let history = try #require(try await scene.desk.support.history(view.record.id))
            return history.entries.flatMap(\.exchanges).map(\.responseBody).joined(separator: "|")
        }
        #expect(
            text.contains("*** *** *** *** *** %2B351 *** &amp; 555.00 a=*** <b***/b>"), "\(text)")
    }

    @Test("An operator adopts what the supplier keeps, closes what it does not, and gives back")
    func support() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(
                hold: { _ in .reset(after: "") },
                retrieve: { $0 == 1 ? .answer("held H3") : .answer("none") }))
        let ground = try #require(HoldSupport.Ground(reason: "they called", person: "ann"))
        let (adopted, released, closed, notes) = try scene.run { scene in
            let desk = scene.desk
            let request = try scene.request(try await scene.quote())
            let view = try #require(await desk.place(request, waitFor: .seconds(1)).view)
            let adopted = try await desk.support.take(.adopt, with: view.record.id, on: ground)
            let released = try await desk.support.take(.release, with: view.record.id, on: ground)
            try await scene.letPass(.seconds(2))
            let other = try scene.request(try await scene.quote(), key: "k2")
            let second = try #require(await desk.place(other, waitFor: .seconds(1)).view)
            let closed = try await desk.support.take(.close, with: second.record.id, on: ground)
            return (adopted, released, closed, scene.ledger.entries(of: view.record.id))
        }
        func state(_ outcome: HoldSupport.Outcome) -> HoldState? {
            if case .done(let view) = outcome { view.state } else { nil }
        }
        #expect([state(adopted), state(released), state(closed)] == [.held, .released, .refused])
        #expect(scene.calls("release") == 1)
        let steps = notes.filter { $0.actor == "operator ann" }
        #expect(steps.map(\.kind) == [.operated, .ended])
        #expect(steps.allSatisfy { $0.note.contains("they called") })
        #expect(HoldSupport.Ground(reason: "", person: "ann") == nil)
    }
}

import Gateway
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@Suite("What a hold comes to")
struct HoldOutcomeTests {
    /// One row of the table: what the supplier says, and what the client is told.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var keeper = HoldAbility.Keeper.supplier
        var revalidate = Script.answer(HoldScene.offer)
        var hold = Script.answer("held H1")
        var increase = MaxIncrease.none
        let told: String
        let holdCalls: Int
    }

    private static func offer(_ amount: String, board: String = "BB") -> Script {
        .answer("acme-0 R1 Double_Room \(board) free EUR \(amount)")
    }

    static let cases: [Case] = [
        Case(testDescription: "unchanged", told: "HELD", holdCalls: 1),
        Case(
            testDescription: "cheaper", revalidate: offer("90.00"),
            told: "HELD 100.00 EUR -> 90.00 EUR", holdCalls: 1),
        Case(
            testDescription: "dearer", revalidate: offer("100.01"), told: "PRICE_CHANGED",
            holdCalls: 0),
        Case(
            testDescription: "dearer within what is accepted", revalidate: offer("105.00"),
            increase: .basisPoints(500), told: "HELD 100.00 EUR -> 105.00 EUR", holdCalls: 1),
        Case(
            testDescription: "dearer by a cent more than accepted", revalidate: offer("105.01"),
            increase: .basisPoints(500), told: "PRICE_CHANGED", holdCalls: 0),
        Case(
            testDescription: "other meals", revalidate: offer("100.00", board: "RO"),
            told: "TERMS_CHANGED", holdCalls: 0),
        Case(
            testDescription: "no longer refundable",
            revalidate: .answer("acme-0 R1 Double_Room BB non EUR 100.00"),
            told: "TERMS_CHANGED", holdCalls: 0),
        Case(
            testDescription: "another room",
            revalidate: .answer("acme-0 R1 Twin_Room BB free EUR 100.00"),
            told: "TERMS_CHANGED", holdCalls: 0),
        Case(testDescription: "gone", revalidate: .answer("gone"), told: "SOLD_OUT", holdCalls: 0),
        Case(
            testDescription: "token forgotten", revalidate: .answer("expired"),
            told: "quoteExpired", holdCalls: 0),
        Case(
            testDescription: "price check hangs", revalidate: .hang, told: "unavailable",
            holdCalls: 0),
        Case(
            testDescription: "price check refused", revalidate: .refused, told: "unavailable",
            holdCalls: 0),
        Case(
            testDescription: "price check that we are too busy for", revalidate: .overloaded,
            told: "overloaded", holdCalls: 0),
        Case(
            testDescription: "price check nonsense", revalidate: .answer("<html>"),
            told: "unavailable", holdCalls: 0),
        Case(
            testDescription: "gone at the hold", hold: .answer("gone"), told: "SOLD_OUT",
            holdCalls: 1),
        Case(
            testDescription: "refused at the hold", hold: .answer("refused"), told: "unavailable",
            holdCalls: 1),
        Case(
            testDescription: "no connection for the hold", hold: .refused, told: "unavailable",
            holdCalls: 1),
        Case(
            testDescription: "hold that connects to nobody", hold: .unreachable,
            told: "unavailable", holdCalls: 1),
        Case(
            testDescription: "hold that we are too busy for", hold: .overloaded,
            told: "overloaded", holdCalls: 1),
        Case(
            testDescription: "hold answered with nonsense", hold: .answer("<html>"),
            told: "PENDING", holdCalls: 1),
        Case(
            testDescription: "hold answered with 500", hold: .answer("", status: 500),
            told: "PENDING", holdCalls: 1),
        Case(
            testDescription: "hold's answer cut", hold: .reset(after: "hel"), told: "PENDING",
            holdCalls: 1),
        Case(
            testDescription: "hold never answered", hold: .hang, told: "PENDING", holdCalls: 1),
        Case(
            testDescription: "supplier knows the reference", hold: .answer("duplicate"),
            told: "PENDING", holdCalls: 1),
        Case(
            testDescription: "price confirmed only", keeper: .priceCheck,
            told: "PRICE_CONFIRMED", holdCalls: 0),
    ]

    @Test(arguments: cases)
    func outcome(_ row: Case) throws {
        let scene = try HoldScene(
            keeper: row.keeper,
            HoldScene.Supplier(revalidate: { _ in row.revalidate }, hold: { _ in row.hold }))
        let told = try scene.run { scene in
            let quote = try await scene.quote()
            let request = try scene.request(quote) { $0.maxIncrease = row.increase }
            return await scene.desk.place(request, waitFor: .seconds(100)).told
        }
        #expect(told == row.told)
        #expect(scene.calls("hold") == row.holdCalls)
    }

    @Test("A hold that a client was told of is still found when it comes to nothing")
    func announcedThenNothing() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(revalidate: { call in
                call == 1 ? .reset(after: "", wait: .seconds(5)) : .answer(HoldScene.offer)
            }))
        let (told, found, again, old) = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            let outcome = await scene.desk.place(request, waitFor: .seconds(1))
            let id = try #require(outcome.view).record.id
            try await scene.letPass(.seconds(60))
            let found = try await scene.desk.hold(id, of: request.tenant)
            let again = await scene.desk.place(request, waitFor: .seconds(10))
            let old = try await scene.desk.hold(id, of: request.tenant)
            return (outcome.told, found, again, old)
        }
        #expect(told == "PENDING")
        #expect(found?.state == .refused)
        #expect(again.told == "HELD", "it did nothing, so the key is judged anew")
        #expect(old?.state == .refused)
        #expect(again.view?.record.id != old?.record.id)
    }

    @Test("A token the supplier has forgotten is forgotten here too: searching again helps")
    func expiredIsAskedAgain() throws {
        let scene = try HoldScene(HoldScene.Supplier(revalidate: { _ in .answer("expired") }))
        let service = scene.gateway.service
        let desk = HoldScene.desk(
            scene.gateway, scene.ledger, tenure: try .fixed(node: "a")
        ) { record in
            service.forget(
                record.quote.supplier, record.quote.offer.hotel, overlapping: record.quote.stay)
        }
        let told = try scene.run { scene in
            let quote = try await scene.quote()
            _ = try await scene.quote()
            let outcome = await desk.place(try scene.request(quote), waitFor: .seconds(10))
            _ = try await scene.quote()
            return outcome.told
        }
        #expect(told == "quoteExpired")
        #expect(scene.calls("search") == 2)
    }

    @Test("A hold of which nobody was told is gone when it comes to nothing")
    func nothingUntold() throws {
        let scene = try HoldScene(HoldScene.Supplier(revalidate: { _ in .refused }))
        let told = try scene.run { scene in
            let request = try scene.request(try await scene.quote())
            return await scene.desk.place(request, waitFor: .seconds(10)).told
        }
        #expect(told == "unavailable")
        #expect(scene.ledger.rows.isEmpty)
    }

    @Test(
        "A hold is announced no longer than the supplier keeps it, counted from when it was asked",
        arguments: [(nil, 600), (300, 240), (30, nil)] as [(Int?, Int?)])
    func supplierLife(life: Int?, announced: Int?) throws {
        let scene = try HoldScene(
            holdLife: life.map { .seconds($0) },
            HoldScene.Supplier(hold: { _ in .answer("held H1", after: .seconds(60)) }))
        let outcome = try scene.run { scene in
            let outcome = await scene.desk.place(
                try scene.request(try await scene.quote()), waitFor: .seconds(100))
            try await scene.letPass(.seconds(5))
            return outcome
        }
        #expect(outcome.view?.expiresIn == announced.map { .seconds($0) })
        #expect(outcome.told == (announced == nil ? "unavailable" : "HELD"))
        #expect(scene.calls("release") == (announced == nil ? 1 : 0), "what was over is given back")
    }

    @Test("A hold lasts its announced time, and never longer than its supplier's token")
    func life() throws {
        let scene = try HoldScene(
            keeper: .priceCheck,
            HoldScene.Supplier(
                revalidate: { _ in
                    .answer(HoldScene.offer + " expires=2027-01-01T00:05:00Z")
                }))
        let (first, again, after) = try scene.run { scene in
            let outcome = await scene.desk.place(
                try scene.request(try await scene.quote()), waitFor: .seconds(10))
            let view = try #require(outcome.view)
            let tenant = view.record.tenant
            try await scene.letPass(.seconds(299))
            let again = try #require(try await scene.desk.hold(view.record.id, of: tenant))
            try await scene.letPass(.seconds(1))
            let after = try #require(try await scene.desk.hold(view.record.id, of: tenant))
            return (view, again, after)
        }
        #expect(first.expiresIn == .seconds(300))
        #expect(again.state == .priceConfirmed)
        #expect(again.expiresIn == .seconds(1))
        #expect(after.state == .expired, "judged when read, although nobody has swept")
    }

    @Test("The new quote of a changed price is held at the new price")
    func newQuote() throws {
        let scene = try HoldScene(
            HoldScene.Supplier(revalidate: { _ in Self.offer("120.00") }))
        let (body, told) = try scene.run { scene in
            let outcome = await scene.desk.place(
                try scene.request(try await scene.quote()), waitFor: .seconds(10))
            let body = String(
                decoding: try #require(outcome.refusal).body, as: UTF8.self)
            let renewed = QuoteID(text: String(body.split(separator: " ").last ?? ""))
            let second = await scene.desk.place(
                try scene.request(renewed, key: "k2"), waitFor: .seconds(10))
            return (body, second.told)
        }
        #expect(body.hasPrefix("100.00 EUR -> 120.00 EUR "))
        #expect(told == "HELD")
    }

    @Test("Guests and contact are asked for before the supplier is")
    func needs() throws {
        let scene = try HoldScene(needs: [.guests, .contact])
        let told = try scene.run { scene in
            let quote = try await scene.quote()
            var told: [String] = []
            for change in try Self.bodies() {
                let request = try scene.request(quote, change)
                told.append(await scene.desk.place(request, waitFor: .seconds(10)).told)
            }
            return told
        }
        #expect(told == ["guestsRequired", "guestsRequired", "guestsMismatch", "HELD"])
        #expect(scene.calls("revalidate") == 1)
    }

    private static func bodies() throws -> [@Sendable (inout HoldRequest) -> Void] {
        let contact = try #require(Contact(email: "a@example.com", phone: nil))
        func guest(_ room: Int) throws -> Guest {
            try #require(
                Guest(room: room, firstName: "Ada", lastName: "Byron", age: nil, lead: true))
        }
        let (first, second) = (try guest(0), try guest(1))
        return [
            { _ in },
            { $0.guests = [first] },
            { request in
                request.guests = [first, second]
                request.contact = contact
            },
            { request in
                request.guests = [first]
                request.contact = contact
            },
        ]
    }

    @Test("A forged quote, another tenant's and one that is over are told apart")
    func quotes() throws {
        let scene = try HoldScene()
        let told = try scene.run { scene in
            let quote = try await scene.quote()
            let other = try #require(TenantID("other"))
            let forged = QuoteID(text: String(quote.text.reversed()))
            var told: [String] = []
            told.append(
                await scene.desk.place(try scene.request(forged), waitFor: .seconds(1)).told)
            told.append(
                await scene.desk.place(
                    try scene.request(quote) { $0.tenant = other }, waitFor: .seconds(1)
                ).told)
            try await scene.letPass(.seconds(15 * 60))
            told.append(
                await scene.desk.place(try scene.request(quote), waitFor: .seconds(1)).told)
            return told
        }
        #expect(told == ["quoteUnknown", "quoteUnknown", "quoteExpired"])
        #expect(scene.calls("revalidate") == 0)
    }
}

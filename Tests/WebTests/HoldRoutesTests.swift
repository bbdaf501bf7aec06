import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// Quotes and holds over the wire, one supplier with a scripted mind behind them.
@Suite struct HoldRoutesTests {
    static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"
    static let dearer = "acme-0 R1 Double_Room BB free EUR 110.00"

    /// A scene whose supplier shows one offer and then does as told.
    private func scene(
        keeper: HoldAbility.Keeper = .supplier, needs: HoldAbility.Needs = [],
        revalidate: @escaping @Sendable (Int) -> Script = { _ in .answer(offer) },
        hold: @escaping @Sendable (Int) -> Script = { _ in .answer("held H1") },
        retrieve: @escaping @Sendable (Int) -> Script = { _ in .answer("none") }
    ) throws -> WebScene {
        try WebScene(keeper: keeper, needs: needs) { _, step, call in
            switch step {
            case "search": .answer(Self.offer)
            case "revalidate": revalidate(call)
            case "hold": hold(call)
            case "retrieve": retrieve(call)
            default: .answer("released")
            }
        }
    }

    // MARK: - Quotes

    @Test func aQuoteIsShownWithItsOffer() throws {
        let answer = try scene().run { scene in
            let quote = try await scene.quote()
            try await scene.pass(.seconds(60))
            return try await scene.send(.get, "/v1/quotes/\(quote)")
        }
        #expect(answer.status == 200)
        let json = try answer.json
        #expect(json["hotelId"]?.string == "hotel:0")
        #expect(json["occupancy"]?.canonicalText == #"["2"]"#)
        #expect(json["offer"]?["price"]?["total"]?["amount"]?.string == "100.00")
        #expect(json["expiresInMs"]?.integer(as: Int.self) == 840_000)
        #expect(json["offer"]?["quoteId"]?.string == json["quoteId"]?.string)
    }

    @Test func aQuoteThatIsOverTellsTheSearchToRepeat() throws {
        let scene = try scene()
        let (expired, found) = try scene.run { scene in
            let quote = try await scene.quote()
            try await scene.pass(.seconds(901))
            let expired = try await scene.send(.get, "/v1/quotes/\(quote)")
            let href = try #require(try expired.json["search"]?["href"]?.string)
            return (expired, try await scene.send(.get, href))
        }
        #expect(expired.status == 410)
        #expect(expired.code == "QUOTE_EXPIRED")
        #expect(found.status == 200)
        #expect(try found.json["hotels"]?.elements?.count == 1)
    }

    @Test(arguments: ["x", "%00", String(repeating: "A", count: 500)])
    func aForgedQuoteIsUnknown(id: String) throws {
        let answer = try scene().ask(.get, "/v1/quotes/\(id)")
        #expect(answer.status == 404)
        #expect(answer.code == "QUOTE_UNKNOWN")
    }

    // MARK: - Outcomes

    @Test(arguments: [HoldAbility.Keeper.supplier, .priceCheck])
    func aGrantIsCreatedAndToldAgain(keeper: HoldAbility.Keeper) throws {
        let (first, again, shown, found) = try scene(keeper: keeper).run { scene in
            let quote = try await scene.quote()
            let body =
                #"{"quoteId":"\#(quote)","clientReference":"C-1","metadata":{"b":1,"a":[2.50]}}"#
            let first = try await scene.hold(body)
            try await scene.pass(.seconds(60))
            let respelled =
                #"{ "metadata": {"a":[2.50], "b":1}, "clientReference":"C-1", "quoteId":"\#(quote)"}"#
            let again = try await scene.hold(respelled)
            let location = try #require(first.field("location"))
            return (
                first, again, try await scene.send(.get, location),
                try await scene.send(.get, "/v1/holds?attempt=k1")
            )
        }
        #expect(first.status == 201)
        #expect(first.field("idempotent-replayed") == nil)
        let hold = try first.json
        #expect(hold["state"]?.string == (keeper == .supplier ? "HELD" : "PRICE_CONFIRMED"))
        #expect(hold["by"]?.string == keeper.rawValue)
        #expect(first.field("location") == "/v1/holds/\(hold["holdId"]?.string ?? "")")
        #expect(hold["expiresInMs"]?.integer(as: Int.self) == 600_000)
        #expect(hold["clientReference"]?.string == "C-1")
        #expect(first.text.contains(#""metadata":{"a":[2.50],"b":1}"#))
        #expect(hold["offer"]?["price"]?["total"]?["amount"]?.string == "100.00")
        #expect(hold["price"]?["total"]?["amount"]?.string == "100.00")
        #expect(hold["supplierReference"]?.string == (keeper == .supplier ? "H1" : nil))
        #expect(again.status == 201)
        #expect(again.field("idempotent-replayed") == "true")
        #expect(try again.json["holdId"]?.string == hold["holdId"]?.string)
        #expect(try again.json["expiresInMs"]?.integer(as: Int.self) == 540_000)
        #expect(shown.status == 200)
        #expect(try shown.json.canonicalText == found.json.canonicalText)
    }

    @Test func anAmountWithoutACurrencyIsTheSameAfterTheStoredAnswerWent() throws {
        let (first, again) = try scene().run { scene in
            let quote = try await scene.quote()
            let body = #"{"quoteId":"\#(quote)","maxIncrease":{"amount":"5.00"}}"#
            let first = try await scene.hold(body)
            scene.gateway.store.lose()
            return (first, try await scene.hold(body))
        }
        #expect(first.status == 201)
        #expect(again.status == 201)
        #expect(again.field("idempotent-replayed") == "true")
    }

    @Test func aHigherPriceIsRefusedWithANewQuoteAndToldAgainByteForByte() throws {
        let (first, again, next) = try scene(revalidate: { _ in .answer(Self.dearer) }).run {
            scene in
            let quote = try await scene.quote()
            let body = #"{"quoteId":"\#(quote)"}"#
            let first = try await scene.hold(body)
            try await scene.pass(.seconds(5))
            let again = try await scene.hold(body)
            let new = try #require(try first.json["quote"]?["quoteId"]?.string)
            return (first, again, try await scene.hold(#"{"quoteId":"\#(new)"}"#, key: "k2"))
        }
        #expect(first.status == 409)
        #expect(first.field("content-type") == "application/problem+json")
        let json = try first.json
        #expect(json["code"]?.string == "PRICE_CHANGED")
        #expect(json["old"]?["amount"]?.string == "100.00")
        #expect(json["new"]?["amount"]?.string == "110.00")
        #expect(json["difference"]?["amount"]?.string == "10.00")
        #expect(json["percent"]?.number == "10.00")
        #expect(json["quote"]?["offer"]?["price"]?["total"]?["amount"]?.string == "110.00")
        #expect(again.status == 409)
        #expect(again.bytes == first.bytes)
        #expect(again.field("idempotent-replayed") == "true")
        #expect(next.status == 201)
    }

    @Test(arguments: [
        (#"{"percent":10}"#, 201), (#"{"percent":10.00}"#, 201), (#"{"percent":9.99}"#, 409),
        (#"{"amount":"10.00","currency":"EUR"}"#, 201), (#"{"amount":"10.00"}"#, 201),
        (#"{"amount":"9.99"}"#, 409),
    ])
    func aRiseWithinWhatIsAcceptedIsGranted(increase: String, status: Int) throws {
        let answer = try scene(revalidate: { _ in .answer(Self.dearer) }).run { scene in
            let quote = try await scene.quote()
            return try await scene.hold(#"{"quoteId":"\#(quote)","maxIncrease":\#(increase)}"#)
        }
        #expect(answer.status == status)
        guard status == 201 else { return }
        let change = try #require(try answer.json["change"])
        #expect(change["difference"]?["amount"]?.string == "10.00")
        #expect(try answer.json["price"]?["total"]?["amount"]?.string == "110.00")
    }

    @Test func otherTermsAreNamed() throws {
        let worse = "acme-0 R1 Double_Room RO non EUR 100.00"
        let answer = try scene(revalidate: { _ in .answer(worse) }).run { scene in
            try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
        }
        #expect(answer.status == 409)
        #expect(answer.code == "TERMS_CHANGED")
        let changes = try #require(try answer.json["changes"]?.elements)
        #expect(changes.map { $0["field"]?.string } == ["board", "cancellation"])
        #expect(changes[0]["old"]?.string == "BB")
        #expect(try answer.json["quote"]?["offer"]?["board"]?.string == "RO")
    }

    @Test func goneIsSoldOut() throws {
        let answer = try scene(revalidate: { _ in .answer("gone") }).run { scene in
            try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
        }
        #expect(answer.status == 409)
        #expect(answer.code == "SOLD_OUT")
    }

    @Test func aLostAnswerIsAcceptedAndSettledLater() throws {
        let scene = try scene(
            hold: { _ in .reset(after: "") }, retrieve: { _ in .answer("held H7") })
        let (first, later) = try scene.run { scene in
            let first = try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
            try await scene.pass(.seconds(120))
            return (first, try await scene.send(.get, "/v1/holds?idempotency_key=k1"))
        }
        #expect(first.status == 202)
        #expect(first.field("retry-after") == "2")
        #expect(first.field("location") != nil)
        #expect(try first.json["state"]?.string == "PENDING")
        #expect(try first.json["expiresAt"] == nil)
        #expect(later.status == 200)
        #expect(try later.json["state"]?.string == "HELD")
        #expect(try later.json["supplierReference"]?.string == "H7")
    }

    @Test func aSlowSupplierIsNotWaitedForLongerThanTheClientWants() throws {
        let slow: @Sendable (Int) -> Script = { _ in .answer(Self.offer, after: .seconds(4)) }
        let (answer, waited, busy) = try scene(revalidate: slow).run { scene in
            let quote = try await scene.quote()
            let start = scene.gateway.simulation.uptime()
            let answer = try await scene.hold(#"{"quoteId":"\#(quote)","waitMs":500}"#)
            let waited = start.duration(to: scene.gateway.simulation.uptime())
            return (answer, waited, try await scene.hold(#"{"quoteId":"\#(quote)","waitMs":0}"#))
        }
        #expect(answer.status == 202)
        #expect(waited == .milliseconds(500))
        // Nobody waits for the first any more, so the second is told how it stands.
        #expect(busy.status == 202)
        #expect(busy.field("idempotent-replayed") == "true")
    }

    @Test func theSameKeyStillRunningIsAConflict() throws {
        let slow: @Sendable (Int) -> Script = { _ in .answer(Self.offer, after: .seconds(2)) }
        let statuses = try scene(revalidate: slow).run { scene in
            let body = #"{"quoteId":"\#(try await scene.quote())"}"#
            return try await withThrowingTaskGroup(of: Answer.self) { group in
                group.addTask { try await scene.hold(body) }
                group.addTask {
                    try await scene.pass(.milliseconds(500))
                    return try await scene.hold(body)
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        #expect(statuses.map(\.status) == [409, 201])
        #expect(statuses.first?.code == "IDEMPOTENCY_IN_PROGRESS")
        #expect(statuses.first?.field("retry-after") == "1")
    }

    @Test func otherRefusalsDoNothingAndNameTheirReason() throws {
        let scene = try scene(needs: [.guests, .contact])
        let answers = try scene.run { scene in
            let quote = try await scene.quote()
            let crowd =
                #"[{"room":0,"firstName":"A","lastName":"B","lead":true},{"room":1,"firstName":"C","lastName":"D"}]"#
            let contact = #"{"email":"a@example.com","phone":"+351 21 000"}"#
            let bodies = [
                #"{"quoteId":"nope"}"#,
                #"{"quoteId":"\#(quote)","offerId":"other"}"#,
                #"{"quoteId":"\#(quote)"}"#,
                #"{"quoteId":"\#(quote)","guests":\#(crowd),"contact":\#(contact)}"#,
            ]
            var answers: [Answer] = []
            for body in bodies { answers.append(try await scene.hold(body)) }
            return answers
        }
        #expect(answers.map(\.status) == [404, 422, 422, 422])
        #expect(
            answers.map(\.code) == [
                "QUOTE_UNKNOWN", "OFFER_MISMATCH", "GUESTS_REQUIRED", "GUESTS_MISMATCH",
            ])
        #expect(
            answers[2].errors == [
                "/guests: required by the supplier", "/contact: required by the supplier",
            ])
        #expect(scene.ledger.rows.isEmpty)
    }

    @Test func aSupplierThatDidNothingIsToBeAskedAgain() throws {
        let scene = try scene(revalidate: { _ in .refused })
        let answer = try scene.run { scene in
            try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
        }
        #expect(answer.status == 503)
        #expect(answer.code == "SUPPLIER_UNAVAILABLE")
        #expect(answer.field("retry-after") != nil)
    }

    @Test func aKeyAndAQuoteAreSpentOnce() throws {
        let (reused, taken, shown) = try scene().run { scene in
            let quote = try await scene.quote()
            let body = #"{"quoteId":"\#(quote)"}"#
            _ = try await scene.hold(body)
            let other = #"{"quoteId":"\#(quote)","buyer":"b"}"#
            return (
                try await scene.hold(other), try await scene.hold(body, key: "k2"),
                try await scene.send(.get, "/v1/holds?attempt=k1")
            )
        }
        #expect(reused.status == 422)
        #expect(reused.code == "IDEMPOTENCY_KEY_REUSED")
        #expect(taken.status == 409)
        #expect(taken.code == "QUOTE_ALREADY_HELD")
        #expect(try taken.json["hold"]?.canonicalText == shown.json.canonicalText)
    }

    @Test(arguments: [
        (StorageFault.busy, "OVERLOADED"), (.unavailable, "STORAGE_UNAVAILABLE"),
        (.corrupt, "STORAGE_UNAVAILABLE"), (.damagedRow, "STORAGE_UNAVAILABLE"),
    ])
    func aLedgerInTroubleIsSaid(fault: StorageFault, code: String) throws {
        let scene = try scene()
        let answer = try scene.run { scene in
            let quote = try await scene.quote()
            scene.ledger.fail(fault, next: 1)
            return try await scene.hold(#"{"quoteId":"\#(quote)"}"#)
        }
        #expect(answer.status == 503)
        #expect(answer.code == code)
        #expect(answer.text.contains("nothing was done"))
        let comesAgain = fault == .busy || fault == .unavailable
        #expect((answer.field("retry-after") != nil) == comesAgain)
    }

    @Test func aHoldThatWasBegunIsNeverSaidToBeNothing() {
        let problem = Problem(.outcomeUnknown(.unavailable)) { _ in nil }
        #expect(problem.code == .storageUnavailable)
        #expect(problem.detail.contains("may be held"))
        #expect(!problem.detail.contains("nothing was done"))
        #expect(problem.retryAfter != nil)
    }

    // MARK: - The end of a hold

    @Test func aReleaseIsIdempotentAndAnEndIsSaid() throws {
        let (released, again, shown) = try scene().run { scene in
            let hold = try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
            let path = try #require(hold.field("location"))
            return (
                try await scene.send(.delete, path), try await scene.send(.delete, path),
                try await scene.send(.get, path)
            )
        }
        #expect(released.status == 204)
        #expect(again.status == 204)
        #expect(try shown.json["state"]?.string == "RELEASED")
        let ended = try scene().run { scene in
            let hold = try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
            try await scene.pass(.seconds(601))
            return try await scene.send(.delete, try #require(hold.field("location")))
        }
        #expect(ended.status == 409)
        #expect(ended.code == "HOLD_ENDED")
        #expect(try ended.json["state"]?.string == "EXPIRED")
    }

    @Test func aHoldThatIsNotDecidedCannotBeReleasedYet() throws {
        let answer = try scene(hold: { _ in .reset(after: "") }).run { scene in
            let hold = try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
            return try await scene.send(.delete, try #require(hold.field("location")))
        }
        #expect(answer.status == 409)
        #expect(answer.code == "HOLD_PENDING")
        #expect(answer.field("retry-after") == "2")
    }

    @Test(arguments: [
        (HTTPMethod.get, "/v1/holds/AAAAAAAAAAAAAAAAAAAAAA", 404, "HOLD_UNKNOWN"),
        (.get, "/v1/holds/short", 404, "HOLD_UNKNOWN"),
        (.delete, "/v1/holds/AAAAAAAAAAAAAAAAAAAAAA", 404, "HOLD_UNKNOWN"),
        (.get, "/v1/holds?attempt=k9", 404, "HOLD_UNKNOWN"),
        (.get, "/v1/holds", 400, "INVALID_REQUEST"),
        (.get, "/v1/holds?attempt=", 400, "INVALID_REQUEST"),
        (.get, "/v1/holds?attempt=a&idempotency_key=a", 400, "INVALID_REQUEST"),
        (.get, "/v1/holds/short?x=1", 400, "INVALID_REQUEST"),
    ])
    func whatWasNeverStartedIsUnknown(
        method: HTTPMethod, path: String, status: Int, code: String
    ) throws {
        let answer = try scene().ask(method, path)
        #expect(answer.status == status)
        #expect(answer.code == code)
    }

    @Test func outcomesAreCounted() throws {
        let scene = try scene()
        try scene.run { scene in
            let body = #"{"quoteId":"\#(try await scene.quote())"}"#
            _ = try await scene.hold(body)
            _ = try await scene.hold(body)
            _ = try await scene.hold(#"{"quoteId":"nope"}"#, key: "k2")
        }
        let page = String(decoding: scene.metrics.page(), as: UTF8.self)
        for line in [
            #"{outcome="granted",replayed="no"} 1"#, #"{outcome="granted",replayed="yes"} 1"#,
            #"{outcome="QUOTE_UNKNOWN",replayed="no"} 1"#,
        ] {
            #expect(page.contains("tributary_hold_requests_total" + line), "\(line)")
        }
    }
}

extension WebScene {
    /// The quote of the first offer of hotel 0.
    func quote() async throws -> String {
        let answer = try await send(.get, Self.search)
        return try #require(try answer.json["hotels"]?[0]?["offers"]?[0]?["quoteId"]?.string)
    }

    func hold(_ body: String, key: String = "k1") async throws -> Answer {
        try await send(
            .post, "/v1/holds", [("Content-Type", "application/json"), ("Idempotency-Key", key)],
            body: body)
    }
}

/// Guests against the rooms they are told for, before any supplier is asked.
@Suite struct GuestsOfRoomsTests {
    @Test(
        arguments: [
            ("2", "A", nil), ("2", "A A", nil), ("2", "A A A", "GUESTS_MISMATCH"),
            ("2-9,4", "A A 9 4", nil), ("2-9,4", "A 9", nil), ("2-9,4", "A 8", "GUESTS_MISMATCH"),
            ("2-9,4", "9 9", "GUESTS_MISMATCH"), ("2", "17", "GUESTS_MISMATCH"),
            ("1-5", "30 31", "GUESTS_MISMATCH"), ("1-5", "30 5", nil),
        ] as [(String, String, String?)])
    func areJudged(occupancy: String, guests: String, code: String?) throws {
        let scene = try WebScene(needs: [.guests]) { _, step, _ in
            step == "hold" ? .answer("held H1") : .answer(HoldRoutesTests.offer)
        }
        let list = guests.split(separator: " ").enumerated().map { place, word in
            let age = word == "A" ? "" : #","age":\#(word)"#
            return #"{"room":0,"firstName":"Ada","lastName":"Byron","lead":\#(place == 0)\#(age)}"#
        }
        let answer = try scene.run { scene in
            let path = WebScene.search.replacing("occupancy=2", with: "occupancy=\(occupancy)")
            let found = try await scene.send(.get, path).json
            let quote = found["hotels"]?[0]?["offers"]?[0]?["quoteId"]?.string ?? ""
            return try await scene.hold(
                #"{"quoteId":"\#(quote)","guests":[\#(list.joined(separator: ","))]}"#)
        }
        #expect(answer.code == code)
        #expect(answer.status == (code == nil ? 201 : 422))
        let asked = scene.gateway.transport.urls.filter { $0.contains("/revalidate") }
        #expect(asked.isEmpty == (code != nil))
    }
}

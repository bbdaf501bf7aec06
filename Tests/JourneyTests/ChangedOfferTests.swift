import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// A quote is never held at another price or other terms than its client agreed to.
    @Suite struct ChangedOfferTests {
        /// Searches from the cache, lets every price move, and holds until one has risen.
        @Test(.stage) func aCheapPriceFromTheCacheIsRefusedAndTheNewOneHeld() async throws {
            let stage = try Stage.current
            let before = try await stage.holdable(by: "supplier", "linkrest", maxAge: nil)
            let kept = try await stage.get(
                Query(
                    hotels: try Fixtures.hotels(of: ["linkrest"], most: 8),
                    suppliers: ["linkrest"], maxAge: nil
                ).path)
            let asked = try await stage.calls("linkrest", "shop").count
            #expect(try kept.json.status(of: "linkrest")?["source"]?.string == "cache")
            #expect(asked == 1)
            try await stage.adopt(
                "{}", drift: "{\"everySeconds\":86400,\"share\":1,\"percent\":20}")
            let offers = try kept.json.offers.compactMap { Holdable($0.hotel, $0.offer) }
                .filter { offer in before.contains { $0.offerID == offer.offerID } }
            #expect(offers.count > 10)
            for (number, offer) in offers.enumerated() {
                let answer = try await stage.hold(offer.quoteID, key: "cheap-\(number)")
                if answer.status == 409 {
                    try await judge(answer, offer, key: "cheap-\(number)", stage)
                    return
                }
                // Cheaper than quoted is granted as it is now.
                #expect(answer.status == 201, "\(answer.text)")
            }
            Issue.record("no price has risen")
        }

        private func judge(
            _ answer: Answer, _ offer: Holdable, key: String, _ stage: Stage
        ) async throws {
            let body = try answer.json
            #expect(body["code"]?.string == "PRICE_CHANGED", "\(answer.text)")
            #expect(answer["Content-Type"] == "application/problem+json")
            #expect(body["old"]?["amount"]?.string == offer.total)
            let new = try #require(body["new"]?["amount"]?.string)
            #expect(new != offer.total)
            #expect(body["difference"]?["amount"]?.string != nil && body["percent"] != nil)
            let quote = try #require(body["quote"])
            #expect(quote["offer"]?["price"]?["total"]?["amount"]?.string == new)
            try await expectReplay(of: answer, offer.quoteID, key: key, stage)
            let quoteID = try #require(quote["quoteId"]?.string)
            let held = try await stage.hold(quoteID, key: key + "-new")
            #expect(held.status == 201, "\(held.text)")
            let hold = try held.json
            #expect(hold["state"]?.string == "HELD")
            #expect(hold["price"]?["total"]?["amount"]?.string == new)
        }

        /// The same key tells the same bytes; another body under it is refused.
        private func expectReplay(
            of first: Answer, _ quote: String, key: String, _ stage: Stage
        ) async throws {
            let again = try await stage.hold(quote, key: key)
            #expect(again.status == first.status)
            #expect(again.body == first.body)
            #expect(again["Idempotent-Replayed"] == "true")
            #expect(first["Idempotent-Replayed"] == nil)
            let other = try await stage.hold(quote, key: key, guest: "Rui")
            #expect(other.status == 422)
            #expect(try other.json["code"]?.string == "IDEMPOTENCY_KEY_REUSED")
        }

        /// A rise within what the client accepts is granted at the new price, and said.
        @Test(.stage) func anAcceptedRiseIsGranted() async throws {
            let stage = try Stage.current
            let offers = try await stage.holdable(by: "price_check", "streamrates")
            try #require(offers.count > 1)
            for (number, bound) in ["{\"percent\":8}", "{\"percent\":1.5}"].enumerated() {
                try await stage.plan("streamrates", "prebook", ["priceChanged"])
                let answer = try await stage.hold(
                    offers[number].quoteID, key: "rise-\(number)",
                    more: ",\"maxIncrease\":\(bound)")
                let body = try answer.json
                guard number == 0 else {
                    #expect(answer.status == 409)
                    #expect(body["code"]?.string == "PRICE_CHANGED")
                    continue
                }
                #expect(answer.status == 201, "\(answer.text)")
                #expect(body["change"]?["old"]?["amount"]?.string == offers[0].total)
                let price = body["price"]?["total"]?["amount"]?.string
                #expect(price == body["change"]?["new"]?["amount"]?.string)
                #expect(price != nil && price != offers[0].total)
            }
        }

        /// What a check said is what the supplier holds at, by the new quote or by what was accepted.
        @Test(
            .stage,
            arguments: [
                ("streamrates", "prebook", "price_check"), ("linkrest", "priceCheck", "supplier"),
                ("otaxml", "avail", "supplier"),
            ])
        func aRiseIsHeldAtTheNewPrice(supplier: String, step: String, keeper: String) async throws {
            let stage = try Stage.current
            let offers = try await stage.holdable(by: keeper, supplier)
            let offer = try #require(offers.first)
            // The supplier's rise is for a whole hotel where it is asked again by a search.
            let other = try #require(offers.first { $0.hotel != offer.hotel })
            try await stage.plan(supplier, step, ["priceChanged"])
            let refused = try await stage.hold(offer.quoteID, key: "risen")
            #expect(refused.status == 409, "\(refused.text)")
            let problem = try refused.json
            #expect(problem["code"]?.string == "PRICE_CHANGED")
            #expect(problem["old"]?["amount"]?.string == offer.total)
            let new = try #require(problem["new"]?["amount"]?.string)
            #expect(new != offer.total)
            let quote = try #require(problem["quote"]?["quoteId"]?.string)
            let held = try await stage.hold(quote, key: "risen-new")
            #expect(held.status == 201, "\(held.text)")
            #expect(try held.json["price"]?["total"]?["amount"]?.string == new)
            #expect(try held.json["change"]?["new"] == nil)

            try await stage.plan(supplier, step, ["priceChanged"])
            let granted = try await stage.hold(
                other.quoteID, key: "accepted", more: ",\"maxIncrease\":{\"percent\":10}")
            #expect(granted.status == 201, "\(granted.text)")
            let change = try granted.json["change"]
            #expect(change?["old"]?["amount"]?.string == other.total)
            let price = try granted.json["price"]?["total"]?["amount"]?.string
            #expect(price != nil && price != other.total)
            #expect(change?["new"]?["amount"]?.string == price)
        }

        /// The price check's price is gone at the hold itself: it is checked again, and the rise
        /// is judged by what the client accepts.
        @Test(.stage, arguments: [true, false])
        func aPriceThatMovesBetweenCheckAndHoldIsCheckedAgain(isAccepted: Bool) async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", "linkrest").first)
            try await stage.plan("linkrest", "book", ["priceChanged"])
            let answer = try await stage.hold(
                offer.quoteID, key: "moved",
                more: isAccepted ? ",\"maxIncrease\":{\"percent\":10}" : "")
            guard isAccepted else {
                #expect(answer.status == 409, "\(answer.text)")
                #expect(try answer.json["code"]?.string == "PRICE_CHANGED")
                #expect(try await stage.calls("linkrest", "book").count == 1)
                return
            }
            #expect(answer.status == 201, "\(answer.text)")
            #expect(try answer.json["change"]?["old"]?["amount"]?.string == offer.total)
            #expect(
                try answer.json["price"]?["total"]?["amount"]?.string
                    == answer.json["change"]?["new"]?["amount"]?.string)
            #expect(try await stage.calls("linkrest", "priceCheck").count == 2)
            let books = try await stage.calls("linkrest", "book")
            #expect(books.map { $0["committed"]?.bool } == [false, true])
        }

        @Test(
            .stage,
            arguments: [
                ("streamrates", "prebook", "price_check"), ("linkrest", "priceCheck", "supplier"),
                ("otaxml", "avail", "supplier"),
            ])
        func whatIsGoneIsSoldOut(supplier: String, step: String, keeper: String) async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: keeper, supplier).first)
            try await stage.plan(supplier, step, ["soldOut"])
            let answer = try await stage.hold(offer.quoteID, key: "gone")
            #expect(answer.status == 409, "\(answer.text)")
            #expect(try answer.json["code"]?.string == "SOLD_OUT")
            let calls = try await stage.calls(supplier, step).count
            try await expectReplay(of: answer, offer.quoteID, key: "gone", stage)
            #expect(try await stage.calls(supplier, step).count == calls)
        }

        @Test(
            .stage,
            arguments: [
                ("streamrates", "prebook", "price_check"), ("otaxml", "avail", "supplier"),
            ])
        func worseTermsAreRefusedWithANewQuote(
            supplier: String, step: String, keeper: String
        ) async throws {
            let stage = try Stage.current
            let offers = try await stage.holdable(by: keeper, supplier)
            let offer = try #require(offers.first { $0.isRefundable })
            try await stage.plan(supplier, step, ["termsChanged"])
            let answer = try await stage.hold(offer.quoteID, key: "terms")
            #expect(answer.status == 409, "\(answer.text)")
            let body = try answer.json
            #expect(body["code"]?.string == "TERMS_CHANGED")
            let changes = body["changes"]?.elements ?? []
            #expect(changes.map { $0["field"]?.string } == ["cancellation"])
            #expect(changes.allSatisfy { $0["old"]?.string != $0["new"]?.string })
            let new = body["quote"]?["offer"]?["cancellation"]?["kind"]?.string
            #expect(new == "nonRefundable")
            try await expectReplay(of: answer, offer.quoteID, key: "terms", stage)
        }

        @Test(.stage) func aGrantIsReplayedWithTheHoldAsItIsNow() async throws {
            let stage = try Stage.current
            let offer = try #require(
                try await stage.holdable(by: "price_check", "streamrates").first)
            let first = try await stage.hold(offer.quoteID, key: "grant")
            #expect(first.status == 201, "\(first.text)")
            #expect(try first.json["state"]?.string == "PRICE_CONFIRMED")
            let again = try await stage.hold(offer.quoteID, key: "grant")
            #expect(again.status == 201 && again["Idempotent-Replayed"] == "true")
            #expect(again["Location"] == first["Location"])
            #expect(Plain.text(try again.json) == Plain.text(try first.json))
            // As parsed, not as written.
            let respelt = try await stage.send(
                .post, "/v1/holds",
                fields: [("Content-Type", "application/json"), ("Idempotency-Key", "grant")],
                body: """
                    { "contact": {"phone": "+351 21 0000000", "email": "ana@example.org"},
                      "guests": [{"lead": true, "lastName": "Reis", "firstName": "A\u{5C}u006ea",
                                  "room": 0}],
                      "quoteId": "\(offer.quoteID)" }
                    """)
            #expect(respelt.status == 201, "\(respelt.text)")
            #expect(respelt["Idempotent-Replayed"] == "true")
            let other = try await stage.hold(offer.quoteID, key: "another")
            #expect(other.status == 409)
            #expect(try other.json["code"]?.string == "QUOTE_ALREADY_HELD")
            #expect(
                try other.json["hold"]?["holdId"]?.string == first.json["holdId"]?.string)
            #expect(try await stage.calls("streamrates", "prebook").count == 1)
        }

        @Test(.stage) func withoutAKeyNobodyIsAsked() async throws {
            let stage = try Stage.current
            let offer = try #require(
                try await stage.holdable(by: "price_check", "streamrates").first)
            for key in [nil, "", "with space", String(repeating: "k", count: 256)] as [String?] {
                let answer = try await stage.send(
                    .post, "/v1/holds",
                    fields: [("Content-Type", "application/json")]
                        + (key.map { [("Idempotency-Key", $0)] } ?? []),
                    body: Stage.holdBody(offer.quoteID))
                #expect(answer.status == 400, "\(answer.text)")
                let errors = try answer.json["errors"]?.elements ?? []
                #expect(errors.map { $0["parameter"]?.string } == ["Idempotency-Key"])
            }
            #expect(try await stage.calls("streamrates", "prebook").isEmpty)
        }
    }
}

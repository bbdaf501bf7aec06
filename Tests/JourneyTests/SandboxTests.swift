import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// A sandbox rehearses at the mocks what may come to a hold: they really answer so.
    @Suite struct SandboxTests {
        private static let suppliers = [
            ("linkrest", "priceCheck", "supplier"), ("otaxml", "avail", "supplier"),
            ("streamrates", "prebook", "price_check"),
        ]

        private func hold(
            _ offer: Holdable, key: String, test: String, _ stage: Stage
        ) async throws -> Answer {
            try await stage.send(
                .post, "/v1/holds",
                fields: [
                    ("Content-Type", "application/json"), ("Idempotency-Key", key),
                    ("Tributary-Test", test),
                ], body: Stage.holdBody(offer.quoteID, more: ",\"waitMs\":20000"))
        }

        @Test(.stage, arguments: suppliers)
        func eachOutcomeIsHadSideBySide(
            supplier: String, step: String, keeper: String
        ) async throws {
            let stage = try Stage.current
            // Only what can be cancelled can get worse terms.
            let offers = try await stage.holdable(by: keeper, supplier).filter(\.isRefundable)
            try #require(offers.count > 4)
            var wanted = [
                ("hold=price_changed", 409, "PRICE_CHANGED"), ("hold=sold_out", 409, "SOLD_OUT"),
                ("hold=unavailable", 503, "SUPPLIER_UNAVAILABLE"),
            ]
            // The price check of linkrest's protocol says nothing of terms.
            let tellsTerms = supplier != "linkrest"
            if tellsTerms { wanted.append(("hold=terms_changed", 409, "TERMS_CHANGED")) }
            // At once, and an ordinary hold among them.
            let answers = try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
                for (place, want) in wanted.enumerated() {
                    group.addTask {
                        (place, try await hold(offers[place], key: want.0, test: want.0, stage))
                    }
                }
                let ordinary = offers[wanted.count]
                group.addTask { (-1, try await stage.hold(ordinary.quoteID, key: "ordinary")) }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for (place, want) in wanted.enumerated() {
                let answer = try #require(answers[place])
                #expect(answer.status == want.1, "\(want.0): \(answer.text)")
                #expect(try answer.json["code"]?.string == want.2)
            }
            #expect(answers[-1]?.status == 201, "\(answers[-1]?.text ?? "")")
            // The mock's own log agrees, call by call.
            let faults = try await stage.calls(supplier, step).compactMap { $0["fault"]?.string }
            let told = ["priceChanged", "soldOut", "status"]
            #expect(faults.sorted() == told + (tellsTerms ? ["termsChanged"] : []))
            if !tellsTerms {
                let answer = try await hold(
                    offers[wanted.count + 1], key: "t", test: "hold=terms_changed", stage)
                #expect(answer.status == 400, "\(answer.text)")
                #expect(answer.text.contains("linkrest cannot answer so; it knows hold=price_"))
            }
            // Nothing of it stays: the same offer is held as it was quoted.
            let again = try await stage.hold(offers[0].quoteID, key: "afterwards")
            #expect(again.status == 201, "\(again.text)")
            #expect(try again.json["price"]?["total"]?["amount"]?.string == offers[0].total)
            #expect(try again.json["change"] == nil)
        }

        @Test(.stage, arguments: [("otaxml", "supplier"), ("streamrates", "price_check")])
        func worseTermsAreSaidOnceAndNeverOfWhatHasNoWorse(
            supplier: String, keeper: String
        ) async throws {
            let stage = try Stage.current
            let offers = try await stage.holdable(by: keeper, supplier)
            let free = try #require(offers.first { $0.isRefundable })
            let refused = try await hold(free, key: "w", test: "hold=terms_changed", stage)
            #expect(refused.status == 409, "\(refused.text)")
            // The new quote is of the worse terms; the supplier is back at the better ones.
            let quote = try #require(
                try refused.json["quote"]?["quoteId"]?.string, "\(refused.text)")
            let granted = try await stage.hold(quote, key: "again")
            #expect(granted.status == 201, "\(granted.text)")
            let none = try #require(offers.first { !$0.isRefundable })
            let impossible = try await hold(none, key: "n", test: "hold=terms_changed", stage)
            #expect(impossible.status == 400, "\(impossible.text)")
            #expect(impossible.text.contains("there are no worse terms"))
        }

        @Test(arguments: ["linkrest", "otaxml", "streamrates"])
        func pendingIsSettledLater(supplier: String) async throws {
            var setting = Stage.Setting()
            let keeps = supplier != "streamrates"
            if keeps {
                setting.manifests[supplier] = try Fixtures.impatientManifest(of: supplier)
            }
            try await Stage.run(setting) { stage in
                let keeper = keeps ? "supplier" : "price_check"
                let offer = try #require(try await stage.holdable(by: keeper, supplier).first)
                let answer = try await hold(offer, key: "p", test: "hold=pending", stage)
                #expect(answer.status == 202, "\(answer.text)")
                #expect(try answer.json["state"]?.string == "PENDING")
                let location = try #require(answer["Location"])
                let settled = try await stage.eventually("the hold is settled") {
                    let now = try await stage.holdState(location)["state"]?.string
                    return now == "PENDING" ? nil : now
                }
                #expect(settled == (keeps ? "HELD" : "PRICE_CONFIRMED"))
            }
        }

        @Test(.stage) func nobodyDictatesToOurOwnRooms() async throws {
            let stage = try Stage.current
            let offer = try #require(
                try await stage.holdable(by: "inventory", "direct").first)
            let answer = try await hold(offer, key: "own", test: "hold=sold_out", stage)
            #expect(answer.status == 400)
            #expect(answer.text.contains("our own rooms are real"))
        }
    }
}

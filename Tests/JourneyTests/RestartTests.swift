import Testing
import WireFormat

extension Journey {
    /// What was promised is kept by the next gateway on the same data.
    @Suite struct RestartTests {
        private struct Kept {
            let holds: [String: JSONValue]
            let quote: Holdable
            let first: Holdable
            let refused: Answer
            let refusedQuote: String
        }

        @Test func holdsQuotesAndRefusalsLiveOn() async throws {
            var setting = Stage.Setting()
            setting.data = Fixtures.temporaryPath("kept")
            var kept: Kept?
            try await Stage.run(setting) { kept = try await promise($0) }
            let promised = try #require(kept)
            try await Stage.run(setting) { try await expect(promised, $0) }
        }

        /// The gateway ends while nobody knows what the supplier did: the next one finds out.
        @Test(arguments: [("linkrest", "book"), ("otaxml", "reserve")])
        func aHoldInDoubtIsSettledByTheNextGateway(supplier: String, step: String) async throws {
            var setting = Stage.Setting()
            setting.data = Fixtures.temporaryPath("doubt")
            try await Stage.run(setting) { first in
                let offer = try #require(try await first.holdable(by: "supplier", supplier).first)
                try await first.plan(supplier, step, ["dropAnswer"])
                let answer = try await first.hold(offer.quoteID, key: "doubt")
                #expect(answer.status == 202, "\(answer.text)")
                let location = try #require(answer["Location"])
                await first.drainGateway()
                var next = setting
                next.addresses = first.suppliers
                next.manifests[supplier] = try Fixtures.impatientManifest(of: supplier)
                try await Stage.run(next) { try await expectHeld(location, offer, $0) }
                let calls = try await first.calls(supplier, step)
                #expect(calls.map { $0["committed"]?.bool } == [true])
            }
        }

        private func expectHeld(
            _ location: String, _ offer: Holdable, _ stage: Stage
        ) async throws {
            let settled = try await stage.eventually("the hold is settled") {
                let now = try await stage.holdState(location)
                return now["state"]?.string == "PENDING" ? nil : now
            }
            #expect(settled["state"]?.string == "HELD")
            #expect(settled["supplierReference"]?.string?.isEmpty == false)
            let again = try await stage.hold(offer.quoteID, key: "doubt")
            #expect(again.status == 201 && again["Idempotent-Replayed"] == "true")
        }

        private func promise(_ stage: Stage) async throws -> Kept {
            let offers = try await stage.holdable(by: "supplier", "linkrest")
            try #require(offers.count > 2)
            let held = try await stage.hold(offers[0].quoteID, key: "kept")
            #expect(held.status == 201, "\(held.text)")
            let own = try #require(
                try await stage.holdable(by: "inventory", "direct", hotels: 3).first)
            let ownHeld = try await stage.hold(own.quoteID, key: "own")
            #expect(ownHeld.status == 201, "\(ownHeld.text)")
            try await stage.plan("linkrest", "priceCheck", ["soldOut"])
            let refused = try await stage.hold(offers[1].quoteID, key: "refused")
            #expect(refused.status == 409)
            return Kept(
                holds: [
                    try #require(held["Location"]): try held.json,
                    try #require(ownHeld["Location"]): try ownHeld.json,
                ], quote: offers[2], first: offers[0], refused: refused,
                refusedQuote: offers[1].quoteID)
        }

        private func expect(_ kept: Kept, _ stage: Stage) async throws {
            for (location, before) in kept.holds {
                let now = try await stage.holdState(location)
                #expect(now["state"]?.string == "HELD")
                #expect(Plain.text(now) == Plain.text(before))
                #expect(now["expiresAt"]?.string == before["expiresAt"]?.string)
                #expect(now.number("expiresInMs") ?? 0 < before.number("expiresInMs") ?? 0)
            }
            let again = try await stage.hold(kept.first.quoteID, key: "kept")
            #expect(again.status == 201 && again["Idempotent-Replayed"] == "true")
            #expect(try await stage.calls("linkrest", "book").isEmpty)
            let refused = try await stage.hold(kept.refusedQuote, key: "refused")
            #expect(refused.status == 409 && refused.body == kept.refused.body)
            let quote = try await stage.get("/v1/quotes/\(kept.quote.quoteID)")
            #expect(quote.status == 200, "\(quote.text)")
            let held = try await stage.hold(kept.quote.quoteID, key: "after")
            #expect(held.status == 201, "\(held.text)")
            #expect(try held.json["price"]?["total"]?["amount"]?.string == kept.quote.total)
            // Our own room is still taken.
            let rooms = try await stage.holdable(by: "inventory", "direct", hotels: 3)
            let own = kept.holds.values.first { $0["by"]?.string == "inventory" }
            let offerID = own?["offer"]?["offerId"]?.string
            let offer = try #require(rooms.first { $0.offerID == offerID })
            #expect(offer.remaining == 4)
        }
    }
}

import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// A supplier that surely did nothing: nothing is stored, and the same key may try again.
    @Suite struct UnavailableTests {
        private static let cases = [
            ("linkrest", "priceCheck", "html"),
            ("linkrest", "priceCheck", "throttle"),
            ("linkrest", "priceCheck", "{\"kind\":\"status\",\"status\":503}"),
            ("linkrest", "book", "throttle"), ("streamrates", "prebook", "resetMidBody"),
            ("otaxml", "avail", "emptyBody"),
        ]

        @Test(.stage, arguments: cases)
        func nothingIsStoredAndTheKeyMayTryAgain(
            supplier: String, step: String, fault: String
        ) async throws {
            let stage = try Stage.current
            let keeper = supplier == "streamrates" ? "price_check" : "supplier"
            let offer = try #require(try await stage.holdable(by: keeper, supplier).first)
            try await stage.plan(supplier, step, [fault])
            let answer = try await stage.hold(offer.quoteID, key: "again")
            #expect(answer.status == 503, "\(answer.text)")
            #expect(try answer.json["code"]?.string == "SUPPLIER_UNAVAILABLE")
            #expect(answer["Retry-After"] != nil)
            #expect(try await stage.get("/v1/holds?attempt=again").status == 404)
            // A supplier that throttles is left alone for a second.
            let second = try await stage.eventually("the supplier is asked again") {
                let answer = try await stage.hold(offer.quoteID, key: "again")
                return fault == "throttle" && answer.status == 503 ? nil : answer
            }
            #expect(second.status == 201, "\(second.text)")
            #expect(second["Idempotent-Replayed"] == nil)
        }

        @Test func aPortThatIsClosed() async throws {
            try await Stage.run { stage in
                let offer = try #require(
                    try await stage.holdable(by: "supplier", "linkrest").first)
                try await stage.adopt("{\"linkrest\":{\"down\":true}}")
                let answer = try await stage.hold(offer.quoteID, key: "down")
                #expect(answer.status == 503, "\(answer.text)")
                try await stage.adopt("{}")
                #expect(try await stage.hold(offer.quoteID, key: "down").status == 201)
            }
        }

        /// A release that the supplier refuses is tried until it is taken; its client need not wait.
        @Test(.stage, arguments: [("linkrest", "release"), ("otaxml", "cancel")])
        func aReleaseIsTriedUntilItIsTaken(supplier: String, step: String) async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", supplier).first)
            let held = try await stage.hold(offer.quoteID, key: "release")
            let location = try #require(held["Location"])
            try await stage.plan(supplier, step, ["{\"kind\":\"status\",\"status\":503}"])
            #expect(try await stage.send(.delete, location).status == 204)
            #expect(try await stage.holdState(location)["state"]?.string == "RELEASED")
            let _: Bool = try await stage.eventually("the supplier gives the room back") {
                let rooms = try await stage.inventory(supplier)["reservations"]?.elements ?? []
                return rooms.first?["state"]?.string == "released" ? true : nil
            }
            #expect(try await stage.calls(supplier, step).count > 1)
        }

        /// The supplier keeps the room on worse terms than it confirmed: that room is given back.
        @Test(.stage) func aHoldOnWorseTermsIsNotGranted() async throws {
            let stage = try Stage.current
            let offers = try await stage.holdable(by: "supplier", "otaxml")
            let offer = try #require(offers.first { $0.isRefundable })
            try await stage.plan("otaxml", "reserve", ["termsChanged"])
            let answer = try await stage.hold(offer.quoteID, key: "worse")
            #expect(answer.status == 503, "\(answer.text)")
            func states() async throws -> [String?] {
                let rooms = try await stage.inventory("otaxml")["reservations"]?.elements ?? []
                return rooms.map { $0["state"]?.string }
            }
            #expect(try await states() == ["released"])
            let again = try await stage.hold(offer.quoteID, key: "worse")
            #expect(again.status == 201, "\(again.text)")
            let terms = try again.json["offer"]?["cancellation"]?["kind"]?.string
            #expect(terms != "nonRefundable")
            #expect(try await states().sorted { ($0 ?? "") < ($1 ?? "") } == ["held", "released"])
        }
    }
}

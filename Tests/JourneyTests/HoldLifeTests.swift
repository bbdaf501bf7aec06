import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// How holds end: by their client, by the clock, at the supplier too.
    @Suite struct HoldLifeTests {
        private static let keepers = [("linkrest", "supplier"), ("otaxml", "supplier")]

        /// A hold of the first offer; its place.
        private func held(
            _ stage: Stage, _ supplier: String, _ keeper: String
        ) async throws -> (location: String, hold: JSONValue, offer: Holdable) {
            let offer = try #require(try await stage.holdable(by: keeper, supplier).first)
            let answer = try await stage.hold(offer.quoteID, key: "life")
            try #require(answer.status == 201, "\(answer.text)")
            return (try #require(answer["Location"]), try answer.json, offer)
        }

        private func room(_ stage: Stage, _ supplier: String) async throws -> String? {
            let rooms = try await stage.inventory(supplier)["reservations"]?.elements ?? []
            #expect(rooms.count == 1)
            return rooms.first?["state"]?.string
        }

        @Test(.stage, arguments: keepers)
        func aReleaseGivesTheRoomBack(supplier: String, keeper: String) async throws {
            let stage = try Stage.current
            let (location, hold, _) = try await held(stage, supplier, keeper)
            #expect(hold["state"]?.string == "HELD")
            #expect(try await room(stage, supplier) == "held")
            for _ in 0..<2 {
                let answer = try await stage.send(.delete, location)
                #expect(answer.status == 204 && answer.body.isEmpty)
            }
            let after = try await stage.holdState(location)
            #expect(after["state"]?.string == "RELEASED")
            #expect(after.number("version") ?? 0 > hold.number("version") ?? 0)
            let _: Bool = try await stage.eventually("the room is given back") {
                try await room(stage, supplier) == "released" ? true : nil
            }
        }

        /// A grant and a release each show in the next search, also in one that may be old.
        @Test(.stage, arguments: keepers)
        func theCacheKeepsUpWithHolds(supplier: String, keeper: String) async throws {
            let stage = try Stage.current
            func shown() async throws -> [Holdable] {
                try await stage.holdable(by: keeper, supplier, maxAge: nil)
            }
            let offer = try #require(
                try await shown().first { $0.remaining ?? 0 > 1 && $0.remaining ?? 99 < 10 })
            func remaining() async throws -> Int? {
                try await shown().first { $0.offerID == offer.offerID }?.remaining
            }
            let rooms = try #require(offer.remaining)
            #expect(try await remaining() == rooms)
            let answer = try await stage.hold(offer.quoteID, key: "shown")
            #expect(answer.status == 201, "\(answer.text)")
            #expect(try await remaining() == rooms - 1)
            #expect(try await stage.send(.delete, #require(answer["Location"])).status == 204)
            let back: Int = try await stage.eventually("the room is shown again") {
                let now = try await remaining()
                return now == rooms ? now : nil
            }
            #expect(back == rooms)
        }

        @Test(
            .stage { $0.holdLife = .milliseconds(1200) }, arguments: keepers)
        func theClockEndsAHold(supplier: String, keeper: String) async throws {
            let stage = try Stage.current
            let (location, hold, _) = try await held(stage, supplier, keeper)
            let left = try #require(hold.number("expiresInMs"))
            #expect((1...1200).contains(left))
            let ended = try await stage.eventually("the hold expires") {
                let now = try await stage.holdState(location)
                return now["state"]?.string == "EXPIRED" ? now : nil
            }
            #expect(ended["expiresAt"]?.string == hold["expiresAt"]?.string)
            #expect(ended.number("expiresInMs") ?? 0 == 0)
            let refused = try await stage.send(.delete, location)
            #expect(refused.status == 409)
            #expect(try refused.json["code"]?.string == "HOLD_ENDED")
            // The sweeper tells the supplier, although its own hold would live on.
            let _: Bool = try await stage.eventually("the room is given back") {
                try await room(stage, supplier) == "released" ? true : nil
            }
        }

        @Test(.stage { $0.holdLife = .milliseconds(1200) })
        func ourOwnRoomComesBackByItself() async throws {
            let stage = try Stage.current
            let before = try await stage.holdable(by: "inventory", "direct", hotels: 3)
            let offer = try #require(before.first)
            let rooms = try #require(offer.remaining)
            let answer = try await stage.hold(offer.quoteID, key: "own")
            #expect(answer.status == 201, "\(answer.text)")
            func remaining() async throws -> Int? {
                let now = try await stage.holdable(by: "inventory", "direct", hotels: 3)
                return now.first { $0.offerID == offer.offerID }?.remaining
            }
            #expect(try await remaining() == rooms - 1)
            let back: Int = try await stage.eventually("the room is sold again") {
                let now = try await remaining()
                return now == rooms ? now : nil
            }
            #expect(back == rooms)
            let location = try #require(answer["Location"])
            #expect(try await stage.holdState(location)["state"]?.string == "EXPIRED")
        }

        /// A quote that is over asks for a new search, with the address of it.
        @Test(.stage { $0.quoteLife = .milliseconds(1) })
        func anOldQuoteCannotBeHeld() async throws {
            let stage = try Stage.current
            let offer = try #require(
                try await stage.holdable(by: "price_check", "streamrates").first)
            let answer = try await stage.eventually("the quote is over") {
                let answer = try await stage.get("/v1/quotes/\(offer.quoteID)")
                return answer.status == 410 ? answer : nil
            }
            #expect(try answer.json["code"]?.string == "QUOTE_EXPIRED")
            let again = try #require(try answer.json["search"]?["href"]?.string)
            #expect(try await stage.get(again).status == 200)
            let held = try await stage.hold(offer.quoteID, key: "old")
            #expect(held.status == 410, "\(held.text)")
            #expect(try await stage.calls("streamrates", "prebook").isEmpty)
        }
    }
}

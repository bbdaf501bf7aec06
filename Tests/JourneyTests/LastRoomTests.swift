import Testing
import WireFormat

extension Journey {
    /// Many clients at once want the last room: one gets it.
    @Suite struct LastRoomTests {
        private static let clients = 20

        @Test(
            .stage { $0.loops = 2 },
            arguments: [("linkrest", "supplier"), ("direct", "inventory"), ("otaxml", "supplier")])
        func oneClientGetsIt(supplier: String, keeper: String) async throws {
            let stage = try Stage.current
            let offers = try await stage.holdable(by: keeper, supplier, nights: 1, hotels: 20)
            let known = offers.filter { $0.remaining != nil }
            let scarce = try #require(known.min { ($0.remaining ?? 0) < ($1.remaining ?? 0) })
            for number in 1..<(scarce.remaining ?? 1) {
                let quote = try await stage.freshQuote(of: scarce, supplier, nights: 1)
                let answer = try await stage.hold(quote, key: "before-\(number)")
                try #require(answer.status == 201, "\(answer.text)")
            }
            var quotes: [String] = []
            for _ in 0..<Self.clients {
                quotes.append(try await stage.freshQuote(of: scarce, supplier, nights: 1))
            }
            let answers = try await race(quotes, stage)
            let won = answers.filter { $0.status == 201 }
            #expect(won.count == 1)
            #expect(try won.first?.json["state"]?.string == "HELD")
            let lost = answers.filter { $0.status == 409 }
            #expect(lost.count == Self.clients - 1, "\(answers.map(\.status))")
            #expect(try lost.allSatisfy { try $0.json["code"]?.string == "SOLD_OUT" })
            if keeper == "supplier" {
                for night in try await stage.inventory(supplier)["taken"]?.elements ?? [] {
                    #expect(night.number("taken") ?? 99 <= night.number("allotment") ?? 0)
                }
            }
            // What was shown of the room is dropped with the grant: nobody is led astray again.
            let query = Query(
                hotels: [scarce.hotel], suppliers: [supplier], nights: 1, maxAge: 60_000)
            let shown = try await stage.offers(query).map { $0.offer["offerId"]?.string }
            #expect(!shown.contains(scarce.offerID))
        }

        private func race(_ quotes: [String], _ stage: Stage) async throws -> [Answer] {
            try await withThrowingTaskGroup(of: Answer.self) { group in
                for (number, quote) in quotes.enumerated() {
                    group.addTask { try await stage.hold(quote, key: "race-\(number)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
    }
}

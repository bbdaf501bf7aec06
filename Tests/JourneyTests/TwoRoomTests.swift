import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// Two rooms with children in one hold, with whoever can.
    @Suite struct TwoRoomTests {
        @Test(
            .stage,
            arguments: [
                ("direct", "HELD"), ("linkrest", "PRICE_CONFIRMED"), ("otaxml", "HELD"),
                ("streamrates", "PRICE_CONFIRMED"),
            ])
        func bothRoomsAreKept(supplier: String, state: String) async throws {
            let stage = try Stage.current
            let query = Query(
                hotels: try Fixtures.hotels(of: [supplier], most: 8), suppliers: [supplier],
                more: "&occupancy=1-9")
            let found = try #require(
                try await stage.offers(query).first {
                    $0.offer.number("remaining") ?? 2 > 1
                        && ($0.offer["hold"]?["by"]?.string == "price_check")
                            == (state == "PRICE_CONFIRMED")
                })
            let rooms = found.offer["rooms"]?.elements ?? []
            #expect(rooms.map { $0["occupancy"]?.string } == ["2", "1-9"])
            let quote = try #require(found.offer["quoteId"]?.string)
            let answer = try await stage.send(
                .post, "/v1/holds",
                fields: [("Content-Type", "application/json"), ("Idempotency-Key", "two")],
                body: """
                    {"quoteId":"\(quote)","guests":[\
                    {"room":0,"firstName":"Ana","lastName":"Reis","lead":true},\
                    {"room":1,"firstName":"Rui","lastName":"Reis"},\
                    {"room":1,"firstName":"Eva","lastName":"Reis","age":9}],\
                    "contact":{"email":"ana@example.org"}}
                    """)
            #expect(answer.status == 201, "\(answer.text)")
            let hold = try answer.json
            #expect(hold["state"]?.string == state)
            #expect(
                hold["price"]?["total"].map(Plain.text)
                    == found.offer["price"]?["total"].map(Plain.text))
            guard supplier == "otaxml" else { return }
            let kept = try await stage.inventory(supplier)["reservations"]?.elements ?? []
            #expect(kept.map { $0.number("rooms") } == [2])
        }
    }
}

import Testing
import WireFormat

extension Journey {
    /// The demo as it is started: all of the catalogue, every supplier that has a manifest.
    @Suite struct DemoTests {
        @Test(.stage { $0.isWholeCatalogue = true })
        func everySupplierHasOffersInLisbon() async throws {
            let stage = try Stage.current
            let found = try await stage.get("/v1/places/suggest?q=lisb")
            let place = try #require(try found.json["items"]?.elements?.first)
            #expect(place["placeId"]?.string == "geonames:2267057")
            #expect(place.number("hotelCount") ?? 0 > 100)
            let query = Query(hotels: [], timeout: 15_000, more: "&placeId=geonames:2267057")
            let told = try await stage.stream(query)
            let done = try #require(told.last)
            #expect(done.data["outcome"]?.string != "none_answered")
            let statuses = done.data["suppliers"]?.elements ?? []
            #expect(
                statuses.compactMap { $0["supplier"]?.string }
                    == ["direct", "linkrest", "otaxml", "streamrates"])
            for status in statuses {
                let text = Plain.text(status)
                // On a machine full of other builds a supplier's own time may run out.
                let isLate = status["code"]?.string == "TIMEOUT"
                #expect(status["status"]?.string == (isLate ? "partial" : "ok"), "\(text)")
                #expect(status.number("offers") ?? 0 > 4, "\(text)")
                let supplier = status["supplier"]?.string ?? ""
                #expect(told.offerIDs(of: supplier).count > 4, "\(text)")
            }
            #expect(done.data["counts"]?.number("hotels") == told.shown.count)
            let prices = told.shown.flatMap { $0["offers"]?.elements ?? [] }
            #expect(prices.allSatisfy { $0["quoteId"]?.string != nil }, "an offer without a quote")
        }
    }
}

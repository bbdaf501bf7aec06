import Testing
import WireFormat

extension Journey {
    /// What prices promise, for every offer of every supplier.
    @Suite struct PriceTests {
        /// Two digits, none, three, and one the table of rates lacks.
        private static let currencies = [("EUR", 2), ("JPY", 0), ("KWD", 3), ("AED", 2)]

        private struct Amount: Hashable {
            let minor: Int
            let currency: String

            init(_ money: JSONValue?) throws {
                let text = try #require(money?["amount"]?.string)
                currency = try #require(money?["currency"]?.string)
                let digits = ["JPY": 0, "KWD": 3][currency] ?? 2
                let parts = text.split(separator: ".", omittingEmptySubsequences: false)
                try #require(digits == 0 ? parts.count == 1 : parts.count == 2, "\(text)")
                if digits > 0 { try #require(parts[1].count == digits, "\(text) \(currency)") }
                minor = try #require(Int(parts.joined()))
            }
        }

        @Test(.stage, arguments: currencies.map(\.0))
        func everySumIsRight(currency: String) async throws {
            let stage = try Stage.current
            var seen: Set<String> = []
            for rooms in ["", "&occupancy=2-9,4"] {
                let query = Query(
                    hotels: try Fixtures.hotels(of: ["linkrest", "otaxml"], most: 5)
                        + Fixtures.hotels(of: ["direct"], most: 3), timeout: 15_000,
                    more: "&currency=\(currency)" + rooms)
                let answer = try await stage.search(query)
                let offers = answer.offers
                #expect(offers.count > 10)
                for (hotel, offer) in offers {
                    seen.insert(offer["supplier"]?.string ?? "")
                    let price = try #require(offer["price"])
                    do {
                        try expectSums(price, asked: currency)
                    } catch {
                        Issue.record("\(hotel) \(Plain.text(offer))")
                        throw error
                    }
                }
                let hotels = answer["hotels"]?.elements ?? []
                for hotel in hotels {
                    // What is known to be whole leads, by price; then what may cost more.
                    let totals = try (hotel["offers"]?.elements ?? []).compactMap { offer in
                        let total = try Amount(offer["price"]?["total"])
                        let isWhole = offer["price"]?["completeness"]?.string == "full"
                        return total.currency == currency
                            ? (rank: isWhole ? 0 : 1, minor: total.minor) : nil
                    }
                    let from = try Amount(hotel["from"])
                    if from.currency == currency { #expect(from.minor == totals.first?.minor) }
                    #expect(totals.elementsEqual(totals.sorted(by: <), by: ==))
                }
                let keys = hotels.compactMap { $0["sortKey"]?.string }
                #expect(keys == keys.sorted() && Set(keys).count == hotels.count)
            }
            #expect(seen.isSuperset(of: ["direct", "linkrest", "otaxml"]))
        }

        private func expectSums(_ price: JSONValue, asked: String) throws {
            let total = try Amount(price["total"])
            var sum = try Amount(price["payNow"]).minor
            #expect(try Amount(price["payNow"]).currency == total.currency)
            #expect(price["inSearchCurrency"]?.bool == (total.currency == asked))
            var isWhole = true
            for charge in price["payAtProperty"]?.elements ?? []
            where charge["mandatory"]?.bool == true {
                guard charge["converted"] != nil else {
                    isWhole = false
                    continue
                }
                let converted = try Amount(charge["converted"])
                #expect(converted.currency == total.currency)
                sum += converted.minor
            }
            #expect(total.minor == sum, "\(Plain.text(price))")
            let isComplete = price["completeness"]?.string == "full"
            #expect(isWhole || !isComplete, "\(Plain.text(price))")
            let lines = (price["breakdown"]?.elements ?? []).filter { $0["included"]?.bool == true }
            let parts = try lines.map { try Amount($0["money"]).minor }
            if isComplete {
                #expect(
                    abs(parts.reduce(0, +) - total.minor) <= 1, "\(Plain.text(price))")
            }
        }
    }
}

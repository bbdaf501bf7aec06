import Testing
import WireFormat

extension Journey {
    /// The same answers, in whatever order they arrive, are the same result.
    @Suite struct ArrivalOrderTests {
        private static let suppliers = ["linkrest", "otaxml", "streamrates"]
        private static let steps = ["linkrest": "shop", "otaxml": "avail", "streamrates": "rates"]

        /// Every order of three, as the suppliers' delays in milliseconds; the stream's pieces come
        /// spread over the others' answers.
        private static let orders = [
            [0, 100, 200], [0, 200, 100], [100, 0, 200], [100, 200, 0], [200, 0, 100],
            [200, 100, 0],
        ]

        @Test(.stage) func everyOrderGivesTheSame() async throws {
            let stage = try Stage.current
            let query = Query(
                hotels: try Fixtures.hotels(of: Self.suppliers, most: 4)
                    + Fixtures.hotels(of: ["direct"], most: 2), timeout: 15_000)
            var results: [String] = []
            var streamed: [String] = []
            var firsts: Set<String> = []
            for order in Self.orders {
                let regime = zip(Self.suppliers, order).map { supplier, delay in
                    """
                    "\(supplier)":{"steps":{"\(Self.steps[supplier] ?? "")":\
                    {"latency":{"fixedMs":\(delay)},"gap":{"uniformMs":[0,2]}}}}
                    """
                }
                try await stage.adopt("{\(regime.joined(separator: ","))}")
                let whole = try await stage.search(query)
                #expect(whole["outcome"]?.string == "complete")
                results.append(whole["hotels"].map(Plain.text) ?? "")
                let told = try await stage.stream(query)
                streamed.append("[" + told.shown.map(Plain.text).joined(separator: ",") + "]")
                let first = told.first { $0.name == "supplier" && $0.supplier != "direct" }
                firsts.insert(first?.supplier ?? "")
            }
            let expected = try #require(results.first)
            #expect(expected.utf8.count > 5_000)
            #expect(results.allSatisfy { $0 == expected })
            #expect(streamed.allSatisfy { $0 == expected })
            // Else the orders were none.
            #expect(firsts == Set(Self.suppliers))
        }
    }
}

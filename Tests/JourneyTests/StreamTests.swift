import Testing
import WireFormat

extension Journey {
    /// What a stream tells, in which order, and that all forms tell the same.
    @Suite struct StreamTests {
        private static let suppliers = ["linkrest", "streamrates"]
        /// Long enough that a busy machine still gets a quick supplier's offers out before.
        private static let slow =
            "{\"linkrest\":{\"steps\":{\"shop\":{\"latency\":{\"fixedMs\":1000}}}}}"

        private func query() throws -> Query {
            Query(
                hotels: try Fixtures.hotels(of: Self.suppliers, most: 6),
                suppliers: Self.suppliers, timeout: 15_000)
        }

        @Test(.stage, arguments: StreamForm.allCases)
        func quickerOffersComeBeforeTheSlowerSupplierHasAnswered(form: StreamForm) async throws {
            let stage = try Stage.current
            try await stage.adopt(Self.slow)
            let told = try await stage.stream(query(), as: form)
            #expect(told.first?.name == "search")
            #expect(told.last?.name == "done")
            #expect(told.count { $0.name == "search" } == 1)
            #expect(told.count { $0.name == "done" } == 1)
            let opening = told.first?.data["suppliers"]?.elements ?? []
            let pending = opening.filter { $0["status"]?.string == "pending" }
            #expect(pending.map { $0["supplier"]?.string } == Self.suppliers)
            let quick = try #require(
                told.first { $0.name == "offers" && $0.supplier == "streamrates" })
            let slow = try #require(
                told.firstIndex { $0.name == "offers" && $0.supplier == "linkrest" })
            #expect(quick.at < .milliseconds(1000))
            #expect(told[slow].at >= .milliseconds(1000))
            let quickEnd = try #require(
                told.firstIndex { $0.name == "supplier" && $0.supplier == "streamrates" })
            #expect(quickEnd < slow)
            let ends = told.filter { $0.name == "supplier" }.compactMap(\.supplier)
            #expect(ends.sorted() == Self.suppliers)
            let last = try #require(told.last)
            #expect(
                last.data["suppliers"]?.elements?.map { $0["supplier"]?.string }
                    == opening.map { $0["supplier"]?.string })
            for supplier in Self.suppliers {
                #expect(last.data.status(of: supplier)?["status"]?.string == "ok")
                #expect(told.status(of: supplier)?["status"]?.string == "ok")
            }
            #expect(last.data["outcome"]?.string == "complete")
        }

        @Test(.stage) func everyFormShowsTheSame() async throws {
            let stage = try Stage.current
            let query = try query()
            let whole = try await stage.search(query)
            let lines = try await stage.stream(query, as: .lines)
            let events = try await stage.stream(query, as: .serverSent)
            let expected = (whole["hotels"]?.elements ?? []).map(Plain.text)
            #expect(!expected.isEmpty)
            #expect(lines.shown.map(Plain.text) == expected)
            #expect(events.shown.map(Plain.text) == expected)
            for told in [lines, events] {
                #expect(told.last?.data.number("seq") == nil)
                let counts = told.last?.data["counts"].map(Plain.text)
                #expect(counts == whole["counts"].map(Plain.text))
                let numbers = told.filter { $0.name == "offers" }
                    .compactMap { $0.data.number("seq") }
                #expect(numbers == numbers.sorted() && numbers.first == 1)
            }
        }

        /// The end of the gateway ends streams in order, with what there is.
        @Test(.stage) func anEndingGatewayTellsDone() async throws {
            let stage = try Stage.current
            try await stage.plan("linkrest", "shop", ["hang"])
            let query = try query()
            var isEnding = false
            try await withThrowingTaskGroup(of: Void.self) { group in
                let told = try await stage.stream(query) { event in
                    if event.name == "supplier", !isEnding {
                        isEnding = true
                        group.addTask { await stage.drainGateway() }
                    }
                    return true
                }
                let done = try #require(told.last)
                #expect(done.name == "done")
                #expect(done.at < .seconds(6))
                #expect(done.data["outcome"]?.string == "partial")
                #expect(done.data.status(of: "linkrest")?["code"]?.string == "SHUTTING_DOWN")
                #expect(done.data.status(of: "streamrates")?["status"]?.string == "ok")
                try await group.waitForAll()
            }
        }
    }
}

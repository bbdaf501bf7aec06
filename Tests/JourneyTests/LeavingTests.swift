import HTTPClient
import Reactor
import Testing
import WireFormat

extension Journey {
    /// What a client's leaving ends, and what it does not.
    @Suite struct LeavingTests {
        /// The supplier's own time is 6 s: what ends before was ended by the leaving.
        private static let soon = Duration.seconds(3)

        private func query() throws -> Query {
            Query(
                hotels: try Fixtures.hotels(of: ["linkrest", "streamrates"], most: 4),
                suppliers: ["linkrest", "streamrates"], timeout: 15_000)
        }

        @Test(.stage) func aCallThatNobodySharesIsCancelled() async throws {
            let stage = try Stage.current
            try await stage.plan("linkrest", "shop", ["hang"])
            var running = 0.0
            let told = try await stage.stream(query()) { event in
                guard event.name == "supplier" else { return true }
                #expect(event.supplier == "streamrates")
                running = try await stage.running("linkrest", "search")
                return false
            }
            #expect(told.contains { $0.name == "offers" } && !told.contains { $0.name == "done" })
            #expect(running == 1)
            let left = MonotonicInstant.now()
            let _: Bool = try await stage.eventually("the call ends") {
                try await stage.running("linkrest", "search") == 0 ? true : nil
            }
            #expect(left.duration(to: .now()) < Self.soon)
            #expect(try await stage.metric("tributary_searches_abandoned_total") == 1)
        }

        @Test(.stage) func aSharedCallGoesOn() async throws {
            let stage = try Stage.current
            try await stage.adopt(
                "{\"linkrest\":{\"steps\":{\"shop\":{\"latency\":{\"fixedMs\":1000}}}}}")
            let query = try query()
            async let stays = stage.stream(query)
            let _: Bool = try await stage.eventually("the first client's call runs") {
                try await stage.running("linkrest", "search") == 1 ? true : nil
            }
            try await stage.stream(query) { $0.name != "search" }
            let told = try await stays
            #expect(told.last?.data.status(of: "linkrest")?["status"]?.string == "ok")
            #expect(!told.offerIDs(of: "linkrest").isEmpty)
            #expect(try await stage.calls("linkrest", "shop").count == 1)
            #expect(try await stage.metric("tributary_searches_abandoned_total") == 1)
        }

        @Test(.stage) func aHoldIsGrantedAllTheSame() async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", "linkrest").first)
            try await stage.adopt(
                "{\"linkrest\":{\"steps\":{\"book\":{\"latency\":{\"fixedMs\":1200}}}}}")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        _ = try await stage.hold(offer.quoteID, key: "left")
                        Issue.record("the client was answered before it could leave")
                    } catch let fault as ClientFault {
                        #expect(fault.reason == .cancelled)
                    }
                }
                let _: Bool = try await stage.eventually("the supplier is asked") {
                    try await stage.calls("linkrest", "book").isEmpty ? nil : true
                }
                group.cancelAll()
                try await group.waitForAll()
            }
            let found = try await stage.eventually("the hold is decided") {
                let answer = try await stage.get("/v1/holds?attempt=left")
                #expect(answer.status == 200)
                let hold = try answer.json
                return hold["state"]?.string == "PENDING" ? nil : hold
            }
            #expect(found["state"]?.string == "HELD")
            let rooms = try await stage.inventory("linkrest")["reservations"]?.elements ?? []
            #expect(rooms.map { $0["state"]?.string } == ["held"])
        }

        /// The row is claimed before the supplier is asked, and asked once under one key.
        @Test(.stage) func aRepeatWhileTheFirstRunsIsTold() async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", "linkrest").first)
            try await stage.adopt(
                "{\"linkrest\":{\"steps\":{\"book\":{\"latency\":{\"fixedMs\":1200}}}}}")
            async let first = stage.hold(offer.quoteID, key: "twice")
            let _: Bool = try await stage.eventually("the supplier is asked") {
                try await stage.calls("linkrest", "book").isEmpty ? nil : true
            }
            let second = try await stage.hold(offer.quoteID, key: "twice")
            #expect(second.status == 409, "\(second.text)")
            #expect(try second.json["code"]?.string == "IDEMPOTENCY_IN_PROGRESS")
            #expect(second["Retry-After"] != nil)
            #expect(try await first.status == 201)
            #expect(try await stage.calls("linkrest", "book").count == 1)
        }

        /// A client that does not wait for the decision is told where to look.
        @Test(.stage) func aHoldIsPendingAfterItsWait() async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", "linkrest").first)
            try await stage.adopt(
                "{\"linkrest\":{\"steps\":{\"book\":{\"latency\":{\"fixedMs\":1200}}}}}")
            let answer = try await stage.hold(
                offer.quoteID, key: "short", more: ",\"waitMs\":50")
            #expect(answer.status == 202, "\(answer.text)")
            #expect(try answer.json["state"]?.string == "PENDING")
            let location = try #require(answer["Location"])
            let tooEarly = try await stage.send(.delete, location)
            #expect(tooEarly.status == 409)
            #expect(try tooEarly.json["code"]?.string == "HOLD_PENDING")
            let _: Bool = try await stage.eventually("the hold is granted") {
                try await stage.holdState(location)["state"]?.string == "HELD" ? true : nil
            }
        }
    }
}

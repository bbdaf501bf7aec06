import Testing
import WireFormat

extension Journey {
    /// The supplier holds the room and its answer is lost: the hold is settled by look-up.
    @Suite struct LostAnswerTests {
        @Test(
            arguments: [
                ("linkrest", "book", "retrieve", "dropAnswer"),
                ("linkrest", "book", "retrieve", "html"),
                ("otaxml", "reserve", "read", "dropAnswer"),
            ])
        func isPendingAndThenSettled(
            supplier: String, step: String, lookUp: String, fault: String
        ) async throws {
            var setting = Stage.Setting()
            setting.manifests[supplier] = try Fixtures.impatientManifest(of: supplier)
            try await Stage.run(setting) { stage in
                try await check(supplier, step, lookUp, fault, stage)
            }
        }

        private func check(
            _ supplier: String, _ step: String, _ lookUp: String, _ fault: String, _ stage: Stage
        ) async throws {
            let offer = try #require(try await stage.holdable(by: "supplier", supplier).first)
            try await stage.plan(supplier, step, [fault])
            let answer = try await stage.hold(offer.quoteID, key: "lost")
            #expect(answer.status == 202, "\(answer.text)")
            #expect(answer["Retry-After"] != nil)
            let hold = try answer.json
            #expect(hold["state"]?.string == "PENDING")
            let location = try #require(answer["Location"])
            #expect(location == "/v1/holds/\(hold["holdId"]?.string ?? "")")
            let isKept = fault == "dropAnswer"
            let settled = try await stage.eventually("the hold is settled") {
                let now = try await stage.holdState(location)
                return now["state"]?.string == "PENDING" ? nil : now
            }
            try await expectBooks(
                isKept ? settled : nil, supplier, step, lookUp, fault, stage)
            // The same key tells the grant; what came to nothing is asked anew, with the same name.
            let again = try await stage.hold(offer.quoteID, key: "lost")
            #expect(again.status == 201, "\(again.text)")
            #expect((again["Idempotent-Replayed"] == "true") == isKept)
            let calls = try await stage.calls(supplier, step)
            #expect(calls.count == (isKept ? 1 : 2))
            #expect(Set(calls.map { $0["reference"]?.string }).count == 1)
        }

        private func expectBooks(
            _ held: JSONValue?, _ supplier: String, _ step: String, _ lookUp: String,
            _ fault: String, _ stage: Stage
        ) async throws {
            let calls = try await stage.calls(supplier, step)
            #expect(calls.count == 1)
            #expect(calls.first?["fault"]?.string == fault)
            #expect(try await !stage.calls(supplier, lookUp).isEmpty)
            let rooms = try await stage.inventory(supplier)["reservations"]?.elements ?? []
            guard let held else {
                #expect(rooms.isEmpty)
                return
            }
            #expect(held["state"]?.string == "HELD")
            #expect(calls.filter { $0["committed"]?.bool == true }.count == 1)
            #expect(rooms.map { $0["state"]?.string } == ["held"])
            #expect(rooms.first?["reservation"]?.string == held["supplierReference"]?.string)
            #expect(rooms.first?["reference"]?.string == calls.first?["reference"]?.string)
        }
    }
}

import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Testing
import TravelModel
import WireFormat

@testable import Web

/// More time for clients, and what operators see and do, over the wire.
@Suite struct HoldSupportRoutesTests {
    private static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"

    private func scene(retrieve: String = "held H1", loses: Bool = false) throws -> WebScene {
        try WebScene { _, step, _ in
            switch step {
            case "search", "revalidate": .answer(Self.offer)
            case "hold": loses ? .reset(after: "") : .answer("held H1")
            case "retrieve": .answer(retrieve)
            default: .answer("released")
            }
        }
    }

    private func ask(
        _ admin: AdminApplication, _ target: String, body: String? = nil
    ) async throws -> Answer {
        let request = try HTTPRequest(
            method: body == nil ? .get : .post, target: target,
            fields: body == nil ? [] : [("Content-Type", "application/json")],
            body: Array((body ?? "").utf8))
        return try await Answer(admin.answer(request))
    }

    @Test func aHoldThatCannotBeExtendedSaysSoAndStays() throws {
        let answers = try scene().run { scene in
            let quote = try await scene.quote()
            let hold = try await scene.hold(#"{"quoteId":"\#(quote)"}"#)
            let path = try #require(hold.field("location"))
            let refused = try await scene.send(.post, path + "/extend")
            _ = try await scene.send(.delete, path)
            return [
                refused, try await scene.send(.post, path + "/extend"),
                try await scene.send(.post, "/v1/holds/AAAAAAAAAAAAAAAAAAAAAA/extend"),
                try await scene.send(.get, path + "/extend"),
            ]
        }
        #expect(answers.map(\.status) == [409, 409, 404, 405])
        #expect(
            answers.prefix(3).map(\.code) == ["NOT_EXTENDABLE", "HOLD_ENDED", "HOLD_UNKNOWN"])
        #expect(try answers[0].json["hold"]?["expiresInMs"]?.integer(as: Int.self) == 600_000)
        #expect(try answers[1].json["state"]?.string == "RELEASED")
    }

    @Test func operatorsFindAHoldAndItsHistoryWithoutItsGuests() throws {
        let scene = try scene()
        let admin = try scene.operators()
        let (list, one, none) = try scene.run { scene in
            let quote = try await scene.quote()
            let body =
                #"{"quoteId":"\#(quote)","guests":[{"room":0,"firstName":"Zoraya","lastName":"Quist"}],"#
                + #""contact":{"email":"z@example.com"},"buyer":"b-77"}"#
            let hold = try await scene.hold(body)
            let id = try #require(try hold.json["holdId"]?.string)
            return (
                try await ask(admin, "/admin/holds?state=HELD&reference=H1"),
                try await ask(admin, "/admin/holds/\(id)"),
                try await ask(admin, "/admin/holds?state=PENDING")
            )
        }
        #expect([list, one, none].map(\.status) == [200, 200, 200])
        #expect(try none.json["holds"]?.elements?.count == 0)
        let found = try #require(try list.json["holds"]?.elements?.first)
        #expect(found["supplierReference"]?.string == "H1")
        #expect(found["guests"]?.integer(as: Int.self) == 1)
        let kinds = try one.json["history"]?.elements?.compactMap { $0["kind"]?.string }
        #expect(kinds == ["claimed", "priceChecked", "asking", "answered", "granted"])
        for word in ["Zoraya", "Quist", "z@example.com", "b-77"] {
            #expect(!one.text.contains(word) && !list.text.contains(word), "\(word)")
        }
    }

    @Test func operatorsSeeTheClientsTotalBesideTheSuppliersCharge() throws {
        let offer = Self.offer + " property=EUR:4.50"
        let scene = try WebScene { _, step, _ in
            step == "hold" ? .answer("held H1") : .answer(offer)
        }
        let admin = try scene.operators()
        let (shown, list, one, text) = try scene.run { scene in
            let quote = try await scene.quote()
            let hold = try await scene.hold(#"{"quoteId":"\#(quote)"}"#)
            let path = "/admin/holds/\(try #require(try hold.json["holdId"]?.string))"
            let plain = try HTTPRequest(
                method: .get, target: path, fields: [("Accept", "text/plain")])
            return (
                try hold.json["price"]?["total"]?.canonicalText,
                try await ask(admin, "/admin/holds"), try await ask(admin, path),
                try await Answer(admin.answer(plain)).text
            )
        }
        let total = #"{"amount":"104.50","currency":"EUR"}"#
        #expect(shown == total)
        let both = #"{"charge":{"amount":"100.00","currency":"EUR"},"total":\#(total)}"#
        let listed = try #require(try list.json["holds"]?.elements?.first)
        for hold in [listed, try one.json] {
            #expect(hold["quoted"]?.canonicalText == both)
            #expect(hold["granted"]?.canonicalText == both)
        }
        let told = "total 104.50 EUR shown to the client, charge 100.00 EUR at the supplier"
        #expect(text.split(separator: "\n").count { $0.hasSuffix(told) } == 2, "\(text)")
        #expect(text.contains(" charge 100.00 EUR, Double Room, board"), "\(text)")
    }

    @Test func operatorsStepInWithAReasonAndAName() throws {
        let scene = try scene(loses: true)
        let admin = try scene.operators()
        let answers = try scene.run { scene in
            let quote = try await scene.quote()
            let hold = try await scene.hold(#"{"quoteId":"\#(quote)","waitMs":100}"#)
            let id = try #require(try hold.json["holdId"]?.string)
            let path = "/admin/holds/\(id)"
            let ground = #"{"reason":"by phone","actor":"ann"}"#
            return [
                try await ask(admin, path + "/adopt", body: #"{"reason":"by phone"}"#),
                try await ask(admin, path + "/release", body: ground),
                try await ask(admin, path + "/adopt", body: ground),
                try await ask(admin, path + "/adopt", body: ground),
                try await ask(admin, path + "/release", body: ground),
                try await ask(admin, path),
            ]
        }
        #expect(answers.map(\.status) == [400, 409, 200, 409, 200, 200])
        #expect(answers[1].code == "STEP_IMPOSSIBLE")
        #expect(try answers[2].json["state"]?.string == "HELD")
        #expect(try answers[4].json["state"]?.string == "RELEASED")
        #expect(try answers[4].json["endedBy"]?.string == "operator")
        let actors = try answers[5].json["history"]?.elements?.compactMap { $0["actor"]?.string }
        #expect(actors?.count { $0 == "operator ann" } == 2)
    }

    @Test func badQueriesOfOperatorsAreNamed() throws {
        let scene = try scene()
        let admin = try scene.operators()
        let answer = try scene.run { _ in
            try await ask(admin, "/admin/holds?state=HOLD&limit=0&colour=red")
        }
        #expect(answer.status == 400)
        #expect(answer.errors.count == 3, "\(answer.errors)")
    }
}

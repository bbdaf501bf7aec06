import Foundation
import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// A supplier that calls back about a booking whose answer was lost.
    @Suite struct CallbackTests {
        /// The first look-up is due after five seconds; the supplier is heard long before.
        @Test(.stage) func aLostAnswerIsSettledByTheSuppliersCall() async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", "linkrest").first)
            try await stage.callBack("linkrest", at: "/v1/suppliers/linkrest/callbacks")
            try await stage.plan("linkrest", "book", ["dropAnswer"])
            let start = ContinuousClock.now
            let answer = try await stage.hold(offer.quoteID, key: "called")
            let hold = try answer.json
            let location = "/v1/holds/\(hold["holdId"]?.string ?? "")"
            let settled = try await stage.eventually("the hold is settled") {
                let now = try await stage.holdState(location)
                return now["state"]?.string == "PENDING" ? nil : now
            }
            let waited = start.duration(to: .now)
            #expect(answer.status == 202, "\(answer.text)")
            #expect(settled["state"]?.string == "HELD")
            #expect(waited < .seconds(5), "\(waited)")
            #expect(try await stage.calls("linkrest", "retrieve").count == 1)
            #expect(try await stage.calls("linkrest", "book").count == 1)
        }

        /// What a stranger sends changes nothing.
        @Test(.stage) func aStrangersCallIsRefused() async throws {
            let stage = try Stage.current
            let body =
                #"{"data":{"partner_order_id":"AAAAAAAAAAAAAAAAAAAA","status":"failed"},"#
                + #""signature":{"signature":"\#(String(repeating: "0", count: 64))","#
                + #""timestamp":\#(Int(Date.now.timeIntervalSince1970)),"token":"t"}}"#
            let refused = try await stage.send(
                .post, "/v1/suppliers/linkrest/callbacks", fields: [], body: body)
            #expect(refused.status == 403, "\(refused.text)")
            let silent = try await stage.send(
                .post, "/v1/suppliers/otaxml/callbacks", fields: [], body: body)
            #expect(silent.status == 404, "\(silent.text)")
        }
    }
}

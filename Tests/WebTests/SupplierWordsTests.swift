import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// A supplier's own words may repeat what it was sent: whoever is shown them sees nothing of it.
@Suite struct SupplierWordsTests {
    private static let shopper = [
        ("X-Shopper-Ip", "203.0.113.77"), ("X-Shopper-Agent", "Canary Browser/7 (quiet)"),
        ("X-Shopper-Session", "canary-session-4711"),
    ]
    private static let secrets = ["canary-user", "canary-secret/ÄÖ+1"]
    private static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"
    private static let guests =
        #"[{"room":0,"firstName":"Canarina","lastName":"Ulysses","lead":true}]"#
    private static let contact = #"{"email":"canary@example.com","phone":"+351 911 222 333"}"#

    /// A supplier that says no at a step, and repeats there what it knows; elsewhere it does as asked.
    private func scene(sayingNoAt place: String) throws -> WebScene {
        let words = Self.shopper.map(\.1) + Self.secrets
        let search = "unknown user " + words.joined(separator: " | ")
        let hold = "CANARINA ULYSSES canary@example.com +351 911 222 333 | " + Self.secrets[1]
        return try WebScene(
            needs: [.guests, .contact],
            account: { account in
                account.manifest.auth = .basic(user: "user", password: "password")
                account.credentials = SupplierCredentials([
                    ("user", Secret(Self.secrets[0])), ("password", Secret(Self.secrets[1])),
                ])
            }
        ) { _, step, _ in
            // A hold is looked for only where its answer was lost.
            if step == "hold", place == "retrieve" { return .reset(after: "hel") }
            if step == place {
                return .answer(
                    step == "search" ? search : hold, after: .milliseconds(200), status: 422)
            }
            switch step {
            case "search", "revalidate": return .answer(Self.offer)
            case "hold": return .answer("held H1")
            case "retrieve": return .answer("none")
            default: return .answer("released")
            }
        }
    }

    private func suppliers(_ admin: AdminApplication) async throws -> String {
        var text = ""
        for target in ["/admin/suppliers", "/admin/suppliers/acme"] {
            let request = try HTTPRequest(method: .get, target: target, fields: [], body: [])
            let response = await admin.answer(request)
            text += String(decoding: try await response.collectedBody(), as: UTF8.self)
        }
        return text
    }

    private func expectNothing(in text: String, _ name: String) {
        let hidden = Self.shopper.map(\.1) + Self.secrets + ["canar", "ulysses", "911"]
        for word in hidden {
            #expect(!text.lowercased().contains(word.lowercased()), "\(name): \(word)")
        }
    }

    @Test("Clients are told of a search without the account's secrets and another's shopper")
    func ofASearch() throws {
        let scene = try scene(sayingNoAt: "search")
        let admin = try scene.operators()
        let (answers, shown) = try scene.run { scene in
            async let first = scene.send(.get, WebScene.search, Self.shopper)
            try await scene.pass(.milliseconds(100))
            let second = try await scene.send(.get, WebScene.search)
            return ([try await first, second], try await suppliers(admin))
        }
        #expect(scene.gateway.transport.urls.count == 1, "they share one call")
        for text in answers.map(\.text) + [shown] {
            #expect(text.contains("unknown user ***"))
            expectNothing(in: text, "search")
        }
    }

    @Test(
        "Operators are told of a supplier's failures without its words about a guest",
        arguments: ["revalidate", "hold", "retrieve", "release"])
    func ofAHold(step: String) throws {
        let scene = try scene(sayingNoAt: step)
        let admin = try scene.operators()
        let (answer, shown) = try scene.run { scene in
            let quote = try await scene.quote()
            let answer = try await scene.hold(
                #"{"quoteId":"\#(quote)","guests":\#(Self.guests),"contact":\#(Self.contact)}"#)
            if let id = try answer.json["holdId"]?.string, step == "release" {
                _ = try await scene.send(.delete, "/v1/holds/\(id)")
            }
            // Look-ups and releases follow on the supplier's schedule.
            try await scene.pass(.seconds(120))
            return (answer, try await suppliers(admin))
        }
        #expect(shown.contains(#""step":"\#(step)""#) && shown.contains("SUPPLIER_ERROR"))
        expectNothing(in: shown, step)
        expectNothing(in: answer.text, step)
    }
}

import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// `/admin/suppliers`: what operators see of suppliers, and what they can do.
@Suite struct SupplierHealthRoutesTests {
    private static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"
    private static let search = WebScene.search + "&maxAgeMs=0"

    private func scene(failing: ClosedRange<Int> = 0...0) throws -> WebScene {
        try WebScene(suppliers: ["beta", "acme"]) { supplier, step, call in
            if supplier == "acme", step == "search", failing.contains(call) {
                return .answer("", status: 500)
            }
            return .answer(supplier == "acme" ? Self.offer : "")
        }
    }

    private func ask(
        _ admin: AdminApplication, _ target: String, body: String? = nil
    ) async throws -> Answer {
        let request = try HTTPRequest(
            method: body == nil ? .get : .post, target: target,
            fields: body == nil ? [] : [("Content-Type", "application/json")],
            body: Array((body ?? "").utf8))
        let response = await admin.answer(request)
        return Answer(
            status: response.status.rawValue, fields: response.fields, tag: response.tag,
            bytes: try await response.collectedBody())
    }

    @Test func aHealthySupplierSaysSoInFull() throws {
        let scene = try scene()
        let admin = try scene.operators()
        let (list, one) = try scene.run { scene in
            _ = try await scene.send(.get, Self.search)
            return (
                try await ask(admin, "/admin/suppliers"),
                try await ask(admin, "/admin/suppliers/acme")
            )
        }
        #expect(list.status == 200 && list.field("cache-control") == "no-store")
        let all = try #require(try list.json["suppliers"]?.elements)
        #expect(all.compactMap { $0["supplier"]?.string } == ["acme", "beta"])
        let acme = try one.json
        #expect(acme["state"]?.string == "ok")
        #expect(
            acme["circuits"]?.elements?.compactMap { $0["lane"]?.string } == ["search", "deal"])
        #expect(acme["circuits"]?[0]?["breaker"]?.string == "closed")
        #expect(acme["circuits"]?[0]?["recentResults"]?.integer(as: Int.self) == 1)
        #expect(acme["concurrency"]?["searches"]?.integer(as: Int.self) == 32)
        #expect(acme["concurrency"]?["keptForHolds"]?.integer(as: Int.self) == 4)
        let steps = acme["timeouts"]?.elements ?? []
        #expect(
            steps.compactMap { $0["step"]?.string } == SupplierStep.allCases.map(\.rawValue))
        #expect(steps.first?["samples"]?.integer(as: Int.self) == 1)
        #expect(steps.first?["ms"]?.integer(as: Int.self) == 30_000)
        #expect(steps.first?["p99Ms"] == nil, "nothing is known of one call")
        #expect(acme["errors"]?.elements?.isEmpty == true)
    }

    @Test func aSupplierThatFailsIsSeenAndReset() throws {
        let scene = try scene(failing: 1...5)
        let admin = try scene.operators()
        let answers = try scene.run { scene in
            for _ in 0..<6 { _ = try await scene.send(.get, Self.search) }
            return [
                try await ask(admin, "/admin/suppliers/acme"),
                try await ask(admin, "/metrics"),
                try await ask(
                    admin, "/admin/suppliers/acme/reset",
                    body: #"{"reason":"they fixed it","actor":"ann"}"#),
                try await scene.send(.get, Self.search),
            ]
        }
        let open = try answers[0].json
        #expect(open["state"]?.string == "circuit_open")
        #expect(open["circuits"]?[0]?["breaker"]?.string == "open")
        #expect((open["circuits"]?[0]?["triedInMs"]?.integer(as: Int.self) ?? 0) > 700)
        #expect(open["errors"]?.elements?.count == 5)
        #expect(open["lastError"]?["code"]?.string == "SUPPLIER_ERROR")
        let refused = open["refusals"]?.elements?.first { $0["code"]?.string == "CIRCUIT_OPEN" }
        #expect(refused?["count"]?.integer(as: Int.self) == 1)
        for line in [
            #"tributary_supplier_breaker_open{supplier="acme",lane="search"} 1"#,
            #"tributary_supplier_breaker_opened_total{supplier="acme",lane="search"} 1"#,
            #"tributary_supplier_state{supplier="acme",state="circuit_open"} 1"#,
            #"tributary_supplier_state{supplier="beta",state="ok"} 1"#,
            #"tributary_supplier_concurrency_limit{supplier="acme"} 32"#,
            #"tributary_supplier_timeout_milliseconds{supplier="acme",step="search"} 30000"#,
            #"tributary_supplier_calls_refused_total{supplier="acme",step="search",code="CIRCUIT_OPEN"} 1"#,
            #"tributary_supplier_retries_total{supplier="other"} 0"#,
        ] {
            #expect(answers[1].text.contains(line + "\n"), "\(line)")
        }
        let reset = try answers[2].json
        #expect(reset["state"]?.string == "ok")
        #expect(reset["actions"]?[0]?["step"]?.string == "reset")
        #expect(reset["actions"]?[0]?["reason"]?.string == "they fixed it")
        #expect(reset["actions"]?[0]?["actor"]?.string == "ann")
        let status = try answers[3].json["suppliers"]?.elements?.first
        #expect(status?["status"]?.string == "ok")
        #expect(
            scene.logs.events.contains { event in
                let text = String(describing: event)
                return text.contains("supplier_operated") && text.contains("they fixed it")
            })
    }

    @Test func switchingOffIsSeenByClientsAndNeedsAReason() throws {
        let scene = try scene()
        let admin = try scene.operators()
        let ground = #"{"reason":"contract","actor":"ann"}"#
        let answers = try scene.run { scene in
            [
                try await ask(admin, "/admin/suppliers/acme/disable", body: #"{"actor":"ann"}"#),
                try await ask(admin, "/admin/suppliers/nobody/disable", body: ground),
                try await ask(admin, "/admin/suppliers/nobody"),
                try await ask(admin, "/admin/suppliers/acme/disable"),
                try await ask(admin, "/admin/suppliers?state=ok"),
                try await ask(admin, "/admin/suppliers/acme/disable", body: ground),
                try await scene.send(.get, Self.search),
                try await ask(admin, "/admin/suppliers/acme/enable", body: ground),
                try await scene.send(.get, Self.search),
            ]
        }
        #expect(answers.map(\.status) == [400, 404, 404, 405, 400, 200, 200, 200, 200])
        #expect(answers[1].code == "SUPPLIER_UNKNOWN")
        #expect(try answers[5].json["state"]?.string == "disabled")
        let off = try answers[6].json["suppliers"]?.elements?.first
        #expect(off?["status"]?.string == "skipped" && off?["code"]?.string == "DISABLED")
        let on = try answers[8].json["suppliers"]?.elements?.first
        #expect(on?["status"]?.string == "ok")
    }
}

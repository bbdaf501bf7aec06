import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// Who may ask for a record, what the answer says of it, and what operators find.
@Suite struct ExplainRoutesTests {
    private static let director: WebScene.Director = { supplier, _, _ in
        supplier == "acme" ? .answer("acme-0 R1 Room BB free EUR 100.00") : .hang
    }

    @Test("What an answer says of its record, in each form")
    func theAnswerTells() throws {
        let scene = try ExplainScene(Self.director)
        for form in ["application/json", "text/event-stream", "application/x-ndjson"] {
            let answer = try scene.scene.ask(
                .get, WebScene.placeSearch, [ExplainScene.ask, ("Accept", form)])
            #expect(answer.status == 200 && answer.field(ExplainField.name) == "recorded")
            let plain = try scene.scene.ask(.get, WebScene.placeSearch, [("Accept", form)])
            #expect(plain.field(ExplainField.name) == nil)
        }
        let bad = try scene.scene.ask(.get, WebScene.placeSearch, [(ExplainField.name, "yes")])
        #expect(bad.status == 400)
        #expect(bad.errors == ["Tributary-Explain: 1, once, or nothing"])
    }

    @Test func aSearchThatNobodyAnsweredTellsToo() throws {
        let scene = try ExplainScene(suppliers: ["bravo"], Self.director)
        let answer = try scene.scene.ask(
            .get, WebScene.placeSearch + "&timeoutMs=300", [ExplainScene.ask])
        #expect(answer.code == "NO_SUPPLIER_ANSWERED")
        #expect(answer.field(ExplainField.name) == "recorded")
        let text = try scene.scene.run { _ in try await scene.explained(answer).text }
        #expect(text.contains("nobody answered"))
    }

    @Test func nothingIsRecordedWhereItIsSwitchedOff() throws {
        var settings = ExplainSettings()
        settings.mostSearches = 0
        let scene = try ExplainScene(settings: settings, Self.director)
        let answer = try scene.scene.ask(.get, WebScene.placeSearch, [ExplainScene.ask])
        #expect(answer.field(ExplainField.name) == "off")
        let shown = try scene.scene.run { _ in try await scene.see("/admin/searches/x") }
        #expect(shown.status == 404 && shown.text.contains("explain.mostSearches is 0"))
    }

    @Test(
        "With keys, a sandbox may ask, others where the operator lets them",
        arguments: [
            (false, false, "refused"), (true, false, "recorded"), (false, true, "recorded"),
        ])
    func whoMayAsk(isSandbox: Bool, letsClientsAsk: Bool, told: String) throws {
        let keys = SharedKeys()
        let key = try keys.make("acme", number: 1) { $0.isSandbox = isSandbox }
        var settings = ExplainSettings()
        settings.sampleEvery = 0
        settings.letsClientsAsk = letsClientsAsk
        let scene = try ExplainScene(
            settings: settings,
            desk: { clock in
                let settings = ClientDesk.Settings(
                    openTenant: try #require(TenantID("demo")), terms: try WebScene.terms())
                return ClientDesk(settings, keys: keys, clock: clock)
            }, Self.director)
        let answer = try scene.scene.run { web in
            try await web.services.clients.refresh()
            return try await web.send(
                .get, WebScene.placeSearch, [ExplainScene.ask, ("Authorization", "Bearer \(key)")])
        }
        #expect(answer.status == 200)
        #expect(answer.field(ExplainField.name) == told)
    }

    @Test func operatorsFindSearchesByHowTheyEnded() throws {
        let scene = try ExplainScene(suppliers: ["acme", "bravo"], Self.director)
        let (all, timeouts, supplier, oks, none, bad) = try scene.scene.run { _ in
            let target = WebScene.placeSearch + "&timeoutMs=300&suppliers="
            for names in ["acme", "acme,bravo", "acme"] {
                _ = try await scene.scene.send(.get, target + names, [ExplainScene.ask])
                try await scene.scene.pass(.seconds(1))
            }
            return (
                try await scene.see("/admin/searches"),
                try await scene.see("/admin/searches?status=timeout"),
                try await scene.see("/admin/searches?supplier=bravo"),
                try await scene.see("/admin/searches?status=ok&supplier=acme&limit=2"),
                try await scene.see("/admin/searches?tenant=zeta"),
                try await scene.see("/admin/searches?status=late&limit=0&colour=red")
            )
        }
        func oddities(_ answer: Answer) throws -> [Int] {
            (try answer.json["searches"]?.elements ?? []).map {
                $0["oddities"]?.elements?.count ?? -1
            }
        }
        #expect(try oddities(all) == [0, 1, 0])
        #expect(try oddities(timeouts) == [1])
        #expect(try oddities(supplier) == [1])
        #expect(try oddities(oks) == [0, 1])
        #expect(try oddities(none) == [])
        #expect(try all.json["kept"]?["searches"]?.integer(as: Int.self) == 3)
        let times = try all.json["searches"]?.elements?.compactMap { $0["at"]?.string } ?? []
        #expect(times.count == 3 && times == times.sorted(by: >))
        #expect(bad.status == 400 && bad.errors.count == 3)
    }

    @Test func operatorsNeedTheirToken() throws {
        let scene = try ExplainScene(Self.director)
        let token = String(repeating: "t", count: 40)
        let admin = try AdminApplication(
            environment: scene.scene.services.environment, metrics: MetricsRegistry(),
            log: scene.scene.services.log, clients: scene.scene.services.clients,
            token: AccessToken(token), holds: scene.scene.services.holds.support,
            health: scene.scene.gateway.health, recorder: scene.scene.services.recorder,
            readiness: { [] })
        let statuses = try scene.scene.run { _ in
            var statuses: [Int] = []
            for fields in [[], [("Authorization", "Bearer \(token)")]] {
                for target in ["/admin/searches", "/admin/searches/x"] {
                    let request = try HTTPRequest(target: target, fields: fields)
                    statuses.append(await admin.answer(request).status.rawValue)
                }
            }
            return statuses
        }
        #expect(statuses == [401, 401, 200, 404])
    }
}

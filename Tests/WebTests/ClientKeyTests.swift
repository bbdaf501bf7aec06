import Gateway
import GatewayTesting
import HTTPServer
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// Who may ask, and how much.
@Suite struct ClientKeyTests {
    private static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"

    private func keyed(
        rate: RequestRate? = nil, requiresKeys: Bool = false
    ) throws -> KeyedScene {
        try KeyedScene(rate: rate, requiresKeys: requiresKeys) { _, step, _ in
            step == "hold" ? .answer("held H1") : .answer(Self.offer)
        }
    }

    private static let closed = PublicRoute.allCases.filter { !$0.isOpen }

    private static func path(_ route: PublicRoute) -> String {
        route.pattern.description.split(separator: "/").map {
            $0.hasPrefix("{") ? "/x" : "/\($0)"
        }.joined()
    }

    @Test(arguments: closed)
    func everyRouteNeedsAKey(route: PublicRoute) throws {
        let keyed = try keyed()
        let shown: [[(String, String)]] = [
            [], [("Authorization", "Basic YTpi")], [("Authorization", "Bearer")],
            [("Authorization", "Bearer nonsense")],
            [("Authorization", "Bearer " + keyed.zeta.dropLast() + "0")],
            [("Authorization", keyed.zeta)],
            [("Authorization", "Bearer \(keyed.zeta)"), ("Authorization", "Bearer \(keyed.zeta)")],
        ]
        for (place, fields) in shown.enumerated() {
            let answer = try keyed.scene.ask(route.method, Self.path(route), fields)
            #expect(answer.status == 401, "\(route) \(place)")
            #expect(answer.code == "UNAUTHORIZED")
            let challenge = try #require(answer.field("www-authenticate"))
            #expect(challenge.hasPrefix("Bearer realm="))
            #expect(challenge.contains("invalid_token") == (place > 0))
        }
        // With a key it is another answer, whatever that is.
        let answer = try keyed.scene.ask(
            route.method, Self.path(route), [("authorization", "bearer  \(keyed.zeta)")])
        #expect(answer.status != 401)
        #expect(keyed.scene.gateway.transport.urls.isEmpty)
    }

    @Test(arguments: ["/healthz", "/readyz", "/openapi.json"])
    func whatOperatorsAskNeedsNone(path: String) throws {
        let keyed = try keyed(rate: RequestRate(perSecond: 1), requiresKeys: true)
        for _ in 0..<5 { #expect(try keyed.scene.ask(.get, path).status == 200) }
    }

    @Test func withoutKeysEverybodyIsTheOneTenant() throws {
        let scene = try WebScene { _, _, _ in .answer(Self.offer) }
        #expect(try scene.ask(.get, WebScene.search).status == 200)
        // What a proxy in front leaves in the field is none of ours.
        let fields = [("Authorization", "Basic YTpi")]
        #expect(try scene.ask(.get, WebScene.search, fields).status == 200)
    }

    @Test func requiredKeysAreRequiredBeforeThereIsOne() throws {
        let scene = try WebScene(
            desk: { clock in
                var settings = ClientDesk.Settings(
                    openTenant: try #require(TenantID("demo")), terms: try WebScene.terms())
                settings.requiresKeys = true
                return ClientDesk(settings, keys: NoClientKeys(), clock: clock)
            }
        ) { _, _, _ in .answer(Self.offer) }
        #expect(try scene.ask(.get, WebScene.search).status == 401)
    }

    @Test func keysChangeWhileItServes() throws {
        let keyed = try keyed()
        let clients = keyed.scene.services.clients
        let statuses = try keyed.scene.run { scene in
            var statuses: [Int] = []
            func ask(_ key: String) async throws {
                statuses.append(try await scene.send(.get, "/v1/holds/x", by: key).status)
            }
            async let _: Void = clients.watch()
            let second = try keyed.keys.make("zeta", number: 0x77)
            try await ask(second)
            try await scene.pass(.seconds(1))
            try await ask(second)
            // Rotation: the old one is good until its successor has taken over.
            let end = scene.gateway.simulation.now().advanced(by: .seconds(10))
            keyed.keys.revoke("zeta", at: end)
            try await scene.pass(.seconds(1))
            try await ask(keyed.zeta)
            try await scene.pass(.milliseconds(8_999))
            try await ask(keyed.zeta)
            try await scene.pass(.milliseconds(1))
            try await ask(keyed.zeta)
            try await ask(keyed.acme)
            return statuses
        }
        #expect(statuses == [401, 404, 404, 404, 401, 404])
    }

    @Test func whenEveryKeyIsWithdrawnNobodyIsLetIn() throws {
        let keyed = try keyed()
        let clients = keyed.scene.services.clients
        keyed.keys.revoke("acme", at: Simulation.epoch)
        keyed.keys.revoke("zeta", at: Simulation.epoch)
        try keyed.scene.run { _ in try await clients.refresh() }
        #expect(clients.needsKeys)
        #expect(try keyed.scene.ask(.get, WebScene.search).status == 401)
    }

    @Test func aTenantsDefaultsAreItsOwn() throws {
        let keyed = try keyed()
        let currencies = try keyed.scene.run { scene in
            var found: [String?] = []
            for key in [keyed.acme, keyed.zeta] {
                let answer = try await scene.send(.get, WebScene.search, by: key)
                found.append(try answer.json["currency"]?.string)
            }
            return found
        }
        #expect(currencies == ["USD", "EUR"])
    }

    @Test func aRateIsKeptBeforeAnyWork() throws {
        let keyed = try keyed(rate: RequestRate(perSecond: 1, burst: 2))
        let (limited, others, later) = try keyed.scene.run { scene in
            let bad = "/v1/offers?nonsense=1"
            _ = (
                try await scene.send(.get, bad, by: keyed.acme),
                try await scene.send(.get, bad, by: keyed.acme)
            )
            let limited = try await scene.send(.get, bad, by: keyed.acme)
            var others: [Int] = []
            for _ in 0..<20 {
                others.append(try await scene.send(.get, bad, by: keyed.zeta).status)
            }
            try await scene.pass(.seconds(1))
            return (limited, others, try await scene.send(.get, bad, by: keyed.acme))
        }
        #expect(limited.status == 429, "not even the query is read")
        #expect(limited.code == "RATE_LIMITED")
        #expect(limited.field("retry-after") == "1")
        #expect(Set(others) == [400])
        #expect(later.status == 400)
        let page = String(decoding: keyed.scene.metrics.page(), as: UTF8.self)
        let name = "tributary_tenant_requests_total"
        for line in [
            #"{tenant="acme",outcome="admitted"} 3"#, #"{tenant="acme",outcome="rate_limited"} 1"#,
            #"{tenant="other",outcome="admitted"} 20"#,
        ] {
            #expect(page.contains(name + line), "\(line)\n\(page)")
        }
    }

    @Test func aKeyIsNeverTold() throws {
        let keyed = try keyed(rate: RequestRate(perSecond: 1))
        let wrong = String(keyed.acme.dropLast()) + "0"
        let told = try keyed.scene.run { scene in
            var told = ""
            for key in [keyed.acme, keyed.acme, wrong, keyed.zeta] {
                for (method, path) in [
                    (HTTPMethod.get, WebScene.search), (.post, "/v1/holds"), (.get, "/nowhere"),
                    (.get, "/v1/offers?\(key)=\(key)"),
                ] where !(path.contains("?\(key)") && key == keyed.zeta) {
                    let answer = try await scene.send(method, path, by: key)
                    // A name the client itself sends as a parameter comes back to it alone.
                    if !path.contains(key) { told += answer.text }
                    told += answer.fields.map { "\($0.name): \($0.value)\n" }.joined()
                }
            }
            return told
        }
        let logged = keyed.scene.logs.events.map { "\($0)" }.joined()
        let page = String(decoding: keyed.scene.metrics.page(), as: UTF8.self)
        for key in [keyed.acme, wrong, keyed.zeta] {
            let secret = key.split(separator: "_").last.map(String.init) ?? key
            for text in [told, logged, page] { #expect(!text.contains(secret)) }
        }
        #expect(told.contains("RATE_LIMITED") && told.contains("UNAUTHORIZED"))
    }

    @Test func operatorsNeedTheirToken() throws {
        let scene = try WebScene { _, _, _ in .answer("") }
        let token = String(repeating: "7f", count: 16)
        let admin = try AdminApplication(
            environment: scene.services.environment, metrics: scene.metrics,
            log: scene.services.log, clients: scene.services.clients, token: AccessToken(token),
            holds: scene.services.holds.support, health: scene.gateway.health,
            readiness: { [] })
        let asked = [
            ("/metrics", nil), ("/metrics", "x"), ("/metrics", token), ("/healthz", nil),
            ("/admin/holds?state=HELD", nil), ("/admin/suppliers", nil),
            ("/readyz", nil),
        ]
        let statuses = try scene.gateway.simulation.run {
            var statuses: [Int] = []
            for (path, token) in asked {
                let fields = token.map { [("Authorization", "Bearer \($0)")] } ?? []
                if let request = try? HTTPRequest(target: path, fields: fields) {
                    statuses.append(await admin.answer(request).status.rawValue)
                }
            }
            return statuses
        }
        #expect(statuses == [401, 401, 200, 200, 401, 401, 200])
    }
}

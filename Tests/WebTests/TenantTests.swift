import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Testing
import TravelModel
import WireFormat

@testable import Web

/// What belongs to one tenant is not there for another.
@Suite struct TenantTests {
    private static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"

    private func keyed(
        hold: Script = .answer("held H1"), mocks: Set<SupplierID> = []
    ) throws -> KeyedScene {
        try KeyedScene(mocks: mocks) { _, step, _ in
            step == "hold" ? hold : step == "release" ? .answer("released") : .answer(Self.offer)
        }
    }

    /// Every route that names something of a tenant's.
    static let routes: [(HTTPMethod, String, String)] = [
        (.get, "/v1/quotes/QUOTE", "QUOTE_UNKNOWN"), (.head, "/v1/quotes/QUOTE", ""),
        (.post, "/v1/quotes/QUOTE/refresh", "QUOTE_UNKNOWN"),
        (.post, "/v1/holds/HOLD/extend", "HOLD_UNKNOWN"),
        (.post, "/v1/holds", "QUOTE_UNKNOWN"), (.get, "/v1/holds/HOLD", "HOLD_UNKNOWN"),
        (.delete, "/v1/holds/HOLD", "HOLD_UNKNOWN"),
        (.get, "/v1/holds?attempt=ours", "HOLD_UNKNOWN"),
        (.get, "/v1/holds?idempotency_key=ours", "HOLD_UNKNOWN"),
    ]

    @Test(arguments: routes)
    func nothingOfAnothersIsThere(method: HTTPMethod, path: String, code: String) throws {
        let keyed = try keyed()
        let (strange, own, kept) = try keyed.scene.run { scene in
            let quote = try await scene.quote(by: keyed.acme)
            let held = try await scene.hold(quote, by: keyed.acme, attempt: "ours")
            let hold = try #require(try held.json["holdId"]?.string)
            let target = path.replacing("QUOTE", with: quote).replacing("HOLD", with: hold)
            func ask(_ key: String) async throws -> Answer {
                guard target == "/v1/holds" else {
                    return try await scene.send(method, target, by: key)
                }
                return try await scene.hold(quote, by: key, attempt: "ours")
            }
            let strange = try await ask(keyed.zeta)
            let kept = try await scene.send(.get, "/v1/holds/\(hold)", by: keyed.acme)
            return (strange, try await ask(keyed.acme), kept)
        }
        #expect(strange.status == 404, "\(strange.text)")
        #expect(strange.code ?? "" == code)
        #expect(own.status < 300 || own.code == "NOT_EXTENDABLE", "\(own.text)")
        #expect(try kept.json["state"]?.string == "HELD", "the stranger changed nothing")
    }

    @Test func aQuoteThatAnotherTenantHoldsTellsNothingOfTheHold() throws {
        let keyed = try keyed()
        let (strange, own) = try keyed.scene.run { scene in
            let quote = try await scene.quote(by: keyed.acme)
            _ = try await scene.hold(quote, by: keyed.acme, attempt: "ours")
            return (
                try await scene.hold(quote, by: keyed.zeta, attempt: "theirs"),
                try await scene.hold(quote, by: keyed.acme, attempt: "again")
            )
        }
        let row = try #require(keyed.scene.ledger.rows.first)
        #expect(own.code == "QUOTE_ALREADY_HELD")
        #expect(own.text.contains(row.id.text), "its own tenant is told of it")
        #expect(strange.status == 404 && strange.code == "QUOTE_UNKNOWN")
        for secret in [row.id.text, row.reference.text, "HELD"] {
            #expect(!strange.text.contains(secret))
        }
    }

    @Test func theHistoryNamesTheTenantAndTheKeysIDNeverTheKey() throws {
        let keyed = try keyed()
        try keyed.scene.run { scene in
            let quote = try await scene.quote(by: keyed.acme)
            _ = try await scene.hold(quote, by: keyed.acme)
        }
        let row = try #require(keyed.scene.ledger.rows.first)
        let entries = keyed.scene.ledger.entries(of: row.id)
        let claim = try #require(entries.first { $0.kind == .claimed })
        let parts = keyed.acme.split(separator: "_")
        #expect(claim.note.contains("for acme, key \(parts[1])"))
        #expect(entries.allSatisfy { !$0.note.contains(parts[2]) })
    }

    /// The table has each route with a gap or an attempt in it, so that a new one is thought of.
    @Test func theTableIsWhole() {
        let owned: Set<PublicRoute> = [
            .quote, .refreshQuote, .placeHold, .findHold, .hold, .releaseHold, .extendHold,
        ]
        let shared: Set<PublicRoute> = [
            .offers, .suggest, .popularPlaces, .placeChanges, .place, .health, .readiness,
            .document, .supplierCallback,
        ]
        #expect(owned.union(shared) == Set(PublicRoute.allCases))
    }

    @Test func oneKeyOfTwoTenantsIsTwoAttempts() throws {
        let keyed = try keyed()
        let (first, second, again) = try keyed.scene.run { scene in
            let (mine, theirs) = (
                try await scene.quote(by: keyed.acme), try await scene.quote(by: keyed.zeta)
            )
            return (
                try await scene.hold(mine, by: keyed.acme),
                try await scene.hold(theirs, by: keyed.zeta),
                try await scene.hold(mine, by: keyed.acme)
            )
        }
        #expect(first.status == 201 && second.status == 201)
        #expect(try first.json["holdId"]?.string != second.json["holdId"]?.string)
        #expect(second.field("idempotent-replayed") == nil)
        #expect(again.field("idempotent-replayed") == "true")
        #expect(try again.json["holdId"]?.string == first.json["holdId"]?.string)
    }

    @Test func openHoldsAreCappedByTenant() throws {
        let keyed = try keyed()
        let statuses = try keyed.scene.run { scene in
            var statuses: [Int] = []
            for key in [keyed.acme, keyed.zeta] {
                for attempt in 1...3 {
                    // A quote is held once, so each has an answer of its own.
                    try await scene.pass(.seconds(60))
                    let answer = try await scene.send(
                        .get, WebScene.search + "&maxAgeMs=0", by: key)
                    let quote = try #require(
                        try answer.json["hotels"]?[0]?["offers"]?[0]?["quoteId"]?.string)
                    let hold = try await scene.hold(quote, by: key, attempt: "k\(attempt)")
                    statuses.append(hold.status)
                }
            }
            return statuses
        }
        #expect(statuses == [201, 201, 429, 201, 201, 201])
    }

    // MARK: - Sandboxes

    private static let test = "Tributary-Test"

    @Test(arguments: [
        ("hold=sold_out", false, "only sandboxes"), ("hold=soldout", true, "hold=sold_out"),
        ("sold_out", true, "one of hold=price_changed"), ("", true, "one of"),
        ("hold=pending", true, "acme is no mock"),
    ])
    func dictatingIsForSandboxesAndMocks(
        value: String, isSandbox: Bool, detail: String
    ) throws {
        let keyed = try keyed()
        let answer = try keyed.scene.run { scene in
            let key = isSandbox ? keyed.acme : keyed.zeta
            let quote = try await scene.quote(by: key)
            return try await scene.hold(quote, by: key, [(Self.test, value)])
        }
        #expect(answer.status == 400)
        #expect(answer.errors.first?.contains(detail) == true, "\(answer.text)")
        #expect(!keyed.scene.gateway.transport.urls.contains { $0.contains("revalidate") })
    }

    @Test func twiceIsOnceTooOften() throws {
        let keyed = try keyed()
        let answer = try keyed.scene.run { scene in
            let quote = try await scene.quote(by: keyed.acme)
            let field = (Self.test, "hold=sold_out")
            return try await scene.hold(quote, by: keyed.acme, [field, field])
        }
        #expect(answer.status == 400)
    }
}

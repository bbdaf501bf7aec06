import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Synchronization
import Testing
import TravelModel
import WireFormat

@testable import Web

/// What is told with `SOLD_OUT`: other rooms that can really be held.
@Suite struct AlternateTests {
    /// What the suppliers list, a line an offer; a search finds all, `revalidate` one by its rate.
    private static let shelf = [
        "acme-0 GONE Double_Room BB free EUR 100.00",
        "acme-0 SAME Twin_Room BB free EUR 150.00",
        "acme-0 DEAR Suite BB free EUR 400.00",
        "bravo-0 OTHER Double_Room RO non EUR 98.00",
        "acme-1 NEAR Double_Room BB free EUR 104.00",
        "acme-2 FAR Double_Room BB free EUR 140.00",
        "bravo-2 PACK Double_Room BB free EUR 100.00 package=yes",
        "bravo-3 LAST Double_Room BB free EUR 101.00",
    ]

    /// A scene whose suppliers answer as `fate` says for a rate; `nil` keeps the line of the shelf.
    private func scene(
        _ fate: @escaping @Sendable (_ rate: String) -> Script?
    ) throws -> WebScene {
        let scene = try WebScene(
            suppliers: ["acme", "bravo"], hotels: 5, keeper: .priceCheck
        ) { _, _, _ in .refused }
        scene.gateway.transport.direct { request, _ in
            let parts = request.url.split(separator: "?").map(String.init)
            let supplier = request.url.contains("//acme.") ? "acme" : "bravo"
            if parts.first?.hasSuffix("/search") == true {
                let codes = Set((parts.last ?? "").split(separator: ",").map(String.init))
                let lines = Self.shelf.filter { line in
                    codes.contains(String(line.prefix { $0 != " " }))
                }
                return .answer(lines.joined(separator: "\n"))
            }
            let rate = parts.last ?? ""
            if let script = fate(rate) { return script }
            let line = Self.shelf.first { $0.hasPrefix(supplier) && $0.contains(" \(rate) ") }
            return .answer(line ?? "gone")
        }
        return scene
    }

    private static func gone(_ rate: String) -> Script? { rate == "GONE" ? .answer("gone") : nil }

    @Test("The same hotel first, then the nearest; each can be held")
    func heldAtOnce() throws {
        let (refused, replayed, holds) = try scene(Self.gone).run { scene in
            let quote = try await scene.quote(of: "GONE")
            let body = #"{"quoteId":"\#(quote)"}"#
            let refused = try await scene.hold(body)
            try await scene.pass(.seconds(3))
            let replayed = try await scene.hold(body)
            var holds: [Answer] = []
            for (number, alternate) in (try refused.json["alternates"]?.elements ?? []).enumerated()
            {
                let id = try #require(alternate["quoteId"]?.string)
                holds.append(try await scene.hold(#"{"quoteId":"\#(id)"}"#, key: "a\(number)"))
            }
            return (refused, replayed, holds)
        }
        #expect(refused.status == 409)
        #expect(refused.code == "SOLD_OUT")
        let alternates = try #require(try refused.json["alternates"]?.elements)
        #expect(
            alternates.map { $0["offer"]?["rooms"]?[0]?["name"]?.string } == [
                "Double Room", "Twin Room", "Suite",
            ])
        #expect(alternates.map { $0["hotelId"]?.string } == ["hotel:0", "hotel:0", "hotel:0"])
        #expect(alternates.map { $0["offer"]?["supplier"]?.string } == ["bravo", "acme", "acme"])
        #expect(alternates.first?["hotelName"]?.string == "Hotel 0")
        #expect(replayed.bytes == refused.bytes, "stored with the refusal")
        #expect(replayed.field("idempotent-replayed") == "true")
        #expect(holds.map(\.status) == [201, 201, 201])
        let schemas = Schemas(try Golden.document())
        for alternate in alternates {
            #expect(schemas.faults(of: alternate, "Alternate") == [])
        }
    }

    @Test("Another hotel of the place is told where the same one has nothing; packages are not")
    func elsewhere() throws {
        let full: Set = ["GONE", "SAME", "DEAR", "OTHER"]
        let scene = try scene { full.contains($0) ? .answer("gone") : nil }
        let (answer, calls) = try scene.run { scene in
            let quote = try await scene.quote(of: "GONE")
            let before = scene.checks
            let answer = try await scene.refresh(quote)
            return (answer, scene.checks - before)
        }
        let alternates = try #require(try answer.json["alternates"]?.elements)
        #expect(alternates.map { $0["hotelId"]?.string } == ["hotel:3", "hotel:1", "hotel:2"])
        let totals = alternates.map { $0["offer"]?["price"]?["total"]?["amount"]?.string }
        #expect(totals == ["101.00", "104.00", "140.00"])
        #expect(calls == 7, "the quote's own, three of its hotel, one of each other hotel")
    }

    @Test("What its supplier does not confirm within three seconds is left out")
    func slow() throws {
        let scene = try scene { rate in
            switch rate {
            case "GONE": .answer("gone")
            case "SAME": .hang
            case "DEAR": .refused
            case "OTHER": .answer("bravo-0 OTHER Double_Room RO non EUR 99.00", after: .seconds(2))
            case "LAST": Script([.freeze])
            default: nil
            }
        }
        let (answer, waited) = try scene.run { scene in
            let quote = try await scene.quote(of: "GONE")
            let start = scene.gateway.simulation.uptime()
            let answer = try await scene.refresh(quote)
            return (answer, start.duration(to: scene.gateway.simulation.uptime()))
        }
        let alternates = try #require(try answer.json["alternates"]?.elements)
        let totals = alternates.map { $0["offer"]?["price"]?["total"]?["amount"]?.string }
        #expect(totals == ["99.00", "104.00", "140.00"], "at the price of now")
        #expect(waited == .seconds(3))
    }

    @Test("None is an empty list")
    func none() throws {
        let answer = try scene { _ in .answer("gone") }.run { scene in
            try await scene.refresh(try await scene.quote(of: "GONE"))
        }
        #expect(answer.status == 409)
        #expect(try answer.json["alternates"]?.elements?.isEmpty == true)
    }

    @Test("They belong to the tenant that asked")
    func tenant() throws {
        let found = try scene(Self.gone).run { scene in
            let answer = try await scene.refresh(try await scene.quote(of: "GONE"))
            let id = try #require(try answer.json["alternates"]?[0]?["quoteId"]?.string)
            let other = try #require(TenantID("other"))
            return try await scene.gateway.desk.resolve(QuoteID(text: id), for: other)
        }
        #expect(found == .unknown)
    }
}

extension WebScene {
    /// Price checks so far.
    var checks: Int { gateway.transport.urls.filter { $0.contains("/revalidate") }.count }

    /// The quote of a rate, from a search of the whole place.
    func quote(of rate: String) async throws -> String {
        let answer = try await send(.get, Self.placeSearch)
        let hotels = try answer.json["hotels"]?.elements ?? []
        for offer in hotels.flatMap({ $0["offers"]?.elements ?? [] }) {
            let id = try #require(offer["quoteId"]?.string)
            let tenant = try #require(TenantID("demo"))
            let resolved = try await gateway.desk.resolve(QuoteID(text: id), for: tenant)
            if case .live(let quote) = resolved, quote.offer.rateKey == rate { return id }
        }
        throw SimulatedGateway.Fault.badSetting
    }
}

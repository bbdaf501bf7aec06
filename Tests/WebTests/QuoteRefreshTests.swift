import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// `POST /v1/quotes/{quoteId}/refresh`: the supplier is asked, nothing is held.
@Suite struct QuoteRefreshTests {
    static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"

    private func scene(
        search: Script = .answer(offer), revalidate: Script,
        change: (inout GatewayPorts) -> Void = { _ in }
    ) throws -> WebScene {
        try WebScene(change: change) { _, step, _ in
            step == "search" ? search : revalidate
        }
    }

    @Test(
        "An offer as quoted keeps its quote while half of its life is left",
        arguments: [(0, true, 900_000), (450, true, 450_000), (451, false, 900_000)])
    func unchanged(age: Int, isKept: Bool, left: Int) throws {
        let (quote, answer) = try scene(revalidate: .answer(Self.offer)).run { scene in
            let quote = try await scene.quote()
            try await scene.pass(.seconds(age))
            let answer = try await scene.refresh(quote)
            return (quote, answer)
        }
        #expect(answer.status == 200)
        let fresh = try #require(try answer.json["quote"])
        #expect((fresh["quoteId"]?.string == quote) == isKept)
        #expect(fresh["expiresInMs"]?.integer(as: Int.self) == left)
        #expect(try answer.json["change"] == nil)
        #expect(answer.field("cache-control") == "no-store")
    }

    @Test(
        "Another price is a new quote and says what changed, up or down",
        arguments: [("110.00", "10.00"), ("90.00", "-10.00")])
    func price(now: String, difference: String) throws {
        let line = "acme-0 R1 Double_Room BB free EUR \(now)"
        let (quote, answer, shown) = try scene(revalidate: .answer(line)).run { scene in
            let quote = try await scene.quote()
            let answer = try await scene.refresh(quote)
            let fresh = try #require(try answer.json["quote"]?["quoteId"]?.string)
            return (quote, answer, try await scene.send(.get, "/v1/quotes/\(fresh)"))
        }
        #expect(answer.status == 200)
        let json = try answer.json
        #expect(json["quote"]?["quoteId"]?.string != quote)
        #expect(json["change"]?["old"]?["amount"]?.string == "100.00")
        #expect(json["change"]?["new"]?["amount"]?.string == now)
        #expect(json["change"]?["difference"]?["amount"]?.string == difference)
        #expect(try shown.json["offer"]?["price"]?["total"]?["amount"]?.string == now)
    }

    @Test("Other terms are a conflict with a new quote that can be held")
    func terms() throws {
        let worse = "acme-0 R1 Double_Room RO non EUR 100.00"
        let (answer, again) = try scene(revalidate: .answer(worse)).run { scene in
            let answer = try await scene.refresh(try await scene.quote())
            let fresh = try #require(try answer.json["quote"]?["quoteId"]?.string)
            return (answer, try await scene.refresh(fresh))
        }
        #expect(answer.status == 409)
        #expect(answer.code == "TERMS_CHANGED")
        let fields = try answer.json["changes"]?.elements?.map { $0["field"]?.string }
        #expect(fields == ["board", "cancellation"])
        #expect(try answer.json["requestId"]?.string != nil)
        #expect(again.status == 200, "the new quote is as the supplier has it")
    }

    @Test("What is gone is said, and is no longer shown")
    func soldOut() throws {
        let scene = try scene(revalidate: .answer("gone"))
        let (answer, searches) = try scene.run { scene in
            let quote = try await scene.quote()
            _ = try await scene.quote()
            let answer = try await scene.refresh(quote)
            _ = try await scene.quote()
            return (answer, scene.gateway.transport.urls.filter { $0.contains("/search") }.count)
        }
        #expect(answer.status == 409)
        #expect(answer.code == "SOLD_OUT")
        #expect(try answer.json["alternates"]?.elements?.isEmpty == true)
        #expect(searches == 2, "the second search was answered from the cache, the third was not")
    }

    @Test(
        "A supplier that gives no answer leaves the quote as it is",
        arguments: [Script.refused, .hang, .answer("<html>"), .reset(after: "acme")])
    func unavailable(script: Script) throws {
        let (answer, waited, shown) = try scene(revalidate: script).run { scene in
            let quote = try await scene.quote()
            let start = scene.gateway.simulation.uptime()
            let answer = try await scene.refresh(quote)
            let waited = start.duration(to: scene.gateway.simulation.uptime())
            return (answer, waited, try await scene.send(.get, "/v1/quotes/\(quote)"))
        }
        #expect(answer.status == 503)
        #expect(answer.code == "SUPPLIER_UNAVAILABLE")
        #expect(answer.field("retry-after") == "2")
        #expect(waited <= .milliseconds(10_100))
        #expect(shown.status == 200)
    }

    /// No fault of the supplier's, in no word of ours.
    @Test("That we are too busy to ask is told as our own overload")
    func overloaded() throws {
        let scene = try scene(revalidate: .overloaded)
        let answer = try scene.run { try await $0.refresh(try await $0.quote()) }
        #expect(answer.status == 503)
        #expect(answer.code == "OVERLOADED")
        #expect(answer.field("retry-after") == "1")
        let page = String(decoding: scene.metrics.page(), as: UTF8.self)
        let call = #"{supplier="acme",step="revalidate",code="OVERLOADED"}"#
        #expect(page.contains("tributary_supplier_call_seconds_count\(call) 1\n"))
    }

    @Test("A token the supplier has forgotten, a quote that is over, and one nobody made")
    func expired() throws {
        let scene = try scene(revalidate: .answer("expired"))
        let (forgotten, over, forged) = try scene.run { scene in
            let quote = try await scene.quote()
            let forgotten = try await scene.refresh(quote)
            try await scene.pass(.seconds(901))
            return (
                forgotten, try await scene.refresh(quote), try await scene.refresh("nope")
            )
        }
        #expect(forgotten.status == 410)
        #expect(forgotten.code == "QUOTE_EXPIRED")
        #expect(try forgotten.json["search"]?["href"]?.string != nil)
        #expect(over.status == 410)
        #expect(forged.status == 404)
        #expect(forged.code == "QUOTE_UNKNOWN")
        let calls = scene.gateway.transport.urls.filter { $0.contains("/revalidate") }
        #expect(calls.count == 1, "only the first was worth a call")
    }

    @Test("A client that leaves ends the call to the supplier")
    func leaving() throws {
        let scene = try scene(revalidate: .hang)
        let (elapsed, running) = try scene.run { scene in
            let quote = try await scene.quote()
            let start = scene.gateway.simulation.uptime()
            let client = Task(executorPreference: scene.gateway.simulation) {
                try await scene.refresh(quote)
            }
            try await scene.pass(.seconds(1))
            #expect(scene.services.refresher.underWay == 1)
            client.cancel()
            _ = try await client.value
            let elapsed = start.duration(to: scene.gateway.simulation.uptime())
            // The transport learns of it in its own time.
            try await scene.pass(.milliseconds(1))
            return (elapsed, scene.gateway.transport.running)
        }
        #expect(elapsed == .seconds(1))
        #expect(running == 0)
        #expect(scene.gateway.transport.cancelled == 1)
        #expect(scene.services.refresher.underWay == 0)
    }

    @Test func whatARefreshDoesNotTakeIsRefused() throws {
        let answer = try scene(revalidate: .answer(Self.offer)).run { scene in
            try await scene.send(
                .post, "/v1/quotes/\(try await scene.quote())/refresh?wait=1",
                [("X-Shopper-Ip", "nowhere")], body: "{}")
        }
        #expect(answer.status == 400)
        #expect(
            answer.errors == [
                "wait: unknown parameter; known: ", "X-Shopper-Ip: an IPv4 or IPv6 address",
                ": a refresh has no body",
            ])
    }

    @Test func answersKeepToTheirSchemas() throws {
        let schemas = Schemas(try Golden.document())
        let dearer = "acme-0 R1 Double_Room BB free EUR 110.00"
        let changed = try scene(revalidate: .answer(dearer)).run { scene in
            try await scene.refresh(try await scene.quote())
        }
        #expect(try schemas.faults(of: changed.json, "RefreshedQuote") == [])
    }
}

extension WebScene {
    func refresh(_ quote: String, _ fields: [(String, String)] = []) async throws -> Answer {
        try await send(.post, "/v1/quotes/\(quote)/refresh", fields)
    }
}

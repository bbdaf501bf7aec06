import Foundation
import Gateway
import GatewayTesting
import HTTPServer
import Testing
import TravelModel
import WireFormat

@testable import Web

/// The whole answer of a search, in JSON.
@Suite struct OffersAnswerTests {
    private static let exemplary =
        "acme-0 R1 Double_Room BB free USD 125.00 property=EUR:12.00 pay=mixed "
        + "expires=2027-01-01T00:10:00Z\n"

    @Test func anOfferIsWrittenAsTheContractSays() throws {
        let scene = try WebScene(needs: [.guests, .contact]) { _, _, _ in
            .answer(Self.exemplary, after: .milliseconds(40))
        }
        let answer = try scene.ask(.get, WebScene.search)
        #expect(answer.status == 200)
        #expect(answer.field("content-type") == "application/json")
        #expect(answer.field("cache-control") == "no-store")
        let hotel = try #require(try answer.json["hotels"]?[0])
        let quote = try #require(hotel["offers"]?[0]?["quoteId"]?.string)
        let golden = try Golden.read("hotel.json")
        // With the members in the contract's order.
        #expect(hotel.writtenText.replacing(quote, with: "QUOTE") == golden.writtenText)
    }

    @Test func theAnswerAroundTheHotels() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo", "corp"], hotels: 2) { name, _, _ in
            switch name {
            case "acme": .answer("acme-0 R1 Room RO non EUR 90.00\nbroken line\n")
            case "bravo": .answer("bravo-1 R1 Room RO non EUR 80.00 package=yes\n")
            default: .answer("", status: 500)
            }
        }
        let answer = try scene.ask(.get, WebScene.placeSearch)
        let json = try answer.json
        #expect(
            json.members?.map(\.name) == [
                "searchId", "outcome", "stay", "currency", "rates", "hotels", "suppliers", "counts",
                "expiresAt", "expiresInMs",
            ])
        #expect(json["outcome"]?.string == "partial")
        #expect(
            json["stay"]?.canonicalText
                == #"{"checkIn":"2027-01-11","checkOut":"2027-01-13","nights":2}"#)
        #expect(json["rates"]?.canonicalText == #"{"asOf":"2026-12-31","source":"ECB"}"#)
        #expect(
            json["counts"]?.canonicalText == #"{"filteredOut":1,"hotels":1,"offers":1}"#)
        #expect(
            json["suppliers"]?.canonicalText
                == #"[{"ageMs":0,"dropped":{"malformed":1},"hotels":1,"latencyMs":0,"offers":1,"#
                + #""source":"live","status":"ok","supplier":"acme"},"#
                + #"{"ageMs":0,"dropped":{"packageOnly":1},"hotels":0,"latencyMs":0,"offers":0,"#
                + #""source":"live","status":"empty","supplier":"bravo"},"#
                + #"{"ageMs":0,"code":"SUPPLIER_ERROR","detail":"status 500","dropped":{},"#
                + #""hotels":0,"latencyMs":0,"offers":0,"phase":"headers","source":"none","#
                + #""status":"error","supplier":"corp"}]"#)
        #expect(json["expiresInMs"]?.integer(as: Int.self) == 900_000)
    }

    @Test func nobodyAnsweringNeverLooksLikeNoHotels() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { name, _, _ in
            name == "acme" ? .refused : .hang
        }
        let answer = try scene.ask(.get, WebScene.search + "&timeoutMs=700")
        #expect(answer.status == 503)
        #expect(answer.code == "NO_SUPPLIER_ANSWERED")
        #expect(answer.field("retry-after") == "5")
        let suppliers = try #require(try answer.json["suppliers"]?.elements)
        #expect(suppliers.map { $0["status"]?.string } == ["error", "timeout"])
        #expect(suppliers.map { $0["latencyMs"]?.integer(as: Int.self) } == [0, 700])
        #expect(try answer.json["hotels"] == nil)
    }

    @Test func emptyIsAnAnswer() throws {
        let scene = try WebScene { _, _, _ in .answer("") }
        let answer = try scene.ask(.get, WebScene.search)
        #expect(answer.status == 200)
        #expect(try answer.json["hotels"]?.elements?.isEmpty == true)
        #expect(try answer.json["outcome"]?.string == "complete")
    }

    @Test func aPageIsCutAndTheOrderKept() throws {
        let scene = try WebScene(hotels: 30) { _, _, _ in
            .answer(
                (0..<30).map { "acme-\($0) R Room RO non EUR \(200 - $0).00" }.joined(
                    separator: "\n"))
        }
        let whole = try scene.ask(.get, WebScene.placeSearch + "&limit=100").json
        let page = try scene.ask(.get, WebScene.placeSearch + "&limit=3").json
        let keys = try #require(whole["hotels"]?.elements).map { $0["sortKey"]?.string ?? "" }
        #expect(keys == keys.sorted())
        #expect(keys.count == 30)
        #expect(
            page["hotels"]?.elements?.map { $0["sortKey"]?.string ?? "" } == Array(keys.prefix(3)))
        #expect(page["counts"]?["hotels"]?.integer(as: Int.self) == 30)
    }

    @Test func theTimeTakenIsTold() throws {
        let scene = try WebScene { _, _, _ in .answer(Self.exemplary, after: .milliseconds(40)) }
        let answer = try scene.ask(.get, WebScene.search)
        #expect(
            answer.field("server-timing")
                == "plan;dur=0.000, search;dur=40.000, total;dur=40.000")
    }

    @Test func ageAndTimeLeftAreThoseOfTheAnswer() throws {
        let scene = try WebScene { _, _, _ in .answer(Self.exemplary) }
        let later = try scene.run { scene in
            _ = try await scene.send(.get, WebScene.placeSearch)
            try await scene.pass(.seconds(30))
            return try await scene.send(.get, WebScene.placeSearch).json
        }
        let offer = try #require(later["hotels"]?[0]?["offers"]?[0])
        #expect(offer["freshness"]?["ageMs"]?.integer(as: Int.self) == 30_000)
        #expect(offer["freshness"]?["source"]?.string == "cache")
        // The supplier's token ends at 00:10:00; its quote ten seconds before.
        #expect(offer["expiresInMs"]?.integer(as: Int.self) == 560_000)
    }

    @Test func aFullGatewayRefusesBeforeAnyWork() throws {
        var settings = SearchService.Settings()
        settings.mostSearches = 0
        let scene = try WebScene(settings: settings) { _, _, _ in .answer("") }
        let answer = try scene.ask(.get, WebScene.search)
        #expect(answer.status == 503)
        #expect(answer.code == "OVERLOADED")
        #expect(answer.field("retry-after") == "1")
        #expect(scene.gateway.transport.urls.isEmpty)
    }

    @Test(arguments: [(1_000, 4_000), (6_500, 7_000), (8_000, 7_000)])
    func aDrainingServerAnswersWithWhatItHas(drainedAt: Int, answeredAt: Int) throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { name, _, _ in
            name == "acme" ? .answer(Self.exemplary) : .answer("", after: .seconds(7))
        }
        let drain = DrainSignal()
        let (answer, ended) = try scene.run { scene in
            try await withThrowingTaskGroup(of: (Answer, Uptime)?.self) { group in
                group.addTask {
                    let answer = try await scene.send(
                        .get, WebScene.search + "&timeoutMs=9000", drain: drain)
                    return (answer, scene.gateway.simulation.uptime())
                }
                group.addTask {
                    try await scene.pass(.milliseconds(drainedAt))
                    drain.begin()
                    return nil
                }
                let answers = try await group.reduce(into: []) { $0.append($1) }
                return try #require(answers.compactMap { $0 }.first)
            }
        }
        #expect(answer.status == 200)
        #expect(ended == Uptime(nanoseconds: Int64(answeredAt) * 1_000_000))
        #expect(try answer.json["hotels"]?.elements?.count == 1)
        let code = try answer.json["suppliers"]?[1]?["code"]?.string
        #expect(code == (answeredAt < 7_000 ? "SHUTTING_DOWN" : nil))
    }

    @Test func theShopperIsPassedOn() throws {
        let scene = try WebScene { _, _, _ in .answer(Self.exemplary) }
        let answer = try scene.ask(
            .get, WebScene.search + "&currency=JPY&residency=FR",
            [
                ("X-Shopper-Ip", "2001:db8::1"), ("X-Shopper-Agent", "Browser/1"),
                ("X-Shopper-Session", "s"),
            ])
        let price = try #require(try answer.json["hotels"]?[0]?["offers"]?[0]?["price"])
        #expect(price["total"]?.canonicalText == #"{"amount":"17920","currency":"JPY"}"#)
        #expect(price["charge"]?.canonicalText == #"{"amount":"125.00","currency":"USD"}"#)
        #expect(price["fx"]?["rate"]?.string != nil)
    }
}

/// Fixtures beside the tests; they show what the wire looks like.
enum Golden {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    static func read(_ name: String) throws -> JSONValue {
        let data = try Data(contentsOf: folder.appending(path: "Golden").appending(path: name))
        return try JSONValue(parsing: Array(data))
    }

    /// `docs/openapi.json`.
    static func document() throws -> JSONValue {
        let file = folder.appending(path: "../../docs/openapi.json")
        return try JSONValue(parsing: Array(try Data(contentsOf: file)))
    }
}

import Foundation
import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// What a support agent reads of a search.
@Suite struct SearchReportTests {
    /// `acme` sends one rate that is none, `bravo` says nothing, `charlie` was asked 12 minutes ago,
    /// `delta` is switched off.
    private func scene() throws -> ExplainScene {
        try ExplainScene(
            suppliers: ["acme", "bravo", "charlie", "delta"],
            account: { account in
                if account.manifest.id.text == "delta" { account.enabled = false }
                if account.manifest.id.text == "charlie" { account.hotels = [0] }
            }
        ) { supplier, _, _ in
            switch supplier {
            case "acme":
                var measure = ExchangeMeasure()
                measure.newConnection = true
                measure.attempts = 1
                measure.connect = .milliseconds(12)
                measure.tls = .microseconds(30_500)
                measure.firstByte = .milliseconds(80)
                measure.receivedBytes = 97
                return Script([
                    .wait(.milliseconds(140)),
                    .answerHead(
                        ResponseHead(
                            status: 200,
                            headers: [
                                ("Content-Type", "text/plain"), ("Set-Cookie", "session=1"),
                            ])),
                    .bytes(
                        Array("acme-0 R1 Double_Room BB free EUR 100.00\nacme-1 sold out\n".utf8)),
                    .wait(.milliseconds(20)),
                    .bytes(Array("acme-1 R7 Twin_Room RO non EUR 80.00".utf8)),
                    .measured(measure),
                ])
            case "charlie":
                return .answer("charlie-0 C1 double_room BB free EUR 104.50")
            default: return .hang
            }
        }
    }

    /// Stands for the search's own, which whatever draws before it changes.
    private static let anyID = "0m6tm0_XqLw2a7bW4f1nJg"

    @Test("A timeout, a kept answer that is stale and a rate left out, as the approved file has it")
    func theTextIsAsApproved() throws {
        let scene = try scene()
        let text = try scene.scene.run { _ in
            _ = try await scene.scene.send(
                .get, WebScene.placeSearch + "&suppliers=charlie")
            try await scene.scene.pass(.seconds(12 * 60))
            let answer = try await scene.scene.send(
                .get, WebScene.placeSearch + "&timeoutMs=1000", [ExplainScene.ask])
            #expect(answer.field(ExplainField.name) == "recorded")
            let id = try #require(try answer.json["searchId"]?.string)
            return try await scene.explained(answer).text.replacing(id, with: Self.anyID)
        }
        let file = Golden.folder.appending(path: "Golden/explained.txt")
        let approved = try String(contentsOf: file, encoding: .utf8)
        #expect(text == approved)
    }

    @Test func aSearchThatNobodyAskedForIsKeptWhenItEndsOddly() throws {
        let scene = try scene()
        let (good, odd, text) = try scene.scene.run { _ in
            let good = try await scene.scene.send(
                .get, WebScene.placeSearch + "&suppliers=charlie")
            let odd = try await scene.scene.send(
                .get, WebScene.placeSearch + "&suppliers=bravo,charlie&timeoutMs=300")
            let id = try #require(try good.json["searchId"]?.string)
            let none = try await scene.see("/admin/searches/\(id)")
            #expect(none.status == 404 && none.code == "SEARCH_UNKNOWN")
            #expect(none.text.contains("Tributary-Explain: 1"))
            return (good, odd, try await scene.explained(odd).text)
        }
        #expect(good.field(ExplainField.name) == nil && odd.field(ExplainField.name) == nil)
        #expect(text.contains("recorded because it ended oddly"))
        #expect(text.contains("bravo timeout TIMEOUT"))
        #expect(text.contains("> GET /search?bravo-0,bravo-1"))
        #expect(!text.contains("of several equal offers"))
    }

    @Test func whatACallBringsAfterItsSearchIsTold() throws {
        let scene = try ExplainScene { _, _, _ in
            .answer("acme-0 R1 Room BB free EUR 100.00", after: .milliseconds(1_500))
        }
        let (early, late) = try scene.scene.run { _ in
            let answer = try await scene.scene.send(
                .get, WebScene.placeSearch + "&timeoutMs=1000", [ExplainScene.ask])
            let early = try await scene.explained(answer).text
            try await scene.scene.pass(.seconds(1))
            return (early, try await scene.explained(answer).text)
        }
        #expect(early.contains("not over yet"))
        #expect(late.contains("1500 ms  request answered, status 200"))
        #expect(late.contains("answered whole, 1 rate read"))
    }

    @Test func aSharedCallIsToldWithTheSearchThatBeganItBefore() throws {
        let scene = try ExplainScene { _, _, _ in
            .answer("acme-0 R1 Room BB free EUR 100.00", after: .milliseconds(400))
        }
        let text = try scene.scene.run { _ in
            async let first = scene.scene.send(.get, WebScene.placeSearch)
            try await scene.scene.pass(.milliseconds(100))
            let second = try await scene.scene.send(
                .get, WebScene.placeSearch, [ExplainScene.ask])
            _ = try await first
            return try await scene.explained(second).text
        }
        #expect(text.contains("call 1 of 1 for 2 hotels, begun for another search"))
        #expect(text.contains("-100 ms  decided on"))
        #expect(text.contains("300 ms  request answered, status 200"))
    }

    @Test("A supplier that is not asked is told with the reason")
    func whatHealthDecidesIsTold() throws {
        let scene = try ExplainScene { _, _, _ in .refused }
        let (first, last) = try scene.scene.run { _ in
            var texts: [String] = []
            for _ in 0..<8 {
                let answer = try await scene.scene.send(
                    .get, WebScene.placeSearch + "&timeoutMs=500", [ExplainScene.ask])
                texts.append(try await scene.explained(answer).text)
            }
            return (try #require(texts.first), try #require(texts.last))
        }
        #expect(first.contains("begun; the supplier has"))
        #expect(first.contains("failed: CONNECT_FAILED in connect"))
        #expect(last.contains("acme: circuit_open CIRCUIT_OPEN (not asked: "))
        #expect(!last.contains("call 1 of 1"))
    }

    @Test func aHoldIsToldByTheSameCommandsText() throws {
        let scene = try ExplainScene(hotels: 1) { _, step, _ in
            switch step {
            case "search", "revalidate": .answer("acme-0 R1 Double_Room BB free EUR 100.00")
            default: .answer("held H1")
            }
        }
        let text = try scene.scene.run { _ in
            let quote = try await scene.scene.quote()
            let hold = try await scene.scene.hold(
                #"{"quoteId":"\#(quote)","guests":[{"room":0,"firstName":"Zoraya","lastName":"Quist"}],"#
                    + #""contact":{"email":"z@example.com"}}"#)
            let id = try #require(try hold.json["holdId"]?.string)
            let shown = try await scene.see("/admin/holds/\(id)", accept: "text/plain")
            #expect(shown.status == 200)
            return shown.text
        }
        #expect(text.contains("now HELD"))
        #expect(text.contains("the supplier's H1"))
        #expect(text.contains("granted by gateway"))
        #expect(!text.contains("Zoraya") && !text.contains("z@example.com"))
    }
}

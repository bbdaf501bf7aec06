import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// Nothing leaks into a record, nothing breaks out of one, and no answer depends on it.
@Suite struct ExplainSafetyTests {
    private static let shopper = [
        ("X-Shopper-Ip", "203.0.113.77"), ("X-Shopper-Agent", "Canary Browser/7 (quiet)"),
        ("X-Shopper-Session", "canary-session-4711"),
    ]
    private static let secret = "canary-secret/ÄÖ+1"

    /// A supplier that repeats everything it was sent and its own secrets, in fields and body.
    private func echoing() throws -> ExplainScene {
        let words = Self.shopper.map(\.1) + [Self.secret, "canary-user"]
        return try ExplainScene(
            account: { account in
                account.manifest.auth = .basic(user: "user", password: "password")
                account.credentials = SupplierCredentials([
                    ("user", Secret("canary-user")), ("password", Secret(Self.secret)),
                ])
            }
        ) { _, _, _ in
            .answer(
                "acme-0 R1 Room BB free EUR 100.00\n" + words.joined(separator: "\n")
                    + "\nBasic " + Base64.encode(Array("canary-user:\(Self.secret)".utf8)),
                fields: words.map { ("X-Echo", $0) } + [("X-Auth-Token", "canary-given")])
        }
    }

    @Test("Canaries of the account and of the shopper are in no part of a record")
    func nothingLeaks() throws {
        let scene = try echoing()
        let (text, json) = try scene.scene.run { _ in
            let answer = try await scene.scene.send(
                .get, WebScene.placeSearch, [ExplainScene.ask] + Self.shopper)
            return try await scene.explained(answer)
        }
        #expect(text.contains("***") && json.contains("***"))
        let encoded = Base64.encode(Array("canary-user:\(Self.secret)".utf8))
        for word in Self.shopper.map(\.1) + [Self.secret, "canary", encoded] {
            #expect(!text.lowercased().contains(word.lowercased()), "\(word)")
            #expect(!json.lowercased().contains(word.lowercased()), "\(word)")
        }
    }

    @Test("A shared call hides the shopper it was begun for, also from another's record")
    func nothingLeaksBetweenShoppers() throws {
        let scene = try ExplainScene { _, _, _ in
            .answer("acme-0 R1 Room BB free EUR 100.00", after: .milliseconds(400))
        }
        let (text, json) = try scene.scene.run { _ in
            async let first = scene.scene.send(.get, WebScene.placeSearch, Self.shopper)
            try await scene.scene.pass(.milliseconds(100))
            let second = try await scene.scene.send(
                .get, WebScene.placeSearch, [ExplainScene.ask])
            _ = try await first
            return try await scene.explained(second)
        }
        #expect(text.contains("Shopper-Session: ***"))
        for word in Self.shopper.map(\.1) {
            #expect(!text.contains(word) && !json.contains(word), "\(word)")
        }
    }

    @Test("A hostile answer is shown escaped and cut")
    func nothingBreaksOut() throws {
        let hostile =
            "\u{1B}[2J\u{1B}]0;owned\u{7}\r\u{9B}31m\u{202E}\u{2028}\u{0}\u{FEFF}\nSearch faked of tenant x\n"
        let scene = try ExplainScene { _, _, _ in
            .answer(
                hostile + String(repeating: "A", count: 300_000),
                fields: [("X-\u{1B}[31m", "red\u{7}")])
        }
        let (text, json) = try scene.scene.run { _ in
            let answer = try await scene.scene.send(
                .get, WebScene.placeSearch, [ExplainScene.ask])
            return try await scene.explained(answer)
        }
        for (name, shown) in [("text", text), ("json", json)] {
            let raw = shown.unicodeScalars.filter { scalar in
                scalar != "\n" && (scalar.value < 32 || (127...159).contains(scalar.value))
                    || [0x202E, 0x2028, 0xFEFF].contains(scalar.value)
            }
            #expect(raw.isEmpty, "\(name): \(raw.map(\.value))")
            #expect(shown.utf8.count < 40_000, "\(name)")
        }
        #expect(text.contains(#"\u{1B}[2J"#))
        // A line of the supplier's never stands where one of ours could.
        let faked = text.split(separator: "\n").filter { $0.contains("Search faked") }
        #expect(
            !faked.isEmpty
                && faked.allSatisfy { $0.hasPrefix("      < ") || $0.contains("such as") })
    }

    @Test("The same search has the same answer with a recorder, without, and asked to be recorded")
    func noAnswerDependsOnIt() throws {
        let suppliers = ["acme", "bravo", "charlie"]
        func answers(_ recorder: SearchRecorder?, _ fields: [(String, String)]) throws -> [String] {
            let scene = try WebScene(
                suppliers: suppliers, hotels: 4, change: { $0.recorder = recorder }
            ) { supplier, _, call in
                switch supplier {
                case "acme":
                    .drip(
                        (0..<4).map { "acme-\($0) R1 Room BB free EUR 1\($0)0.00\nnone\n" },
                        every: .milliseconds(90))
                case "bravo":
                    call == 1 ? .reset(after: "bravo-0 B1 Room BB free EUR 99.00\n") : .hang
                default: .answer("charlie-1 C1 Room BB free EUR 110.00", after: .milliseconds(30))
                }
            }
            return try scene.run { scene in
                var answers: [String] = []
                for form in ["application/json", "text/event-stream", "application/x-ndjson"] {
                    let answer = try await scene.send(
                        .get, WebScene.placeSearch + "&timeoutMs=700", fields + [("Accept", form)])
                    answers.append("\(answer.status) \(answer.text)")
                    try await scene.pass(.seconds(1))
                }
                return answers
            }
        }
        var all = ExplainSettings()
        all.sampleEvery = 1
        let without = try answers(nil, [])
        #expect(without[0].contains("searchId"))
        #expect(try answers(SearchRecorder(all), []) == without)
        #expect(try answers(SearchRecorder(), [ExplainScene.ask]) == without)
    }
}

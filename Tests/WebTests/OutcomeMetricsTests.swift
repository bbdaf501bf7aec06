import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// What the metrics say of what came of holds and searches.
@Suite struct OutcomeMetricsTests {
    private static let offer = "acme-0 R1 Double_Room BB free EUR 100.00"

    private func page(_ scene: WebScene) -> [Substring] {
        String(decoding: scene.metrics.page(), as: UTF8.self).split(separator: "\n")
    }

    @Test(
        "Each decision is counted once, by supplier; what nothing is stored of is decided anew",
        arguments: [
            (Self.offer, "granted", 1),
            ("acme-0 R1 Double_Room BB free EUR 150.00", "price_changed", 1),
            ("acme-0 R1 Double_Room RO free EUR 100.00", "terms_changed", 1),
            ("gone", "sold_out", 1),
            ("expired", "expired", 2),
        ])
    func decisions(revalidated: String, outcome: String, count: Int) throws {
        let scene = try WebScene { _, step, _ in
            switch step {
            case "search": .answer(Self.offer)
            case "revalidate": .answer(revalidated)
            default: .answer("held H1")
            }
        }
        _ = try scene.run { scene in
            let quote = try await scene.quote()
            _ = try await scene.hold(#"{"quoteId":"\#(quote)"}"#)
            _ = try await scene.hold(#"{"quoteId":"\#(quote)"}"#)
        }
        let lines = page(scene).filter {
            $0.hasPrefix("tributary_holds_decided_total{supplier=\"acme\"")
        }
        #expect(
            lines == [
                "tributary_holds_decided_total{supplier=\"acme\",outcome=\"\(outcome)\"} \(count)"
            ])
    }

    @Test func aLostAnswerIsCountedAndTimed() throws {
        let scene = try WebScene { _, step, _ in
            switch step {
            case "search", "revalidate": .answer(Self.offer)
            case "hold": .reset(after: "")
            default: .answer("held H1")
            }
        }
        _ = try scene.run { scene in
            let quote = try await scene.quote()
            _ = try await scene.hold(#"{"quoteId":"\#(quote)","waitMs":100}"#)
            try await scene.pass(.seconds(3_600))
        }
        let lines = page(scene)
        #expect(lines.contains("tributary_holds_in_doubt_total{supplier=\"acme\"} 1"))
        #expect(lines.contains("tributary_hold_settle_seconds_count{supplier=\"acme\"} 1"))
        #expect(
            lines.contains(
                "tributary_holds_decided_total{supplier=\"acme\",outcome=\"granted\"} 1"))
    }

    @Test func onlySearchesThatTheirDeadlineEndedAreTimedAgainstIt() throws {
        let scene = try WebScene(suppliers: ["acme", "bravo"]) { supplier, _, _ in
            supplier == "acme" ? .answer(Self.offer) : .hang
        }
        for names in ["acme", "acme,bravo"] {
            _ = try scene.ask(
                .get, WebScene.search + "&timeoutMs=300&suppliers=\(names)")
        }
        let lines = page(scene)
        #expect(lines.contains("tributary_search_overshoot_seconds_count 1"))
        #expect(lines.contains("tributary_search_overshoot_seconds_sum 0"))
    }
}

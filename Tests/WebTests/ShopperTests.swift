import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Synchronization
import Testing
import TravelModel

@testable import Web

/// Who asks reaches the supplier in every step, and goes with the guests' data.
@Suite struct ShopperTests {
    private static let fields = [
        ("Content-Type", "application/json"), ("Idempotency-Key", "k1"),
        ("X-Shopper-Ip", "2001:db8::7"), ("X-Shopper-Agent", "Browser/1 (x)"),
        ("X-Shopper-Session", "S-1"),
    ]

    /// Notes who asked in each step.
    private final class Witness: Sendable {
        // A lock around a list.
        private let heard = Mutex<[String: [String]]>([:])

        func hear(_ request: WireRequest, _ step: String) {
            let values = request.headers.filter { $0.name.hasPrefix("Shopper-") }.map(\.value)
            heard.withLock { $0[step, default: []].append(values.joined(separator: " ")) }
        }

        subscript(step: String) -> [String] { heard.withLock { $0[step] ?? [] } }
    }

    private func scene(_ witness: Witness) throws -> WebScene {
        let scene = try WebScene { _, _, _ in .refused }
        scene.gateway.transport.direct { request, _ in
            let path = request.url.split(separator: "/").last ?? ""
            let step = String(path.prefix { $0 != "?" })
            witness.hear(request, step)
            return switch step {
            case "search", "revalidate": .answer("acme-0 R1 Double_Room BB free EUR 100.00")
            case "hold": .reset(after: "hel")
            case "retrieve": .answer("held H7")
            default: .answer("released")
            }
        }
        return scene
    }

    @Test("From the price check to the look-up and the release, also after a restart of the desk")
    func everyStep() throws {
        let witness = Witness()
        let scene = try scene(witness)
        try scene.run { scene in
            let quote = try await scene.quote()
            let body = #"{"quoteId":"\#(quote)"}"#
            let hold = try await scene.send(.post, "/v1/holds", Self.fields, body: body)
            #expect(hold.status == 202)
            try await scene.pass(.seconds(6))
            let path = try #require(hold.field("location"))
            let released = try await scene.send(.delete, path)
            #expect(released.status == 204)
            try await scene.pass(.seconds(1))
        }
        let told = "2001:db8::7 Browser/1 (x) S-1"
        #expect(witness["search"] == [""])
        for step in ["revalidate", "hold", "retrieve", "release"] {
            #expect(witness[step] == [told], "\(step)")
        }
    }

    @Test("A repeat from elsewhere is the same request")
    func repeatFromElsewhere() throws {
        let (first, again) = try scene(Witness()).run { scene in
            let body = #"{"quoteId":"\#(try await scene.quote())"}"#
            let first = try await scene.send(.post, "/v1/holds", Self.fields, body: body)
            return (first, try await scene.hold(body))
        }
        #expect(first.status == 202)
        #expect(again.status == 202)
        #expect(again.field("idempotent-replayed") == "true")
    }

    @Test("A refresh asks for the shopper who refreshes")
    func refresh() throws {
        let witness = Witness()
        try scene(witness).run { scene in
            _ = try await scene.refresh(try await scene.quote(), [("X-Shopper-Ip", "192.0.2.1")])
        }
        #expect(witness["revalidate"] == ["192.0.2.1"])
    }

    @Test func aFieldThatCannotBeIsRefused() throws {
        let answer = try scene(Witness()).run { scene in
            let fields = Self.fields.filter { !$0.0.hasPrefix("X-") }
            return try await scene.send(
                .post, "/v1/holds",
                fields + [("X-Shopper-Ip", "1.2.3"), ("X-Shopper-Session", "a b")],
                body: #"{"quoteId":"\#(try await scene.quote())"}"#)
        }
        #expect(answer.status == 400)
        #expect(
            answer.errors == [
                "X-Shopper-Ip: an IPv4 or IPv6 address",
                "X-Shopper-Session: 1 to 128 visible ASCII characters",
            ])
    }

    @Test("It is kept with the guests' data, nowhere else, and goes with it")
    func erasure() throws {
        let scene = try scene(Witness())
        try scene.run { scene in
            let body = #"{"quoteId":"\#(try await scene.quote())"}"#
            _ = try await scene.send(.post, "/v1/holds", Self.fields, body: body)
        }
        var record = try #require(scene.ledger.rows.first)
        // Its own column, not a part of the bytes.
        record.lease = nil
        #expect(record.shopper.ipAddress == "2001:db8::7")
        let (kept, personal) = HoldRecordCodec.encode(record)
        for word in ["2001:db8::7", "Browser/1", "S-1"] {
            #expect(!kept.contains(Array(word.utf8)), "\(word)")
            #expect(personal.contains(Array(word.utf8)), "\(word)")
        }
        let read = try HoldRecordCodec.decode(body: kept, personal: .success(personal))
        #expect(read == record)
        let erased = record.withoutPersonalData
        #expect(erased.shopper.isEmpty)
        #expect(HoldRecordCodec.encode(erased).personal.isEmpty)
    }
}

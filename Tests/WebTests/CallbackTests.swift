import Digest
import Gateway
import GatewayTesting
import HTTPServer
import SupplierKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import Web

/// `POST /v1/suppliers/{supplierId}/callbacks`: only what is proved does anything, and that is a look.
@Suite struct CallbackTests {
    private static let path = "/v1/suppliers/acme/callbacks"
    private static let secret = "callback-secret"

    /// Speaks the line protocol and sends callbacks.
    private struct Calling: SupplierAdapter {
        static let protocolName = "line"
        let lines: LineProtocol

        init(manifest: SupplierManifest) { lines = LineProtocol(manifest: manifest) }

        func search(_ input: SearchInput) -> any StepMachine<SearchEnd> { lines.search(input) }
        func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
            lines.revalidate(input)
        }
        func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> { lines.hold(input) }
        func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> { lines.release(input) }
        func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> {
            lines.retrieve(input)
        }
        var callbacks: (any CallbackReader)? { TokenSignedCallback(credential: "secret") }
    }

    /// A scene in which the answer to the hold is lost, and is looked up after an hour.
    private func scene(
        hold: Script = .reset(after: "hel"), retrieve: Script = .answer("held H7"),
        sends: Bool = true
    ) throws -> WebScene {
        try WebScene(account: { account in
            account.manifest.lookup.after = [.seconds(3600)]
            account.manifest.lookup.indexingDelay = .seconds(7200)
            account.manifest.timeouts.hold = .seconds(60)
            guard sends else { return }
            account.adapter = Calling(manifest: account.manifest)
            account.credentials = SupplierCredentials([
                (name: "secret", value: Secret(Self.secret))
            ])
        }) { _, step, _ in
            switch step {
            case "search", "revalidate": .answer("acme-0 R1 Double_Room BB free EUR 100.00")
            case "hold": hold
            case "retrieve": retrieve
            default: .answer("released")
            }
        }
    }

    private static func body(
        _ reference: String, token: String = "t1", at now: Instant, secret: String = secret
    ) throws -> String {
        let seconds = now.millisecondsSinceEpoch / 1000
        let key = try AuthenticationKey(Array(secret.utf8))
        let code = Hexadecimal.lowercase(try key.code(for: Array("\(seconds)\(token)".utf8)))
        return #"{"data":{"partner_order_id":"\#(reference)","status":"completed"},"#
            + #""signature":{"signature":"\#(code)","timestamp":\#(seconds),"token":"\#(token)"}}"#
    }

    private static func lookUps(_ scene: WebScene) -> Int {
        scene.gateway.transport.urls.filter { $0.contains("/retrieve") }.count
    }

    /// Holds, loses the answer, and gives the reference and where the hold is found.
    private static func lose(_ scene: WebScene) async throws -> (reference: String, path: String) {
        let hold = try await scene.hold(#"{"quoteId":"\#(try await scene.quote())"}"#)
        #expect(hold.status == 202)
        let record = try #require(scene.ledger.rows.first)
        return (record.reference.text, try #require(hold.field("location")))
    }

    @Test("A proved callback settles a hold in doubt long before its look-up is due, once")
    func settles() throws {
        let (answers, state, count) = try scene().run { scene in
            let (reference, path) = try await Self.lose(scene)
            let body = try Self.body(reference, at: scene.gateway.simulation.now())
            var answers = [try await scene.send(.post, Self.path, body: body)]
            try await scene.pass(.seconds(1))
            answers.append(try await scene.send(.post, Self.path, body: body))
            try await scene.pass(.seconds(1))
            let state = try await scene.send(.get, path).json["state"]?.string
            return (answers, state, Self.lookUps(scene))
        }
        #expect(answers.map(\.status) == [200, 200])
        #expect(answers.map(\.bytes) == [[], []])
        #expect(state == "HELD")
        #expect(count == 1)
    }

    @Test("The answer tells nothing of the hold, nor whether there is one")
    func tellsNothing() throws {
        let answers = try scene().run { scene in
            let (reference, _) = try await Self.lose(scene)
            let now = scene.gateway.simulation.now()
            let unknown = String(reference.reversed())
            return [
                try await scene.send(
                    .post, Self.path, body: try Self.body(unknown, token: "t7", at: now)),
                try await scene.send(
                    .post, Self.path, body: try Self.body(reference, token: "t8", at: now)),
            ]
        }
        #expect(answers.map(\.status) == [200, 200])
        #expect(answers.map(\.bytes) == [[], []])
        #expect(answers.allSatisfy { $0.field("location") == nil })
    }

    @Test("One that comes before the supplier's own answer is given up is not lost")
    func early() throws {
        let state = try scene(hold: .hang).run { scene in
            let quote = try await scene.quote()
            let hold = try await scene.hold(#"{"quoteId":"\#(quote)","waitMs":1000}"#)
            let reference = try #require(scene.ledger.rows.first).reference.text
            let body = try Self.body(reference, at: scene.gateway.simulation.now())
            _ = try await scene.send(.post, Self.path, body: body)
            #expect(Self.lookUps(scene) == 0)
            try await scene.pass(.seconds(61))
            let path = try #require(hold.field("location"))
            return try await scene.send(.get, path).json["state"]?.string
        }
        #expect(state == "HELD")
    }

    @Test("A lie of the supplier is found out by asking it, and costs the schedule nothing")
    func lie() throws {
        let (state, counts) = try scene(retrieve: .answer("none")).run { scene in
            let (reference, path) = try await Self.lose(scene)
            for number in 0..<20 {
                let now = scene.gateway.simulation.now()
                let body = try Self.body(reference, token: "t\(number)", at: now)
                let answer = try await scene.send(.post, Self.path, body: body)
                #expect(answer.status == 200)
                try await scene.pass(.seconds(1))
            }
            let early = Self.lookUps(scene)
            let state = try await scene.send(.get, path).json["state"]?.string
            try await scene.pass(.seconds(3582))
            return (state, [early, Self.lookUps(scene)])
        }
        #expect(state == "PENDING")
        #expect(counts == [8, 9], "eight at most by callbacks, and the one that was due anyway")
    }

    @Test(
        "What is not proved does nothing",
        arguments: ["secret", "late", "early", "damaged", "number"])
    func forged(how: String) throws {
        let (answer, count) = try scene().run { scene in
            let (reference, _) = try await Self.lose(scene)
            let now = scene.gateway.simulation.now()
            let good = try Self.body(reference, at: now)
            let body =
                switch how {
                case "secret": try Self.body(reference, at: now, secret: "another")
                case "late": try Self.body(reference, at: now.advanced(by: .seconds(-302)))
                case "early": try Self.body(reference, at: now.advanced(by: .seconds(302)))
                case "damaged": good.replacing("\"token\":\"t1\"", with: "\"token\":\"t2\"")
                default: good.replacing("\"timestamp\":", with: "\"timestamp\":1")
                }
            let answer = try await scene.send(.post, Self.path, body: body)
            try await scene.pass(.seconds(2))
            return (answer, Self.lookUps(scene))
        }
        #expect(answer.status == 403)
        #expect(answer.code == "CALLBACK_REFUSED")
        #expect(count == 0)
    }

    @Test(
        "What cannot be read is told",
        arguments: [
            ("", 400), ("{}", 400), ("<xml/>", 400),
            (String(repeating: " ", count: 16_385), 413),
            (#"{"data":{"partner_order_id":"short"}}"#, 400),
        ])
    func unreadable(body: String, status: Int) throws {
        let answer = try scene().ask(.post, Self.path, body: body)
        #expect(answer.status == status)
    }

    @Test("Nobody learns which references there are, nor which suppliers")
    func unknown() throws {
        let scene = try scene()
        let body = try Self.body("AAAAAAAAAAAAAAAAAAAA", at: Simulation.epoch)
        #expect(try scene.ask(.post, Self.path, body: body).status == 200)
        for path in ["/v1/suppliers/bravo/callbacks", "/v1/suppliers/%20/callbacks"] {
            let answer = try scene.ask(.post, path, body: body)
            #expect(answer.status == 404)
            #expect(answer.code == "SUPPLIER_UNKNOWN")
        }
        let silent = try self.scene(sends: false).ask(.post, Self.path, body: body)
        #expect(silent.code == "SUPPLIER_UNKNOWN")
    }
}

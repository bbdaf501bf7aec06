import Testing
import WireFormat

/// One way of a supplier to go wrong, and what a search says of it by the contract's table.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    enum Cause: Sendable {
        /// The next outcome of the mock's search step.
        case plan(String)
        /// The mock's port is closed.
        case down
        case rude(RudeServer.Manners)
    }

    let name: String
    let supplier: String
    let cause: Cause
    let statuses: Set<String>
    let phase: String
    let code: String

    init(
        _ name: String, _ supplier: String, _ cause: Cause, _ statuses: Set<String>,
        _ phase: String, _ code: String
    ) {
        self.name = name
        self.supplier = supplier
        self.cause = cause
        self.statuses = statuses
        self.phase = phase
        self.code = code
    }

    var testDescription: String { "\(supplier) \(name)" }

    var step: String { supplier == "linkrest" ? "shop" : "rates" }

    /// Whether only the search's deadline ends it.
    var isSlow: Bool { code == "TIMEOUT" }

    private static let pad = String(repeating: " alive", count: 1000)

    static let json = [
        Misbehaviour("hangs", "linkrest", .plan("hang"), ["timeout"], "headers", "TIMEOUT"),
        Misbehaviour(
            "never accepts", "linkrest", .rude(.neverAccepts), ["timeout"], "connect", "TIMEOUT"),
        Misbehaviour(
            "hangs after its head", "linkrest", .rude(.silentAfterHead), ["timeout"], "body",
            "TIMEOUT"),
        Misbehaviour(
            "hangs in mid-body", "linkrest", .plan("hangMidBody"), ["partial"], "body", "TIMEOUT"),
        Misbehaviour(
            "drips", "linkrest", .plan("drip"), ["partial", "timeout"], "body", "TIMEOUT"),
        Misbehaviour("refuses", "linkrest", .down, ["error"], "connect", "CONNECT_FAILED"),
        Misbehaviour("resets", "linkrest", .plan("reset"), ["error"], "headers", "BROKEN_BODY"),
        Misbehaviour(
            "resets in mid-body", "linkrest", .plan("resetMidBody"), ["partial"], "body",
            "BROKEN_BODY"),
        Misbehaviour(
            "truncates gzip", "linkrest", .plan("truncate"), ["partial"], "body", "BROKEN_BODY"),
        Misbehaviour(
            "breaks gzip", "linkrest", .plan("badGzip"), ["partial", "error"], "body", "BROKEN_BODY"
        ),
        Misbehaviour(
            "sends 200 MB", "linkrest",
            .rude(.endless(type: "application/json", piece: "        ")), ["error"], "body",
            "TOO_LARGE"),
        Misbehaviour(
            "sends 9 MB", "linkrest", .plan("oversize"), ["partial"], "body", "TOO_LARGE"),
        Misbehaviour(
            "nests deep", "linkrest", .plan("deepNesting"), ["error"], "decode", "TOO_LARGE"),
        Misbehaviour(
            "sends a page", "linkrest", .plan("html"), ["error"], "decode", "MALFORMED"),
        Misbehaviour(
            "sends another type", "linkrest", .plan("wrongContentType"), ["error"], "decode",
            "MALFORMED"),
        Misbehaviour(
            "sends nothing", "linkrest", .plan("emptyBody"), ["error"], "decode", "MALFORMED"),
        Misbehaviour(
            "throttles", "linkrest", .plan("throttle"), ["throttled"], "headers", "THROTTLED"),
        Misbehaviour(
            "fails", "linkrest", .plan("{\"kind\":\"status\",\"status\":500}"), ["error"],
            "headers", "SUPPLIER_ERROR"),
        Misbehaviour(
            "forbids", "linkrest", .plan("{\"kind\":\"status\",\"status\":401}"), ["auth"],
            "headers", "AUTH"),
    ]

    static let stream = [
        Misbehaviour("hangs", "streamrates", .plan("hang"), ["timeout"], "headers", "TIMEOUT"),
        Misbehaviour(
            "hangs in mid-stream", "streamrates", .plan("hangMidBody"), ["partial"], "body",
            "TIMEOUT"),
        Misbehaviour(
            "drips", "streamrates", .plan("drip"), ["partial", "timeout"], "body", "TIMEOUT"),
        Misbehaviour(
            "refuses", "streamrates", .down, ["error"], "connect", "CONNECT_FAILED"),
        Misbehaviour(
            "resets in mid-stream", "streamrates", .plan("resetMidBody"), ["partial"], "body",
            "BROKEN_BODY"),
        Misbehaviour(
            "ends early", "streamrates", .plan("truncate"), ["partial"], "body", "BROKEN_BODY"),
        Misbehaviour(
            "sends 200 MB", "streamrates",
            .rude(.endless(type: "text/event-stream", piece: ": keep" + pad + "\n\n")), ["error"],
            "body", "TOO_LARGE"),
        Misbehaviour(
            "sends a page", "streamrates", .plan("html"), ["error"], "decode", "MALFORMED"),
        Misbehaviour(
            "throttles", "streamrates", .plan("throttle"), ["throttled"], "headers", "THROTTLED"),
        Misbehaviour(
            "fails", "streamrates", .plan("{\"kind\":\"status\",\"status\":500}"), ["error"],
            "decode", "SUPPLIER_ERROR"),
    ]
}

extension Journey {
    /// A supplier that misbehaves costs a search nothing but its own offers.
    @Suite struct MisbehaviourTests {
        private static let suppliers = ["linkrest", "streamrates"]
        /// Milliseconds of a search.
        private static let deadline = 500
        /// The promise is 50 ms; a machine shared with other builds is late by its own.
        private static let grace = 500

        @Test(arguments: Misbehaviour.json + Misbehaviour.stream)
        func onlyItsOwnOffersAreMissing(_ case: Misbehaviour) async throws {
            var setting = Stage.Setting()
            var rude: RudeServer?
            if case .rude(let manners) = `case`.cause {
                let server = try RudeServer(manners)
                setting.addresses[`case`.supplier] = server.url
                rude = server
            }
            defer { rude?.stop() }
            try await Stage.run(setting) { try await check(`case`, $0) }
        }

        /// That nobody answered never looks like "no hotels".
        @Test(.stage) func nobodyAnswers() async throws {
            let stage = try Stage.current
            try await stage.adopt("{\"*\":{\"down\":true}}")
            let query = Query(
                hotels: try Fixtures.hotels(of: Self.suppliers, most: 3),
                suppliers: Self.suppliers)
            let answer = try await stage.get(query.path)
            #expect(answer.status == 503)
            #expect(answer["Retry-After"] != nil)
            let body = try answer.json
            #expect(body["code"]?.string == "NO_SUPPLIER_ANSWERED")
            #expect(body["hotels"] == nil)
            for supplier in Self.suppliers {
                #expect(body.status(of: supplier)?["code"]?.string == "CONNECT_FAILED")
            }
            let told = try await stage.stream(query)
            #expect(told.last?.data["outcome"]?.string == "none_answered")
            try await stage.adopt("{}")
            #expect(try await stage.search(query)["outcome"]?.string == "complete")
        }

        private func check(_ bad: Misbehaviour, _ stage: Stage) async throws {
            let healthy = bad.supplier == "linkrest" ? "streamrates" : "linkrest"
            var query = Query(
                hotels: try Fixtures.hotels(of: Self.suppliers, most: 6), suppliers: [healthy],
                timeout: 15_000)
            let alone = try await stage.stream(query)
            let expected = alone.offerIDs(of: healthy)
            #expect(expected.count > 5)
            try await cause(bad, stage)
            query.suppliers = Self.suppliers
            // What only the deadline ends gets one that is soon; nothing else may need it.
            query.timeout = bad.isSlow ? Self.deadline : 15_000
            let before = try await stage.searchSeconds()
            let told = try await stage.stream(query)
            let after = try await stage.searchSeconds()
            try judge(bad, healthy, told)
            #expect(told.offerIDs(of: healthy) == expected, "the healthy supplier's offers")
            try measure(bad, told, seconds: after - before)
        }

        private func cause(_ bad: Misbehaviour, _ stage: Stage) async throws {
            switch bad.cause {
            case .plan(let outcome): try await stage.plan(bad.supplier, bad.step, [outcome])
            case .down: try await stage.adopt("{\"\(bad.supplier)\":{\"down\":true}}")
            case .rude: break
            }
        }

        private func judge(_ bad: Misbehaviour, _ healthy: String, _ told: [Told]) throws {
            let done = try #require(told.last)
            #expect(done.name == "done")
            #expect(done.data["outcome"]?.string == "partial")
            let status = try #require(done.data.status(of: bad.supplier))
            let text = Plain.text(status)
            #expect(bad.statuses.contains(status["status"]?.string ?? ""), "\(text)")
            #expect(status["phase"]?.string == bad.phase, "\(text)")
            #expect(status["code"]?.string == bad.code, "\(text)")
            let own = told.status(of: bad.supplier)
            #expect(own?["status"]?.string == status["status"]?.string)
            #expect(own?["code"]?.string == bad.code)
            let given = told.offerIDs(of: bad.supplier).count
            #expect((given > 0) == (status["status"]?.string == "partial"), "\(text)")
            #expect(status.number("offers") == given)
            #expect(done.data.status(of: healthy)?["status"]?.string == "ok")
        }

        /// The client's clock and the gateway's own.
        private func measure(_ bad: Misbehaviour, _ told: [Told], seconds: Double) throws {
            let done = try #require(told.last)
            let own = seconds * 1000
            guard bad.isSlow else {
                #expect(done.at < .seconds(10), "it ended by itself")
                return
            }
            #expect(done.at >= .milliseconds(Self.deadline))
            #expect(done.at < .milliseconds(Self.deadline + Self.grace))
            #expect(own < Double(Self.deadline + Self.grace))
            let latency = try #require(done.data.status(of: bad.supplier)?.number("latencyMs"))
            #expect((Self.deadline...(Self.deadline + Self.grace)).contains(latency))
        }
    }
}

extension Stage {
    /// What all searches so far took, by the gateway's own clock.
    func searchSeconds() async throws -> Double {
        var sum = 0.0
        for outcome in ["complete", "partial", "none_answered"] {
            sum += try await metric(
                "tributary_search_duration_seconds_sum{outcome=\"\(outcome)\"}")
        }
        return sum
    }
}

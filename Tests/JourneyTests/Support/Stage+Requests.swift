import HTTPClient
import Reactor
import Testing
import WireFormat

/// What a client got.
struct Answer: Sendable {
    var status = 0
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    var json: JSONValue { get throws { try JSONValue(parsing: body) } }

    /// A field by its name.
    subscript(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension Stage {
    /// The longest any one exchange may take: only a gateway that hangs is stopped by it.
    static let patience = Duration.seconds(30)

    func send(
        _ method: ClientRequest.Method, _ path: String,
        fields: [(name: String, value: String)] = [], body: String = ""
    ) async throws -> Answer {
        try await exchange(method, url + path, fields, body)
    }

    func get(_ path: String) async throws -> Answer { try await send(.get, path) }

    private func exchange(
        _ method: ClientRequest.Method, _ url: String,
        _ fields: [(name: String, value: String)] = [], _ body: String = ""
    ) async throws -> Answer {
        var answer = Answer()
        let request = ClientRequest(
            method, url, headers: fields, body: Array(body.utf8), idempotent: false,
            allowPrivateAddress: true)
        try await client.exchange(request, deadline: .now().advanced(by: Self.patience)) { event in
            switch event {
            case .sending: break
            case .head(let head):
                answer.status = head.status
                answer.fields = head.headers.fields
            case .body(let bytes): answer.body += bytes
            }
        }
        return answer
    }

    // MARK: - Holds

    /// Asks for a hold with guests and contact.
    func hold(
        _ quote: String, key: String, more: String = "", guest: String = "Ana"
    ) async throws -> Answer {
        try await send(
            .post, "/v1/holds",
            fields: [("Content-Type", "application/json"), ("Idempotency-Key", key)],
            body: Self.holdBody(quote, more: more, guest: guest))
    }

    static func holdBody(_ quote: String, more: String = "", guest: String = "Ana") -> String {
        """
        {"quoteId":"\(quote)","guests":[{"room":0,"firstName":"\(guest)","lastName":"Reis",\
        "lead":true}],"contact":{"email":"ana@example.org","phone":"+351 21 0000000"}\(more)}
        """
    }

    // MARK: - Operators

    /// The metrics page's value of a series; 0 where it was never written.
    func metric(_ series: String) async throws -> Double {
        let page = try await exchange(.get, operatorsURL + "/metrics").text
        let line = page.split(separator: "\n").first { $0.hasPrefix(series + " ") }
        return line.flatMap { Double($0.dropFirst(series.count + 1)) } ?? 0
    }

    /// Calls of a step that have not ended.
    func running(_ supplier: String, _ step: String) async throws -> Double {
        try await metric(
            "tributary_supplier_calls_running{supplier=\"\(supplier)\",step=\"\(step)\"}")
    }

    // MARK: - Mocks

    /// Sets the next outcomes of a supplier's step: names of faults, or whole objects.
    func plan(_ supplier: String, _ step: String, _ outcomes: [String]) async throws {
        let list = outcomes.map { $0.hasPrefix("{") ? $0 : "\"\($0)\"" }.joined(separator: ",")
        let answer = try await exchange(
            .put, control + "/plan", [],
            "{\"supplier\":\"\(supplier)\",\"step\":\"\(step)\",\"outcomes\":[\(list)]}")
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// Has a supplier call the gateway back about each booking, at once and again if refused.
    func callBack(_ supplier: String, at path: String) async throws {
        let answer = try await exchange(
            .put, control + "/callbacks", [],
            "{\"supplier\":\"\(supplier)\",\"url\":\"\(url)\(path)\",\"delayMs\":300,"
                + "\"retryMs\":[300,300,300]}")
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// Puts suppliers under another regime; `drift` is the scenario's.
    func adopt(
        _ suppliers: String, drift: String = "{\"everySeconds\":86400,\"share\":0,\"percent\":0}"
    ) async throws {
        let answer = try await exchange(
            .put, control + "/scenario", [],
            "{\"name\":\"test\",\"drift\":\(drift),\"suppliers\":\(suppliers)}")
        try #require(answer.status == 200, "\(answer.text)")
    }

    /// What a mock's audit log says of one step.
    func calls(_ supplier: String, _ step: String) async throws -> [JSONValue] {
        let answer = try await exchange(.get, control + "/calls?supplier=\(supplier)")
        return (try answer.json["calls"]?.elements ?? []).filter { $0["step"]?.string == step }
    }

    /// A mock's books.
    func inventory(_ supplier: String) async throws -> JSONValue {
        let answer = try await exchange(.get, control + "/inventory?supplier=\(supplier)")
        return try #require(try answer.json["suppliers"]?.elements?.first)
    }

    /// Asks again and again until `check` gives something; each question is a round trip, and the
    /// bound is only for what never comes.
    func eventually<Value>(
        _ what: Comment, within bound: Duration = .seconds(20),
        _ check: () async throws -> Value?
    ) async throws -> Value {
        let end = MonotonicInstant.now().advanced(by: bound)
        while MonotonicInstant.now() < end {
            if let value = try await check() { return value }
        }
        return try #require(nil as Value?, what)
    }
}

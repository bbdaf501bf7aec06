import GatewayTesting
import HTTPServer
import Testing
import WireFormat

@testable import Web

/// What every request meets before its route.
@Suite struct RoutingTests {
    private let scene: WebScene

    init() throws { scene = try WebScene { _, _, _ in .answer("") } }

    @Test(arguments: [
        "/", "/v1", "/v1/", "/v1/offers/", "/v1//offers", "/v1/holds/", "/v1/holds/a/b",
        "/V1/offers",
        "/v1/offers%2Fx", "/v1/quotes/%zz", "/metrics", "/admin/suppliers", "/v1/places/popular/x",
    ])
    func unknownPathsAre404(path: String) throws {
        let answer = try scene.ask(.get, path)
        #expect(answer.status == 404)
        #expect(answer.code == "NOT_FOUND")
        #expect(answer.field("content-type") == "application/problem+json")
    }

    @Test(arguments: [
        (HTTPMethod.post, "/v1/offers", "GET, HEAD, OPTIONS"),
        (.put, "/v1/holds", "GET, HEAD, POST, OPTIONS"),
        (.patch, "/v1/holds/abc", "GET, HEAD, DELETE, OPTIONS"),
        (.delete, "/healthz", "GET, HEAD, OPTIONS"),
    ])
    func wrongMethodsAre405(method: HTTPMethod, path: String, allow: String) throws {
        let answer = try scene.ask(method, path)
        #expect(answer.status == 405)
        #expect(answer.code == "METHOD_NOT_ALLOWED")
        #expect(answer.field("allow") == allow)
        let options = try scene.ask(.options, path)
        #expect(options.status == 204)
        #expect(options.field("allow") == allow)
    }

    @Test func theServerItselfCanBeAskedForItsMethods() throws {
        let answer = try scene.ask(.options, "*")
        #expect(answer.status == 204)
        #expect(answer.field("allow")?.contains("DELETE") == true)
    }

    @Test func headIsWhereverGetIs() throws {
        for route in PublicRoute.allCases where route.method == .get {
            let path = route.pattern.description.split(separator: "/").map {
                $0.hasPrefix("{") ? "x" : String($0)
            }.joined(separator: "/")
            let (get, head) = (try scene.ask(.get, "/" + path), try scene.ask(.head, "/" + path))
            #expect(get.status == head.status, "\(path)")
            #expect(get.field("content-type") == head.field("content-type"), "\(path)")
        }
    }

    @Test func headOfASearchAsksNobody() throws {
        let answer = try scene.ask(.head, WebScene.search)
        #expect(answer.status == 200)
        #expect(scene.gateway.transport.urls.isEmpty)
    }

    @Test(arguments: [
        ("/v1/offers", "text/html"), ("/v1/offers", "application/json;q=0"),
        ("/healthz", "text/event-stream"), ("/healthz", "*/*;q=0"),
    ])
    func formsNobodyHasAre406(path: String, accept: String) throws {
        let answer = try scene.ask(.get, path, [("Accept", accept)])
        #expect(answer.status == 406)
        #expect(answer.code == "NOT_ACCEPTABLE")
    }

    @Test(
        arguments: [
            ([], MediaType.json), ([""], .json), (["*/*"], .json), (["text/*"], .eventStream),
            (["text/event-stream"], .eventStream), (["APPLICATION/X-NDJSON"], .lines),
            (["text/event-stream, application/json"], .eventStream),
            (["application/json, text/event-stream"], .json),
            (["text/event-stream;q=0.5, application/json;q=0.8"], .json),
            (["text/html, */*;q=0.1"], .json),
            (["application/*;q=0.2", "text/event-stream;q=0.3"], .eventStream),
            (["*/*, application/json;q=0"], .eventStream),
            (["text/event-stream;q=0.001, application/json;q=0.0"], .eventStream),
            (["nonsense, application/x-ndjson"], .lines), (["text/html"], nil),
            (["nonsense"], nil), (["application/json;q=high"], nil), (["application/"], nil),
            (["/json, a//b"], nil), ([" , "], .json),
        ] as [([String], MediaType?)])
    func theClientsFavouriteFormWins(accept: [String], form: MediaType?) {
        #expect(AcceptField(accept).best(of: [.json, .eventStream, .lines]) == form)
    }

    @Test(
        arguments: [
            nil, "", "text/plain", "application/xml", "application/jsonx", "application/json x",
            "application/json; charset=utf-16", "application/json;Charset=\"latin1\"",
        ] as [String?])
    func otherBodiesAre415(type: String?) throws {
        let answer = try scene.ask(
            .post, "/v1/holds", type.map { [("Content-Type", $0)] } ?? [], body: "{}")
        #expect(answer.status == 415)
        #expect(answer.code == "UNSUPPORTED_MEDIA_TYPE")
    }

    @Test(arguments: [
        "application/json", "Application/JSON; charset=utf-8", "application/json;x=y",
        "application/json ;charset=\"UTF-8\"",
    ])
    func jsonBodiesAreRead(type: String) throws {
        let answer = try scene.ask(.post, "/v1/holds", [("Content-Type", type)], body: "{}")
        #expect(answer.status == 400)
    }

    @Test(arguments: ["a", "trace-1:2/3+4=5@6.7_8", String(repeating: "x", count: 128)])
    func aSaneRequestIDIsKept(id: String) throws {
        for path in ["/healthz", "/nowhere"] {
            let answer = try scene.ask(.get, path, [("X-Request-Id", id)])
            #expect(answer.field("x-request-id") == id)
            #expect(answer.tag == id)
        }
        #expect(
            try scene.ask(.get, "/nowhere", [("X-Request-Id", id)]).json["requestId"]?.string == id)
    }

    @Test(arguments: ["", "two words", "<b>", "ü", String(repeating: "x", count: 129)])
    func anotherRequestIDIsReplaced(id: String) throws {
        let answer = try scene.ask(.get, "/healthz", [("X-Request-Id", id)])
        let made = try #require(answer.field("x-request-id"))
        #expect(made.utf8.count == 22)
        #expect(made != id)
    }

    @Test func everyRequestHasItsOwnID() throws {
        let ids = try (0..<10).map { _ in try scene.ask(.get, "/healthz").field("x-request-id") }
        #expect(Set(ids).count == 10)
    }

    @Test(
        arguments: [
            (
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "4bf92f3577b34da6a3ce929d0e0e4736"
            ),
            (
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later",
                "4bf92f3577b34da6a3ce929d0e0e4736"
            ),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x", nil),
            ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", nil),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", nil),
            ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", nil), ("", nil),
            ("00", nil),
        ] as [(String, String?)])
    func traceContextIsReadByItsRules(field: String, trace: String?) throws {
        let request = try HTTPRequest(target: "/", fields: [("traceparent", field)])
        #expect(TraceParent.trace(of: request) == trace)
    }
}

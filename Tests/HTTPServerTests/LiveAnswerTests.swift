import HTTPServer
import Reactor
import Testing

/// Answers `METHOD path?query body`.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
    let query = request.query.map { "?\($0)" } ?? ""
    let body = String(decoding: request.body, as: UTF8.self)
    return HTTPResponse(
        fields: [("Content-Type", "text/plain")],
        body: .bytes(Array("\(request.method.rawValue) \(request.path)\(query) \(body)".utf8)))
}

@Suite(.timeLimit(.minutes(2))) struct LiveAnswerTests {
    @Test func answersAndCloses() async throws {
        try await withServer(handler: echo) { _, address in
            let answer = try await exchange(
                "GET /a?b=c HTTP/1.1\r\nHost: x\r\nConnection: foo, CLOSE\r\n\r\n", with: address)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
            #expect(answer.contains("\r\nContent-Type: text/plain\r\n"))
            #expect(answer.hasSuffix("Content-Length: 11\r\nConnection: close\r\n\r\nGET /a?b=c "))
        }
    }
}

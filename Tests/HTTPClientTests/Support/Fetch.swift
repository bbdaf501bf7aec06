import Foundation
import HTTPClient
import Reactor
import Testing

/// A whole answer.
struct Answer {
    var status = 0
    var headers: ClientHeaders?
    var newConnection = false
    /// How often it was told that the request goes out, before anything else.
    var sendings = 0
    var body: [UInt8] = []
    var pieces = 0
    var report = ClientReport()
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPClient {
    /// Sends a request and gathers the answer; `partial` gets what came before a fault.
    func fetch(
        _ request: ClientRequest, within time: Duration = .seconds(60),
        partial: ((Answer) -> Void)? = nil
    ) async throws -> Answer {
        var answer = Answer()
        defer { partial?(answer) }
        answer.report = try await exchange(request, deadline: .now().advanced(by: time)) { event in
            switch event {
            case .sending: answer.sendings += answer.status == 0 ? 1 : 100
            case .head(let head):
                answer.status = head.status
                answer.headers = head.headers
                answer.newConnection = head.newConnection
            case .body(let piece):
                answer.pieces += 1
                answer.body += piece
            }
        }
        return answer
    }

    func fault(
        _ request: ClientRequest, within time: Duration = .seconds(60),
        partial: ((Answer) -> Void)? = nil
    ) async throws -> ClientFault {
        try await #require(throws: ClientFault.self) {
            _ = try await self.fetch(request, within: time, partial: partial)
        }
    }
}

/// Runs a test with a server of its own, a client of its own and a loop of its own.
func withServer(
    _ script: @escaping ScriptedServer.Script, limits: ClientLimits = ClientLimits(),
    _ test: (HTTPClient, ScriptedServer) async throws -> Void
) async throws {
    let loop = try EventLoop()
    let client = HTTPClient(loop: loop, limits: limits)
    let server = try ScriptedServer(script)
    defer {
        server.stop()
        loop.stop()
    }
    try await test(client, server)
    #expect(await client.exchangesUnderWay == 0)
    await client.close()
    #expect(await client.openConnections == 0)
}

/// A GET that may go to the test's own machine.
func get(_ url: String, idempotent: Bool = true) -> ClientRequest {
    ClientRequest(.get, url, idempotent: idempotent, allowPrivateAddress: true)
}

/// Lets one side of a test wait until the other has come to a point.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    init() { (stream, end) = AsyncStream.makeStream() }

    func give() { end.finish() }

    /// Returns at once when the signal was given before.
    func wait() async { for await _ in stream {} }
}

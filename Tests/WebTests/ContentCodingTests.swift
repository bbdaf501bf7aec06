import Foundation
import Gateway
import GatewayTesting
import HTTPServer
import Testing

@testable import Web

/// The table of `docs/http-server.md`, asked of every route that is posted to.
@Suite struct ContentCodingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `nil` for no field.
        let coding: String?
        let isRead: Bool
    }

    static func rows() throws -> [Row] {
        let page = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/http-server.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let lines = text.split(separator: "\n").drop { $0 != "| `Content-Encoding` | answer |" }
        return lines.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let words: [String: String?] = ["none": nil, "empty": ""]
            return Row(
                testDescription: cells[0],
                coding: words[cells[0]] ?? cells[0].replacing("`", with: ""),
                isRead: cells[1] == "read")
        }
    }

    @Test func theTableIsFound() throws {
        let rows = try Self.rows()
        #expect(rows.filter(\.isRead).count >= 3)
        #expect(rows.filter { !$0.isRead }.count >= 5)
    }

    @Test(arguments: try rows())
    func everyPostIsHeldToIt(row: Row) throws {
        let scene = try WebScene { _, _, _ in .answer("") }
        let admin = try scene.operators()
        let fields = [("Content-Type", "application/json")]
        let coded = fields + (row.coding.map { [("Content-Encoding", $0)] } ?? [])
        let publicPaths = PublicRoute.allCases.filter { $0.method == .post }.map(Self.path)
        let adminPaths = AdminRoute.allCases.filter { $0.method == .post }.map(Self.path)
        #expect(publicPaths.count == 4 && adminPaths.count == 6)
        let answers = try scene.run { scene in
            var answers: [(String, Answer)] = []
            for path in publicPaths {
                answers.append((path, try await scene.send(.post, path, coded, body: "{}")))
            }
            for path in adminPaths {
                let request = try HTTPRequest(
                    method: .post, target: path, fields: coded, body: Array("{}".utf8))
                answers.append((path, try await Answer(admin.answer(request))))
            }
            return answers
        }
        for (path, answer) in answers {
            #expect((answer.status == 415) == !row.isRead, "\(path): \(answer.status)")
            guard !row.isRead else { continue }
            #expect(answer.code == "UNSUPPORTED_MEDIA_TYPE")
            #expect(answer.field("accept-encoding") == "identity")
            #expect(answer.field("content-type") == "application/problem+json")
        }
    }

    /// Two lines are one list (RFC 9110 section 5.3).
    @Test func theSecondLineCountsToo() throws {
        let scene = try WebScene { _, _, _ in .answer("") }
        let lines = [("Content-Encoding", "identity"), ("Content-Encoding", "gzip")]
        let answer = try scene.ask(
            .post, "/v1/holds", [("Content-Type", "application/json")] + lines, body: "{}")
        #expect(answer.status == 415)
    }

    private static func path(of route: some RouteTable) -> String {
        "/"
            + route.pattern.description.split(separator: "/")
            .map { $0.hasPrefix("{") ? "x" : String($0) }.joined(separator: "/")
    }
}

extension WebScene {
    /// The operators' side of the scene.
    func operators() throws -> AdminApplication {
        try AdminApplication(
            environment: services.environment, metrics: metrics, log: services.log,
            clients: services.clients, holds: services.holds.support,
            health: gateway.health, readiness: { [] })
    }
}

extension Answer {
    init(_ response: HTTPResponse) async throws {
        self.init(
            status: response.status.rawValue, fields: response.fields, tag: response.tag,
            bytes: try await response.collectedBody())
    }
}

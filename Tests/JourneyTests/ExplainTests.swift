import Foundation
import HTTPClient
import Testing
import WireFormat

@testable import tributary

extension Journey {
    /// A search explained by the command, over real sockets.
    @Suite struct ExplainTests {
        private func explain(_ arguments: String...) async throws -> ExplainCommand.Answer {
            try await ExplainCommand(
                ParsedArguments(arguments, known: ExplainCommand.options)
            ).answer()
        }

        @Test func aSearchIsExplainedFromItsFirstByteToItsLast() async throws {
            try await Stage.run { stage in
                let hotels = try Fixtures.hotels(of: ["linkrest", "otaxml"], most: 2)
                let answer = try await stage.send(
                    .get, try Query(hotels: hotels).path, fields: [("Tributary-Explain", "1")])
                #expect(answer.status == 200)
                let id = try #require(
                    try JSONValue(parsing: answer.body)["searchId"]?.string)
                guard case .found(let text) = try await explain(id, "--admin", stage.operatorsURL),
                    case .found(let json) = try await explain(
                        id, "--json", "--admin", stage.operatorsURL + "/")
                else {
                    Issue.record("not found")
                    return
                }
                #expect(text.hasPrefix("Search \(id) of tenant demo\n"))
                for part in [
                    "recorded because its client asked for it", "transport: new connection",
                    "request going out", "request answered, status 200", "last byte of",
                    "answered whole", "  < Content-Type: ",
                ] {
                    #expect(text.contains(part), "\(part)")
                }
                #expect(try JSONValue(parsing: Array(json.utf8))["searchId"]?.string == id)
                for secret in ["demo-secret", "demo-password", "streamrates-demo-key"] {
                    #expect(!text.contains(secret) && !json.contains(secret), "\(secret)")
                }
            }
        }

        @Test func whatIsNotThereIsSaidPlainly() async throws {
            try await Stage.run { stage in
                let id = "AAAAAAAAAAAAAAAAAAAAAA"
                guard case .unknown(let why) = try await explain(id, "--admin", stage.operatorsURL)
                else {
                    Issue.record("found")
                    return
                }
                #expect(why.contains("Tributary-Explain: 1") && why.contains("one in 100"))
                let wrong = await #expect(throws: FileBytes.Fault.self) {
                    try await explain(id, "--admin", stage.url)
                }
                #expect(wrong?.description.contains("operators' listener") == true)
            }
            let silent = await #expect(throws: FileBytes.Fault.self) {
                try await explain("AAAAAAAAAAAAAAAAAAAAAA", "--admin", "http://127.0.0.1:1")
            }
            #expect(silent?.description.contains("is the gateway running") == true)
        }

        @Test(
            "What is no command line is told",
            arguments: [
                [], ["a"], ["AAAAAAAAAAAAAAAAAAAAAA", "b"],
                ["AAAAAAAAAAAAAAAAAAAAAA", "--admin", "localhost"],
                ["AAAAAAAAAAAAAAAAAAAAAA", "--token", "x"],
            ])
        func badCommandLines(arguments: [String]) {
            #expect(throws: UsageFault.self) {
                try ExplainCommand(ParsedArguments(arguments, known: ExplainCommand.options))
            }
        }
    }
}

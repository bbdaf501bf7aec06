import Foundation
import Gateway
import HTTPClient
import Ledger
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import tributary

extension Journey {
    /// Keys made and withdrawn by the command while the gateway serves.
    @Suite struct KeyTests {
        private func book(_ data: String) throws -> ClientKeyBook {
            try ClientKeyBook(path: DataDirectory.ledger(in: data), isInUse: true)
        }

        private func run(_ arguments: String...) async throws -> Int32 {
            try await KeyCommand(ParsedArguments(arguments, known: KeyCommand.options)).run()
        }

        @Test func aKeyCountsWithinASecondAndIsOverAtItsTime() async throws {
            var setting = Stage.Setting()
            let data = Fixtures.temporaryPath("keyed")
            setting.data = data
            defer { try? FileManager.default.removeItem(atPath: data) }
            try await Stage.run(setting) { stage in
                let path = "/v1/holds/AAAAAAAAAAAAAAAAAAAAAA"
                func status(_ key: String?) async throws -> Int {
                    let fields = key.map { [(name: "Authorization", value: "Bearer " + $0)] }
                    return try await stage.send(.get, path, fields: fields ?? []).status
                }
                func becomes(_ wanted: Int, _ key: String?) async throws {
                    try await stage.eventually("\(wanted)", within: .seconds(5)) {
                        try await status(key) == wanted ? () : nil
                    }
                }
                #expect(try await status(nil) == 404)
                let (old, new) = (try key("acme", data), try key("acme", data))
                try await becomes(401, nil)
                try await becomes(404, old)
                #expect(try await status(new) == 404)
                #expect(try await stage.get("/healthz").status == 200)
                let id = String(old.split(separator: "_")[1])
                #expect(try await run("revoke", id, "--data", data) == 0)
                try await becomes(401, old)
                #expect(try await status(new) == 404, "the successor goes on")
                // The secret is in no file of the gateway's, and in no line of its log.
                let secret = String(new.split(separator: "_")[2])
                for name in try FileManager.default.contentsOfDirectory(atPath: data) {
                    guard name.hasPrefix("ledger") else { continue }
                    let bytes = try Data(contentsOf: URL(filePath: "\(data)/\(name)"))
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
                }
                let log = stage.log.events.map { "\($0)" }.joined()
                #expect(!log.contains(secret) && !log.contains(old))
            }
        }

        /// What `key create` does, with the key as a value.
        private func key(_ tenant: String, _ data: String) throws -> String {
            let name = try #require(TenantID(tenant))
            return try KeyCommand.make(of: name, in: book(data), at: BootClock.now()).text
        }

        @Test func othersMayConnectOnlyWithKeys() async throws {
            let data = Fixtures.temporaryPath("open")
            defer { try? FileManager.default.removeItem(atPath: data) }
            let text = """
                {"http": {"address": "0.0.0.0", "port": 0}, "admin": {"port": 0},
                 "dataDirectory": "\(data)", "catalogueDirectory": "\(try Fixtures.catalogue.get())",
                 "ratesFile": "\(Fixtures.root)/mocks/catalogue/ecb-rates.json",
                 "placesFile": "\(try Fixtures.places.get())"}
                """
            let made = try ConfigurationReader.read(
                file: "open.json", bytes: Array(text.utf8), environment: [:])
            let fault = try await #require(throws: ConfigurationFaults.self) {
                _ = try await GatewayServer(made, progress: { _ in })
            }
            #expect(
                fault.description.contains("open.json:1:22: /http/address: without client keys"))
            #expect(
                fault.description.contains("tributary key create --tenant NAME --data \(data)"))
            #expect(try await run("create", "--tenant", "acme", "--data", data) == 0)
            let server = try await GatewayServer(made, progress: { _ in })
            await server.drain()
        }
    }
}

import Foundation
import Gateway
import Testing
import TravelModel
import WireFormat

@testable import tributary

@Suite("Configuration")
struct ConfigurationReaderTests {
    private func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: "Configurations/\(name)")))
    }

    @Test("A whole file is read, secrets from the environment included")
    func complete() throws {
        let made = try ConfigurationReader.read(
            file: "complete.json", bytes: fixture("complete.json"),
            environment: ["LINKREST_SECRET": "s3", "PATH": "/bin"])
        #expect(made.http == Configuration.Listener(address: "127.0.0.1", port: 9090))
        #expect(made.loops == 2)
        #expect(made.defaults.currency.text == "USD")
        #expect(made.holdLife == .seconds(300))
        #expect(made.ownInventory)
        #expect(made.suppliers.first?.credentials == ["key": "demo", "secret": "s3"])
    }

    @Test("What is kept of answers is the operator's, from the file or by variables")
    func cache() throws {
        let file = #"{"cache": {"lifeWeekSeconds": 90, "softPercent": 80}}"#
        let variables = [
            "MOST_MEGABYTES": "8", "LIFE_NEXT_DAY_SECONDS": "11", "LIFE_WEEK_SECONDS": "12",
            "LIFE_MONTH_SECONDS": "13", "LIFE_QUARTER_SECONDS": "14", "LIFE_LATER_SECONDS": "15",
            "ABSENCE_LEAST_SECONDS": "16", "ABSENCE_MOST_SECONDS": "17",
            "LEARNED_LEAST_PERCENT": "50", "LEARNED_MOST_PERCENT": "150",
        ].map { ("TRIBUTARY_CACHE_" + $0.key, $0.value) }
        let made = try ConfigurationReader.read(
            file: "x.json", bytes: Array(file.utf8),
            environment: Dictionary(uniqueKeysWithValues: variables)
        ).cache
        #expect(made.mostBytes == 8 << 20 && made.softPercent == 80)
        let lives = made.lives
        #expect(
            [lives.nextDay, lives.week, lives.month, lives.quarter, lives.later]
                == (11...15).map { .seconds($0) })
        #expect(made.leastAbsence == .seconds(16) && made.mostAbsence == .seconds(17))
        #expect(made.leastLifePercent == 50 && made.mostLifePercent == 150)
        #expect(throws: ConfigurationFaults.self) {
            try ConfigurationReader.read(
                file: "x.json", bytes: Array(#"{"cache": {"softPercent": 95}}"#.utf8),
                environment: [:])
        }
    }

    @Test("Every fault is named at once, with its place and the nearest known name")
    func faults() throws {
        let faults = try #require(throws: ConfigurationFaults.self) {
            try ConfigurationReader.read(
                file: "misspelt.json", bytes: fixture("misspelt.json"), environment: [:])
        }
        let told = faults.faults.map(\.description)
        #expect(
            told == [
                "misspelt.json:2:13: /http/prot: unknown member (did you mean “port”?)",
                "misspelt.json:2:36: /http/loops: must be a whole number (from 0 to 64)",
                "misspelt.json:3:25: /admin/address: without admin.token operators may connect "
                    + #"over loopback only (127.0.0.1, or set "token": {"env": "NAME"})"#,
                "misspelt.json:4:29: /defaults/currency: is no ISO 4217 currency "
                    + "(three letters such as EUR)",
                "misspelt.json:6:5: /suppliers/0: member “manifest” is missing",
                "misspelt.json:6:7: /suppliers/0/manifset: unknown member "
                    + "(did you mean “manifest”?)",
                "misspelt.json:6:88: /suppliers/0/credentials/key/env: "
                    + "the variable NOT_SET is not set",
                "misspelt.json:8:3: /quote: unknown member (did you mean “quotes”?)",
            ])
    }

    @Test(
        "A variable overrides the file, and is checked like it",
        arguments: [
            ("TRIBUTARY_HTTP_PORT", "7070", nil),
            ("TRIBUTARY_HTTP_PORT", "70700", "must be a whole number"),
            ("TRIBUTARY_HTTP_PROT", "7070", "unknown variable"),
            ("TRIBUTARY_HTTP_ADDRESS", "localhost", "is no IPv4 or IPv6 address"),
            ("TRIBUTARY_ADMIN_ADDRESS", "0.0.0.0", "without admin.token"),
            ("TRIBUTARY_OWN_INVENTORY", "yes", "must be true or false"),
        ] as [(String, String, String?)])
    func variables(name: String, value: String, problem: String?) throws {
        let read = {
            try ConfigurationReader.read(
                file: "x.json", bytes: Array(#"{"http":{"port":1}}"#.utf8),
                environment: [name: value])
        }
        if let problem {
            let faults = try #require(throws: ConfigurationFaults.self) { try read() }
            #expect(faults.description.contains(problem))
            #expect(faults.description.contains(name))
        } else {
            #expect(try read().http.port == 7070)
        }
    }

    @Test("No two settings share a variable")
    func variableNames() {
        #expect(Set(Setting.all.map(\.variable)).count == Setting.all.count)
        #expect(Setting.all.map(\.variable).contains("TRIBUTARY_HTTP_DRAIN_MS"))
    }
}

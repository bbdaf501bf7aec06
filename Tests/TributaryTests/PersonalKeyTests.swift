import Foundation
import Gateway
import Ledger
import Testing
import TravelModel

@testable import tributary

@Suite("The key of guests' data")
struct PersonalKeyTests {
    private static let digits = String(repeating: "0a", count: 32)

    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "tributary-key-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func read(
        _ file: String, _ environment: [String: String] = [:]
    ) throws -> Configuration {
        try ConfigurationReader.read(
            file: "x.json", bytes: Array(file.utf8), environment: environment)
    }

    @Test(
        "It comes from a variable the file names, from the setting's own variable, or from a file")
    func sources() throws {
        let named = try read(#"{"holds":{"personalKey":{"env":"MY_KEY"}}}"#, ["MY_KEY": "abc"])
        guard case .text("abc") = named.personalKey else {
            Issue.record("not the variable's text")
            return
        }
        let own = try read("{}", ["TRIBUTARY_HOLDS_PERSONAL_KEY": "def"])
        guard case .text("def") = own.personalKey else {
            Issue.record("not the setting's variable")
            return
        }
        let file = try read(#"{"holds":{"personalKeyBefore":{"file":"old.key"}}}"#)
        guard case .file("old.key") = file.personalKeyBefore else {
            Issue.record("not the file")
            return
        }
        #expect(file.personalKey == nil)
    }

    @Test(
        "It does not stand in the file, and is told by no fault",
        arguments: [
            (#"{"holds":{"personalKey":"SECRET"}}"#, "a secret does not stand in the file"),
            (#"{"holds":{"personalKey":{"env":"NOT_SET"}}}"#, "NOT_SET is not set"),
            (#"{"holds":{"personalKey":{"evn":"SECRET"}}}"#, "unknown member"),
            (#"{"holds":{"personalKey":{}}}"#, "does not stand in the file"),
            (#"{"holds":{"personalKey":{"env":"A","file":"B"}}}"#, "does not stand in the file"),
        ])
    func faults(file: String, told: String) throws {
        let faults = try #require(throws: ConfigurationFaults.self) { try read(file) }
        #expect(faults.description.contains(told), "\(faults)")
        #expect(!faults.description.contains("SECRET"))
    }

    @Test(
        "A check of the configuration tells every secret that cannot be read or is none, by setting"
    )
    func checked() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let short = folder.appending(path: "short").path
        try Data("abc\n".utf8).write(to: URL(filePath: short))
        var configuration = try read("{}")
        configuration.personalKey = .file(folder.path + "/none")
        configuration.personalKeyBefore = .file(short)
        configuration.adminToken = .file(folder.path)
        let fault = try #require(throws: FileBytes.Fault.self) {
            try ConfigurationFile.check(configuration)
        }
        #expect(
            fault.description == """
                holds.personalKey: \(folder.path)/none: No such file or directory
                holds.personalKeyBefore: must be 64 hex digits, as openssl rand -hex 32 prints
                admin.token: \(folder.path): is a folder, not a file
                """)
        // A start says the same of the first.
        let start = try #require(throws: FileBytes.Fault.self) {
            configuration.personalKeyBefore = nil
            _ = try PersonalKeyFile.keys(configuration, folder: folder.path)
        }
        #expect(start.description.hasPrefix("holds.personalKey: \(folder.path)/none: "))
        try Data(Self.digits.utf8).write(to: URL(filePath: folder.path + "/none"))
        configuration.adminToken = .text(Self.digits)
        try ConfigurationFile.check(configuration)
    }

    @Test("Retention is set in days, and has its defaults")
    func retention() throws {
        #expect(try read("{}").retention == HoldRetention())
        let made = try read(#"{"holds":{"retentionDays":7,"recordDays":90}}"#)
        #expect(made.retention.personalData == .seconds(7 * 86_400))
        #expect(made.retention.record == .seconds(90 * 86_400))
    }

    @Test("Without a setting one is made once, for its owner only")
    func made() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "personal.key").path
        _ = try PersonalKeyFile.keys(read("{}"), folder: folder.path)
        let first = try Data(contentsOf: URL(filePath: path))
        #expect(first.count == 32)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        _ = try PersonalKeyFile.keys(read("{}"), folder: folder.path)
        #expect(try Data(contentsOf: URL(filePath: path)) == first)
        try Data(first.prefix(31)).write(to: URL(filePath: path))
        #expect(throws: FileBytes.Fault.self) {
            try PersonalKeyFile.keys(read("{}"), folder: folder.path)
        }
    }

    @Test("With a setting none is made; one that is no key stops the start")
    func configured() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = try read("{}", ["TRIBUTARY_HOLDS_PERSONAL_KEY": Self.digits + "\n"])
        _ = try PersonalKeyFile.keys(good, folder: folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        let signed = "+1" + String(Self.digits.dropFirst(2))
        for text in ["", "0a", Self.digits + "0", String(Self.digits.dropLast()) + "g", signed] {
            let bad = try read("{}", ["TRIBUTARY_HOLDS_PERSONAL_KEY": text])
            #expect(throws: FileBytes.Fault.self, "\(text)") {
                try PersonalKeyFile.keys(bad, folder: folder.path)
            }
        }
        let file = folder.appending(path: "k").path
        try Data(Self.digits.utf8).write(to: URL(filePath: file))
        var fromFile = try read("{}")
        fromFile.personalKey = .file(file)
        _ = try PersonalKeyFile.keys(fromFile, folder: folder.path)
    }
}

@Suite("Ledger command")
struct LedgerCommandTests {
    private func run(_ words: [String]) async -> Int32 {
        await CommandList(commands: [LedgerCommand.self]).run(["ledger"] + words)
    }

    @Test(
        "What nobody understands is 64",
        arguments: [
            [], ["verfy"], ["backup"], ["backup", "--data", "d"], ["backup", "x", "--data", "d"],
            ["verify"], ["verify", "a", "b"], ["restore", "a"], ["verify", "a", "--to", "b"],
            ["begin"], ["begin", "x", "--data", "d"], ["begin", "--data", "d", "--to", "f"],
        ])
    func usage(words: [String]) async {
        #expect(await run(words) == 64)
    }

    @Test("Backup, verify and restore over a data directory, and not while a gateway uses it")
    func journey() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tributary-command-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = folder.appending(path: "data").path
        let backup = folder.appending(path: "backup").path
        let gateway = try DataDirectory(data)
        #expect(await run(["backup", "--data", data, "--to", backup]) == 1, "no ledger yet")
        let configuration = try ConfigurationReader.read(
            file: "x.json", bytes: Array("{}".utf8), environment: [:])
        let file = try LedgerFile(
            path: gateway.ledger, node: "1", keys: gateway.personalKeys(configuration),
            onLostWrites: { _ in })
        #expect(await run(["backup", "--data", data, "--to", backup]) == 0)
        #expect(await run(["backup", "--data", data, "--to", backup]) == 1, "never overwritten")
        #expect(await run(["verify", backup]) == 0)
        #expect(await run(["verify", backup, "--data", data]) == 0)
        let empty = folder.appending(path: "empty").path
        #expect(await run(["verify", backup, "--data", empty]) == 1, "no key to check with")
        #expect(await run(["restore", backup, "--data", data]) == 1, "in use")
        file.close()
        gateway.leave()
        #expect(await run(["restore", backup, "--data", data]) == 0)
        var bytes = try Data(contentsOf: URL(filePath: backup))
        for index in 4096..<4196 { bytes[index] ^= 0x5A }
        try bytes.write(to: URL(filePath: backup))
        #expect(await run(["verify", backup]) == 2)
        #expect(await run(["restore", backup, "--data", data]) == 1)
        #expect(await run(["verify", folder.path + "/none"]) == 1)
    }

    @Test(
        "A key that does not open guests' data is a fault, and a newer format is none of the file's"
    )
    func verifyWords() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tributary-verify-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (mine, other) = (folder.path + "/mine", folder.path + "/other")
        for path in [mine, other] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            _ = try KeyFile.bytes(path + "/personal.key", losing: "")
        }
        // A file of the first format has guests' data in plain text; a start seals it with the key.
        let file = mine + "/ledger.db"
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "LedgerTests/Fixtures/format-1.ledger")
        try FileManager.default.copyItem(at: fixture, to: URL(filePath: file))
        let configuration = try ConfigurationReader.read(
            file: "x.json", bytes: Array("{}".utf8), environment: [:])
        try LedgerFile(
            path: file, node: "1", keys: PersonalKeyFile.keys(configuration, folder: mine),
            onLostWrites: { _ in }
        ).close()
        #expect(await run(["verify", file, "--data", mine]) == 0)
        #expect(await run(["verify", file, "--data", other]) == 2)
        #expect(await run(["verify", file]) == 0)
        // The format stands in the header: user_version, four bytes at 60.
        var bytes = try Data(contentsOf: URL(filePath: file))
        bytes[63] = 99
        try bytes.write(to: URL(filePath: file))
        #expect(await run(["verify", file]) == 1)
    }

    @Test("A folder that had a ledger gets another only when that is asked for")
    func lost() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tributary-lost-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = folder.path
        let ledger = DataDirectory.ledger(in: data)
        let keys = CommandList(commands: [KeyCommand.self])
        let create = ["key", "create", "--tenant", "acme", "--data", data]
        #expect(await keys.run(create) == 0)
        #expect(await run(["begin", "--data", data]) == 1, "there is one")
        try FileManager.default.removeItem(atPath: ledger)
        #expect(await keys.run(create) == 1)
        #expect(!FileManager.default.fileExists(atPath: ledger))
        try Data().write(to: URL(filePath: ledger))
        #expect(await keys.run(create) == 1)
        #expect(await run(["begin", "--data", data]) == 0)
        #expect(await keys.run(create) == 0)
        // Each file that a gateway makes once its ledger is there counts.
        #expect(
            DataDirectory.signsOfLedger(in: "d") == ["d/hold.key", "d/quote.key", "d/answers.db"])
    }
}

import Foundation
import Testing

@Suite("chaos --simulate")
struct SimulateTests {
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "tributary")

    /// What a process printed, and how it ended.
    private func run(
        _ options: [String], environment: [String: String] = [:]
    ) throws -> (text: String, status: Int32) {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = ["chaos", "--simulate"] + options
        process.environment = ProcessInfo.processInfo.environment
            .filter { $0.key != "SWIFT_DETERMINISTIC_HASHING" }
            .merging(environment) { _, given in given }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    /// Sets and dictionaries have another order in each process, unless hashing is fixed.
    @Test("A world is the same in every process, whatever the order of its sets")
    func anyHashing() throws {
        let options = ["--seed", "40", "--seeds", "6", "--trace"]
        let logs = try [[:], [:], ["SWIFT_DETERMINISTIC_HASHING": "1"]].map { environment in
            let (text, status) = try run(options, environment: environment)
            #expect(status == 0)
            // What follows tells how long it took.
            return text.components(separatedBy: "worlds from seed")[0]
        }
        #expect(logs[0].count > 10_000)
        #expect(logs[0] == logs[1] && logs[1] == logs[2])
    }

    @Test("A broken world names its promise, shows its end and what replays it")
    func broken() throws {
        let (text, status) = try run(["--seeds", "100", "--fault", "stray-reference"])
        #expect(status == 1)
        #expect(text.contains("BROKEN  written-first"))
        let command = try #require(
            text.split(separator: "\n").first { $0.hasPrefix("replay: tributary ") })
        let words = command.split(separator: " ").dropFirst(2).map(String.init)
        #expect(words.prefix(2) == ["chaos", "--simulate"])
        let (again, _) = try run(Array(words.dropFirst(2)))
        let last = text.split(separator: "\n").last { $0.hasPrefix("  | ") }
        #expect(again.contains(try #require(last).dropFirst(4)))
    }

    @Test(
        "Options of the other way are refused",
        arguments: [
            ["--scenario", "storm"], ["--duration", "3"], ["--fault", "none-such"],
            ["--seeds", "0"], ["--jobs", "65"],
        ])
    func refused(options: [String]) throws {
        #expect(try run(options).status == 64)
    }
}

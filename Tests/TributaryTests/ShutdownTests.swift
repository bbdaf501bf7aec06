import Foundation
import Testing

@Suite("The process and its signals", .serialized)
struct ShutdownTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL.path
    private static let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "tributary")

    @Test(
        "A signal at any moment after the start ends a command in order",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func inOrder(signal: Int32) throws {
        // The mocks start quickest and wait for their end as every serving command does.
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = ["mocks", "--port", "0", "--root", Self.root]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The first byte of the line that tells the ports: the command is not yet waiting for signals.
        let first = try output.fileHandleForReading.read(upToCount: 1)
        #expect(first == Data("{".utf8))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
    }
}

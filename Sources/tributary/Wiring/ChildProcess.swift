import Foundation

/// A command of this executable in a process of its own.
///
/// The child is started with `--until-stdin-closes`, so it cannot outlive this process, however that
/// ends. The first line it prints tells where it listens.
final class ChildProcess: Sendable {
    /// The child ended before it told its line.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// For signals.
    let identifier: Int32
    /// What the child printed first, without the line feed.
    let firstLine: String
    private let process: Process
    private let input: FileHandle

    /// Starts `tributary COMMAND --until-stdin-closes OPTIONS` and waits, blocking, for its line.
    ///
    /// `log` is a file for what the child says on standard error; without one it says it here.
    init(_ command: String, options: [String], log: String? = nil) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [command, "--until-stdin-closes"] + options
        // A child does what its command line says: settings meant for another gateway, its data
        // directory among them, are none of its own.
        process.environment = Self.withoutSettings(ProcessInfo.processInfo.environment)
        let (toChild, fromChild) = (Pipe(), Pipe())
        process.standardInput = toChild
        process.standardOutput = fromChild
        if let log {
            guard FileManager.default.createFile(atPath: log, contents: nil),
                let file = FileHandle(forWritingAtPath: log)
            else { throw Fault(description: "\(log) cannot be written") }
            process.standardError = file
        }
        try process.run()
        identifier = process.processIdentifier
        input = toChild.fileHandleForWriting
        var line = Data()
        while !line.contains(10), line.count < 4096 {
            guard let next = try fromChild.fileHandleForReading.read(upToCount: 1), !next.isEmpty
            else { break }
            line += next
        }
        guard line.last == 10 else {
            let place = log.map { "in \($0)" } ?? "above"
            throw Fault(
                description: "tributary \(command) did not start; what it said stands \(place)")
        }
        firstLine = String(decoding: line.dropLast(), as: UTF8.self)
    }

    /// The environment without the product's settings.
    static func withoutSettings(_ environment: [String: String]) -> [String: String] {
        environment.filter { !$0.key.hasPrefix("TRIBUTARY_") }
    }

    /// Lets the child end.
    func closeInput() { try? input.close() }

    /// Asks the child to end in order, as an operator does.
    func terminate() { kill(identifier, SIGTERM) }

    /// The child's exit status, or minus the signal that ended it; `nil` while it runs.
    var exitStatus: Int32? {
        guard !process.isRunning else { return nil }
        return process.terminationReason == .exit
            ? process.terminationStatus : -process.terminationStatus
    }
}

import Foundation

/// The mock suppliers in a process of their own, as real suppliers would be.
///
/// The child ends when its standard input does, so it cannot outlive this process, however that ends.
final class MockProcess: Sendable {
    /// The child ended before it told its ports.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let ports: MockPorts
    /// For signals from chaos runs.
    let processIdentifier: Int32
    private let input: FileHandle

    /// Starts `tributary mocks` with these options and waits, blocking, for its ports.
    init(options: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["mocks", "--until-stdin-closes"] + options
        let (toChild, fromChild) = (Pipe(), Pipe())
        process.standardInput = toChild
        process.standardOutput = fromChild
        try process.run()
        processIdentifier = process.processIdentifier
        input = toChild.fileHandleForWriting
        var line = Data()
        while !line.contains(10), line.count < 4096 {
            guard let next = try fromChild.fileHandleForReading.read(upToCount: 1), !next.isEmpty
            else { break }
            line += next
        }
        guard let ports = MockPorts(line: String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw Fault(
                description: "the mock suppliers did not start; what they said stands above")
        }
        self.ports = ports
    }

    /// Lets the child end.
    func stop() { try? input.close() }
}

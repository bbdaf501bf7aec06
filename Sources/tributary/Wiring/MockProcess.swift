/// The mock suppliers in a process of their own, as real suppliers would be.
final class MockProcess: Sendable {
    let ports: MockPorts
    private let child: ChildProcess

    /// Starts `tributary mocks` with these options and waits, blocking, for its ports.
    init(options: [String], log: String? = nil) throws {
        child = try ChildProcess("mocks", options: options, log: log)
        guard let ports = MockPorts(line: child.firstLine) else {
            throw ChildProcess.Fault(
                description: "the mock suppliers told no ports but: \(child.firstLine)")
        }
        self.ports = ports
    }

    /// For signals.
    var processIdentifier: Int32 { child.identifier }

    /// Lets the child end.
    func stop() { child.closeInput() }
}

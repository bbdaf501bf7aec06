import WireFormat

/// A gateway in a process of its own, as its operators run it.
final class GatewayProcess: Sendable {
    /// `http://host:port` for clients.
    let address: String
    /// `http://host:port` for operators.
    let operators: String
    private let child: ChildProcess

    /// Starts `tributary serve` with a configuration file and waits, blocking, for its addresses.
    init(configuration: String, log: String) throws {
        child = try ChildProcess("serve", options: ["--config", configuration], log: log)
        guard let value = try? JSONValue(parsing: Array(child.firstLine.utf8)),
            let clients = value["http"]?.string, let operators = value["admin"]?.string
        else {
            throw ChildProcess.Fault(
                description: "the gateway told no addresses but: \(child.firstLine)")
        }
        address = "http://" + clients
        self.operators = "http://" + operators
    }

    /// For signals and for the kernel's figures.
    var processIdentifier: Int32 { child.identifier }

    /// Lets it end even if it ignores signals.
    func stop() { child.closeInput() }

    /// See ``ChildProcess/exitStatus``.
    var exitStatus: Int32? { child.exitStatus }
}

import Foundation
import MockKit
import WireFormat

/// `tributary mocks`: the mock suppliers alone.
struct MocksCommand: Command {
    static let name = "mocks"
    static let summary = "Run the mock suppliers alone."
    static let usage = "[options]"
    static let discussion = """
        Each mock supplier speaks its own wire protocol on a port of its own, and all of them at
        /SUPPLIER/... on the shared port, where the control routes are: /__mock/calls, /__mock/plan,
        /__mock/scenario, /__mock/clock, /__mock/inventory.
        One line of JSON on standard output tells the ports. Two runs with one seed, one epoch and
        one order of calls answer the same bytes.
        """
    static let endsInOrder = true
    static let options = [
        CommandOption(
            "--port", "N", "The shared port; suppliers follow it. Default 8100, 0 for any."),
        CommandOption("--scenario", "F", "calm, typical, storm, or a file; default typical."),
        CommandOption("--seed", "N", "Fixes prices, stock, latencies and faults; default 1."),
        CommandOption("--epoch", "T", "RFC 3339: virtual time stands there until it is advanced."),
        CommandOption(
            "--until-stdin-closes", nil, "End when standard input ends, as a child should."),
        ProductFiles.option,
    ]

    private let configuration: MockFleetConfiguration
    private let endsWithInput: Bool

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        try arguments.expectNoWords()
        let files = try ProductFiles(root: arguments.text("--root"))
        var configuration = MockFleetConfiguration(
            suppliers: MockSuppliers.all, catalogueFolder: files.catalogue,
            scenarioFolder: files.scenarios)
        configuration.scenario = arguments.text("--scenario") ?? "typical"
        configuration.seed = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
        configuration.port = UInt16(try arguments.number("--port", in: 0...65_000) ?? 8100)
        if let text = arguments.text("--epoch") {
            guard let epoch = Moment(text) else {
                throw UsageFault("--epoch takes a time such as 2027-01-01T00:00:00Z")
            }
            configuration.epoch = epoch
        }
        self.configuration = configuration
        endsWithInput = arguments.has("--until-stdin-closes")
    }

    func run() async throws -> Int32 {
        let fleet = try MockFleet(configuration)
        let addresses: MockFleetAddresses
        do throws(MockFleetError) {
            addresses = try await fleet.start()
        } catch {
            guard case .cannotListen(let why) = error else { throw error }
            throw FileBytes.Fault(
                description: "\(why); choose another shared port, which the suppliers' follow, "
                    + "with --port N (of tributary demo: --mocks-port N)")
        }
        Console.out(MockPorts(addresses).line)
        if endsWithInput {
            // SIGINT is left to the parent, which the terminal tells too: it drains first.
            await StandardInput.closed()
        } else {
            await Shutdown.requested()
        }
        await fleet.stop()
        return 0
    }
}

/// Where the mocks listen, as the line one process tells another.
struct MockPorts: Sendable, Equatable {
    let control: Int
    let suppliers: [String: Int]

    init(_ addresses: MockFleetAddresses) {
        control = Int(addresses.control)
        suppliers = Dictionary(
            addresses.suppliers.map { ($0.id, Int($0.port)) }, uniquingKeysWith: { $1 })
    }

    /// `nil` for a line of another shape.
    init?(line: some StringProtocol) {
        guard let value = try? JSONValue(parsing: Array(line.utf8)), let members = value.members
        else { return nil }
        var ports: [String: Int] = [:]
        for member in members {
            guard case .number(let digits) = member.value.content, let port = Int(digits) else {
                return nil
            }
            ports[member.name] = port
        }
        guard let control = ports.removeValue(forKey: "control") else { return nil }
        self.control = control
        suppliers = ports
    }

    /// `{"control":8100,"linkrest":8101}` and a line feed.
    var line: String {
        let parts =
            ["\"control\":\(control)"]
            + suppliers.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return "{\(parts.joined(separator: ","))}\n"
    }
}

/// The process's standard input, as a sign of life of whoever started it.
enum StandardInput {
    /// Returns when it ends; SIGTERM ends the process meanwhile.
    static func closed() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGTERM)
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                readToEnd()
                continuation.resume()
            }
        }
    }

    /// Blocks until it ends; what is read is of no interest.
    static func readToEnd() {
        while let data = try? FileHandle.standardInput.read(upToCount: 4096), !data.isEmpty {}
    }
}

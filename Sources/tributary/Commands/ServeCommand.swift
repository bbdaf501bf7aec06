import Foundation
import Reactor

/// `tributary serve`: the gateway alone.
struct ServeCommand: Command {
    static let name = "serve"
    static let summary = "Run the gateway alone, with a configuration file."
    static let usage = "--config FILE [options]"
    static var discussion: String {
        let width = Setting.all.map(\.variable.count).max() ?? 0
        let rows = Setting.all.map { setting in
            "  " + setting.variable
                + String(repeating: " ", count: width - setting.variable.count + 2) + setting.help
        }
        return """
            The file is JSON; a fault in it is told with file, line, column and what would be right.
            Paths in it are relative to its folder. SIGTERM ends the gateway in order.

            Settings by their environment variable, which wins over the file:
            \(rows.joined(separator: "\n"))
            """
    }
    static let endsInOrder = true
    static let options = [
        CommandOption("--config", "FILE", "The configuration."),
        CommandOption(
            "--check", nil,
            "Read the configuration, the manifests and the secrets' files, then end."),
        CommandOption(
            "--until-stdin-closes", nil, "End also when standard input ends, as a child should."),
    ]

    private let file: String
    private let onlyChecks: Bool
    private let endsWithInput: Bool

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        try arguments.expectNoWords()
        guard let file = arguments.text("--config") else {
            throw UsageFault("--config FILE is needed")
        }
        self.file = file
        onlyChecks = arguments.has("--check")
        endsWithInput = arguments.has("--until-stdin-closes")
    }

    func run() async throws -> Int32 {
        let configuration = try ConfigurationFile.read(file)
        if onlyChecks {
            try ConfigurationFile.check(configuration)
            Console.out("\(file): all is well\n")
            return 0
        }
        try await GatewayRun.untilAsked(
            configuration, watchingInput: endsWithInput
        ) { addresses in
            Console.out(
                "{\"http\":\"\(addresses.clients)\",\"admin\":\"\(addresses.operators)\"}\n")
        }
        return 0
    }
}

/// A configuration file and the folder its paths are relative to.
enum ConfigurationFile {
    /// Throws everything that is wrong with what a configuration names: manifests, accounts, secrets.
    static func check(_ configuration: Configuration) throws {
        let checks: [() throws -> Void] = [
            { _ = try SupplierAccounts.roster(configuration.suppliers) },
            { try PersonalKeyFile.checkCurrent(configuration) },
            { try PersonalKeyFile.checkBefore(configuration) },
            { _ = try Clients.token(configuration) },
        ]
        let faults = checks.compactMap { check -> String? in
            do {
                try check()
                return nil
            } catch {
                return "\(error)"
            }
        }
        guard faults.isEmpty else {
            throw FileBytes.Fault(description: faults.joined(separator: "\n"))
        }
    }

    static func read(_ file: String) throws -> Configuration {
        let bytes = try FileBytes.read(file)
        var configuration = try ConfigurationReader.read(
            file: file, bytes: bytes, environment: ProcessInfo.processInfo.environment)
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        func resolve(_ path: inout String) {
            path = URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL.path
        }
        func resolve(_ secret: inout SecretSource?) {
            guard case .file(var path) = secret else { return }
            resolve(&path)
            secret = .file(path)
        }
        resolve(&configuration.dataDirectory)
        resolve(&configuration.catalogueDirectory)
        resolve(&configuration.ratesFile)
        resolve(&configuration.placesFile)
        resolve(&configuration.personalKey)
        resolve(&configuration.personalKeyBefore)
        resolve(&configuration.adminToken)
        for index in configuration.suppliers.indices {
            resolve(&configuration.suppliers[index].manifest)
        }
        return configuration
    }
}

/// Runs a gateway in this process until SIGINT or SIGTERM, then drains it.
enum GatewayRun {
    static func untilAsked(
        _ configuration: Configuration, watchingInput: Bool = false, portOption: String? = nil,
        started: (GatewayServer.Addresses) -> Void
    ) async throws {
        let server = try await GatewayServer(configuration) { Console.error($0) }
        started(try server.start(portOption: portOption))
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: server.loops.loops.first) { await server.sweep() }
            await Shutdown.requested(watchingInput: watchingInput)
            group.cancelAll()
        }
        await server.drain()
    }
}

import Foundation

/// The process: its arguments in, its exit status out.
@main
enum Main {
    // Not async: signals must be held back while this is the only thread, and an async entry has
    // threads before its first line.
    static func main() { Launch.run(Array(CommandLine.arguments.dropFirst())) }
}

/// Starts the command that was asked for.
enum Launch {
    private static let commands = CommandList(commands: [
        DemoCommand.self, ServeCommand.self, MocksCommand.self, PlacesCommand.self,
        SupplierCommand.self, LedgerCommand.self, KeyCommand.self, CacheCommand.self,
        ExplainCommand.self,
        ChaosCommand.self,
    ])

    /// Ends the process with the command's status.
    ///
    /// Unstructured: it is the root of everything else, and nothing waits for it but the process.
    nonisolated static func run(_ arguments: [String]) -> Never {
        if commands.endsInOrder(arguments) { Shutdown.expect() }
        Task.detached { exit(await commands.run(arguments)) }
        while true { pause() }
    }
}

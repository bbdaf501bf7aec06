import Foundation

/// The process: its arguments in, its exit status out.
@main
enum Main {
    static func main() async {
        exit(await commands.run(Array(CommandLine.arguments.dropFirst())))
    }

    private static let commands = CommandList(commands: [
        DemoCommand.self, ServeCommand.self, MocksCommand.self, PlacesCommand.self,
        SupplierCommand.self, ChaosCommand.self,
    ])
}

import WireFormat

/// The subcommands, and how a command line finds its own.
struct CommandList: Sendable {
    let commands: [any Command.Type]

    /// Whether the command asked for runs until a signal ends it.
    func endsInOrder(_ arguments: [String]) -> Bool {
        commands.first { $0.name == arguments.first }?.endsInOrder ?? false
    }

    /// Runs what `arguments` (without the program's name) ask for; returns the exit status: 0 for
    /// success, 64 (EX_USAGE) for a command line nobody understands, else the command's own.
    func run(_ arguments: [String]) async -> Int32 {
        guard let name = arguments.first, name != "--help", name != "-h", name != "help" else {
            Console.out(overview)
            return arguments.isEmpty ? 64 : 0
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            let nearest = Spelling.nearest(to: name, among: commands.map { $0.name })
            Console.error(
                "tributary: unknown command \u{201C}\(name)\u{201D}"
                    + (nearest.map { "; did you mean \($0)?" } ?? ""))
            Console.error("Try: tributary --help")
            return 64
        }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            Console.out(command.helpText)
            return 0
        }
        do {
            return try await command.init(ParsedArguments(rest, known: command.options)).run()
        } catch let fault as UsageFault {
            Console.error("tributary \(name): \(fault)")
            Console.error("Try: tributary \(name) --help")
            return 64
        } catch {
            Console.error("tributary \(name): \(error)")
            return 1
        }
    }

    private var overview: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let lines = commands.map { command in
            "  " + command.name + String(repeating: " ", count: width - command.name.count + 2)
                + command.summary
        }
        return """
            Tributary: one gateway between a travel product and its hotel suppliers.

            Usage: tributary <command> [options]

            Commands:
            \(lines.joined(separator: "\n"))

            Each command explains itself: tributary <command> --help

            """
    }
}

/// One subcommand of the executable.
protocol Command: Sendable {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What follows the command's name in its usage line, such as `[options]`.
    static var usage: String { get }
    /// Paragraphs below the usage line; may be empty.
    static var discussion: String { get }
    static var options: [CommandOption] { get }
    /// Whether it runs until it is asked to end, and then ends in order.
    static var endsInOrder: Bool { get }

    init(_ arguments: ParsedArguments) throws(UsageFault)

    /// Does the work; the result is the exit status of the process.
    func run() async throws -> Int32
}

extension Command {
    static var endsInOrder: Bool { false }

    static var helpText: String {
        let rows = options + [CommandOption("--help", nil, "Print this and end.")]
        let left = rows.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
        let width = left.map(\.count).max() ?? 0
        let lines = zip(left, rows).map { label, option in
            "  " + label + String(repeating: " ", count: width - label.count + 2) + option.help
        }
        var text = "\(summary)\n\nUsage: tributary \(name) \(usage)\n"
        if !discussion.isEmpty { text += "\n\(discussion)\n" }
        return text + "\nOptions:\n" + lines.joined(separator: "\n") + "\n"
    }
}

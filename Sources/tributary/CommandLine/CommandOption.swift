/// One option a command understands.
struct CommandOption: Sendable {
    /// With its dashes, such as `--port`.
    let name: String
    /// What stands for the value in the help text; `nil` for an option without a value.
    let value: String?
    /// One line for the help text, with the default where there is one.
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// A mistake in a JSON document that a person wrote, with its place and a way out.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file as named by whoever loaded it.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in bytes.
    public var column: Int
    /// The member, as a JSON Pointer (RFC 6901); empty for the document itself.
    public var pointer: String
    /// What is wrong, as one sentence without a full stop.
    public var problem: String
    /// What would be right, or the nearest known name.
    public var suggestion: String?

    /// All of them; there are no defaults.
    public init(
        file: String, line: Int, column: Int, pointer: String, problem: String, suggestion: String?
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
        self.problem = problem
        self.suggestion = suggestion
    }

    /// `file:line:column: pointer: problem (suggestion)`.
    public var description: String {
        "\(file):\(line):\(column): \(pointer.isEmpty ? "" : pointer + ": ")\(problem)"
            + (suggestion.map { " (\($0))" } ?? "")
    }
}

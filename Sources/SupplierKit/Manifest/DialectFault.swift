/// A dialect setting an adapter does not know or cannot use; the loader adds the place in the file.
public struct DialectFault: Error, Hashable, Sendable {
    /// The setting's name under `dialect`.
    public let setting: String
    /// What is wrong, as one sentence without a full stop.
    public let problem: String
    /// What would be right.
    public let suggestion: String?

    /// All of them; there are no defaults.
    public init(setting: String, problem: String, suggestion: String?) {
        self.setting = setting
        self.problem = problem
        self.suggestion = suggestion
    }
}

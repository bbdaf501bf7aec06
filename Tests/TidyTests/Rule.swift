/// A habit of this repository that a machine can see.
enum Rule: String, Sendable, CaseIterable {
    /// Only the imports of ``ImportTable``.
    case imports
    /// Nothing that ends the process because a value surprised us.
    case trap
    /// No `!` after an optional.
    case forceUnwrap
    /// Time, chance and the environment are parameters where decisions are made.
    case ambient
    /// No `#if`: what is tested is what runs.
    case conditional
    /// Names that say nothing.
    case emptyName
    /// What the compiler cannot prove safe carries a sentence that does.
    case unproved
    /// At most 450 lines a file.
    case fileLength
    /// At most 80 lines a function.
    case functionLength
    /// Tests wait for events, never for time to pass.
    case sleep
}

/// A line that breaks a rule.
struct Offence: Sendable, CustomStringConvertible {
    let rule: Rule
    let path: String
    let line: Int
    /// The line itself, or the function's name.
    let text: String

    var description: String { "\(path):\(line): \(rule.rawValue): \(text)" }
}

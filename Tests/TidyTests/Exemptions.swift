/// One place that may break one rule, and why.
struct Exemption: Sendable {
    let rule: Rule
    let path: String
    /// A part of the offending line, or the function's name for the length rule.
    let part: String
    let reason: String
}

/// The whole list of broken rules.
///
/// An entry that nothing needs any more fails the tests.
enum Exemptions {
    static let all: [Exemption] = []
}

/// Where a secret of the configuration is; its text is never printed.
enum SecretSource: Sendable {
    /// Here, from the environment.
    case text(String)
    /// In a file, relative to the configuration's folder until that is resolved.
    case file(String)
}

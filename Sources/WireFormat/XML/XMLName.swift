/// An element's or attribute's name as namespaces define it: the prefix means nothing.
public struct XMLName: Hashable, Sendable {
    /// The name without prefix.
    public let local: String
    /// The namespace's URI, nil for none.
    public let namespace: String?

    /// A name in `namespace`.
    public init(_ local: String, namespace: String? = nil) {
        self.local = local
        self.namespace = namespace
    }
}

/// The members a manifest may have, object by object; the loader refuses any other and the guide for
/// new suppliers lists these.
enum ManifestMembers {
    /// Of the document itself.
    static let root = [
        "id", "name", "protocol", "baseURL", "allowPrivateAddress", "auth", "limits",
        "timeoutSeconds", "contractCurrency", "taxBasis", "tokenLifeSeconds", "cacheable", "hold",
        "lookup",
        "dialect",
    ]
    /// Of `limits`.
    static let limits = [
        "hotelsPerRequest", "rooms", "nights", "daysAhead", "oldestChild", "concurrency",
        "callsPerSecond",
    ]
    /// Of `timeoutSeconds`: one a step.
    static let timeouts = SupplierStep.allCases.map(\.rawValue)
    /// Of `hold`.
    static let hold = ["keeper", "needs", "lifeSeconds"]
    /// Of `lookup`.
    static let lookup = ["afterSeconds", "indexingDelaySeconds", "midway"]

    /// The words of `auth.scheme`.
    enum Scheme: String, CaseIterable {
        case none, header, basic, rapid, apitude, wsse

        /// What stands in `auth` beside the scheme.
        var members: [String] {
            switch self {
            case .none: []
            case .header: ["name", "credential"]
            case .basic, .wsse: ["user", "password"]
            case .rapid, .apitude: ["key", "secret"]
            }
        }
    }
}

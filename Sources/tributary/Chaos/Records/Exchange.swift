/// One request of a client as it went.
struct Exchange: Sendable {
    /// What was asked for; the rows of the first table.
    enum Kind: String, Sendable, CaseIterable {
        case ndjson = "search, NDJSON"
        case serverSent = "search, SSE"
        case json = "search, JSON"
        case suggest
        case quote = "quote"
        case hold
        case look = "look at hold"
        case find = "find by key"
        case release
    }

    /// How it ended.
    enum End: Sendable, Equatable {
        /// With a whole answer.
        case whole
        /// We left in the middle, as planned.
        case cut
        /// Without a whole answer, for this reason.
        case broken(String)
    }

    var client: Int
    var kind: Kind
    var span: Span
    /// 0 without a head.
    var status: Int
    /// The problem's code.
    var code: String?
    var end: End

    /// Whether there was no answer at all.
    var wasRefused: Bool {
        guard case .broken = end else { return false }
        return status == 0
    }
}

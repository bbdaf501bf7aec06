/// Every call that a supplier got, in order.
public struct AuditLog: Sendable {
    /// Calls kept; older ones are forgotten.
    public static let most = 50_000

    private var entries: [AuditEntry] = []
    private var next = 1

    /// No calls yet.
    public init() {}

    /// The calls after a sequence number, oldest first.
    public func entries(after sequence: Int) -> [AuditEntry] {
        // The log is in order; whoever asks may name any number.
        Array(entries.drop { $0.sequence <= sequence })
    }

    mutating func add(_ make: (Int) -> AuditEntry) {
        entries.append(make(next))
        next += 1
        // Forgetting many at a time keeps the cost of one call flat.
        if entries.count >= AuditLog.most * 2 { entries.removeFirst(AuditLog.most) }
    }
}

/// One call to a supplier.
public struct AuditEntry: Sendable {
    /// From 1, without gaps, by supplier.
    public let sequence: Int
    /// The supplier's id.
    public let supplier: String
    /// The step; `unknown` for a route the protocol does not have.
    public let step: String
    /// Hotels named, by the supplier's codes; at most ten are kept.
    public let hotels: [String]
    /// The client's reference.
    public let reference: String?
    /// What it came to in the supplier's books.
    public let outcome: String
    /// The fault that scenario or plan put on it.
    public let fault: String?
    /// The reservation that the call took, converted or gave back.
    public let committed: String?
    /// Status of the answer; 0 when none was sent.
    public let status: Int
    /// Virtual time at which the supplier decided.
    public let at: Moment
    /// Milliseconds the answer was held back.
    public let delay: Int
}

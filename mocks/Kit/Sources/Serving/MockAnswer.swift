/// What a mock answers, before latency and faults.
public struct MockAnswer: Sendable {
    /// HTTP status.
    public var status: Int
    /// Header fields in order; the framing is the kit's.
    public var fields: [(name: String, value: String)]
    /// The body.
    public var body: Body
    /// What the call came to, for the audit log: `ok`, `soldOut`, `duplicateReference`...
    public var outcome: String
    /// The reservation that this very call took, converted or gave back; nil when it changed nothing.
    public var committed: String?

    /// A body.
    public enum Body: Sendable {
        /// All at once.
        case whole([UInt8])
        /// Part by part, with the step's gap between them.
        case parts([[UInt8]])

        /// All bytes.
        public var bytes: [UInt8] {
            switch self {
            case .whole(let bytes): bytes
            case .parts(let parts): Array(parts.joined())
            }
        }
    }

    /// An answer of one type of content.
    public init(
        status: Int = 200, type: String?, body: Body = .whole([]), outcome: String = "ok",
        committed: String? = nil
    ) {
        self.status = status
        fields = type.map { [("Content-Type", $0)] } ?? []
        self.body = body
        self.outcome = outcome
        self.committed = committed
    }
}

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

    /// How long the client lets the service look for more; nil when it did not say.
    public var limit: TimeLimit?

    /// A service that stops when its time is up, with what it has by then.
    public struct TimeLimit: Sendable {
        /// From the arrival of the call.
        public let milliseconds: Int
        /// What a part ends with after which the service may stop.
        public let seam: [UInt8]
        /// The last part of a body in parts that was cut.
        public let closing: [UInt8]

        /// All of them; there are no defaults.
        public init(milliseconds: Int, seam: [UInt8], closing: [UInt8]) {
            self.milliseconds = milliseconds
            self.seam = seam
            self.closing = closing
        }
    }

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

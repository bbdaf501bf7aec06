/// A supplier's answer after its last byte: head and decompressed body.
public struct WholeAnswer: Sendable {
    /// Status line and fields.
    public let head: ResponseHead
    /// The body, at most the collector's limit.
    public let body: [UInt8]

    /// Takes what was collected.
    public init(head: ResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// Gathers the events of one request into a ``WholeAnswer``, within a bound.
///
/// Events of other requests and timers leave it as it is. Once it said `whole` or `broken` it says
/// nothing new.
public struct AnswerCollector: Sendable {
    /// What one event made of the answer.
    public enum Progress: Sendable {
        /// Nothing yet, or nothing more.
        case waiting
        /// The body is complete.
        case whole(WholeAnswer)
        /// There will be no answer.
        case broken(SupplierFailure)
    }

    /// Bytes of a supplier's body that are kept by default: 8 MiB.
    public static let standardLimit = 8 << 20

    private let tag: RequestTag
    private let limit: Int
    private var head: ResponseHead?
    private var body: [UInt8] = []
    private var isOver = false

    /// A collector for the request `tag` that keeps at most `limit` bytes of body.
    public init(tag: RequestTag, limit: Int = AnswerCollector.standardLimit) {
        self.tag = tag
        self.limit = limit
    }

    /// Takes the next event; over the limit the answer is broken as `tooLarge`.
    public mutating func on(_ event: StepEvent) -> Progress {
        guard !isOver else { return .waiting }
        switch event {
        case .head(tag, let head):
            guard self.head == nil else { return broken(.malformed, .headers, "a second head") }
            self.head = head
        case .bytes(tag, let bytes):
            guard head != nil else { return broken(.malformed, .headers, "a body without a head") }
            guard bytes.count <= limit - body.count else {
                return broken(.tooLarge, .body, "over \(limit) bytes")
            }
            body.append(contentsOf: bytes)
        case .end(tag):
            guard let head else { return broken(.malformed, .headers, "an end without a head") }
            isOver = true
            return .whole(WholeAnswer(head: head, body: body))
        case .fault(tag, let fault):
            isOver = true
            return .broken(SupplierFailure(fault))
        default: break
        }
        return .waiting
    }

    private mutating func broken(
        _ code: SupplierFailure.Code, _ phase: CallPhase, _ detail: String
    ) -> Progress {
        isOver = true
        body = []
        return .broken(SupplierFailure(code, phase: phase, detail: detail))
    }
}

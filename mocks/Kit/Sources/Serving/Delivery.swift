/// How an answer goes over the wire, decided before the first byte is sent.
public struct Delivery: Sendable {
    /// How it ends.
    public enum Ending: Hashable, Sendable {
        /// In order.
        case complete
        /// The connection is reset.
        case reset
        /// Nothing more comes, and the connection stays open.
        case hang
    }

    /// Milliseconds before the first byte.
    public var delay: Int
    /// HTTP status; 0 when not even a head is sent.
    public var status: Int
    /// Header fields without framing.
    public var fields: [(name: String, value: String)]
    /// The body, each part after its own wait in milliseconds.
    public var parts: [(wait: Int, bytes: [UInt8])]
    /// Sent in chunks, else with a length.
    public var isStreamed: Bool
    /// The length the head declares where it is not that of the parts: a body that is cut.
    public var declaredLength: Int?
    /// How it ends.
    public var ending: Ending
    /// The client's reference of a reservation that the call took, converted or gave back.
    public var changed: String?

    /// All bytes of the body that are sent.
    public var bytes: [UInt8] { Array(parts.map(\.bytes).joined()) }

    /// Ends the answer when its time is up: at once where it is whole, after the last whole message
    /// that is due by then where it comes in parts.
    mutating func stop(by limit: MockAnswer.TimeLimit) {
        guard delay <= limit.milliseconds else {
            // Nothing was found in time; what is whole comes as it would have been told then.
            if isStreamed { parts = [(0, limit.closing)] }
            delay = limit.milliseconds
            return
        }
        var due = delay
        let kept = parts.prefix { part in
            due += part.wait
            return due <= limit.milliseconds
        }
        guard isStreamed, kept.count < parts.count else { return }
        var whole = Array(kept)
        while let last = whole.last, !last.bytes.suffix(limit.seam.count).elementsEqual(limit.seam)
        {
            whole.removeLast()
        }
        let spent = whole.reduce(delay) { $0 + $1.wait }
        whole.append((limit.milliseconds - spent, limit.closing))
        parts = whole
    }

    static func nothing(after delay: Int, _ ending: Ending) -> Delivery {
        Delivery(
            delay: delay, status: 0, fields: [], parts: [], isStreamed: false, ending: ending)
    }
}

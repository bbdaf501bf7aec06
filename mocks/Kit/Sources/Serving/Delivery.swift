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

    static func nothing(after delay: Int, _ ending: Ending) -> Delivery {
        Delivery(
            delay: delay, status: 0, fields: [], parts: [], isStreamed: false, ending: ending)
    }
}

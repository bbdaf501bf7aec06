public import Reactor

/// How an exchange ended, as far as the connection goes.
public enum HTTPEnding: String, Error, CaseIterable, Hashable, Sendable {
    /// The whole answer was handed to the system.
    case answered
    /// The client closed or reset the connection; for a stream its FIN is enough.
    case clientLeft
    /// The client took no byte for the write timeout.
    case clientTooSlow
    /// The producer of a streamed body threw; the body was cut.
    case producerFailed
    /// The time to drain was over.
    case drainOver
    /// A fault made on purpose.
    case fault
}

/// One request and its answer, told when the answer has left or the connection has ended.
public struct HTTPExchangeRecord: Sendable {
    /// The request; nil if none could be read.
    public let request: HTTPRequest?

    /// Who sent it.
    public let peer: PeerAddress

    /// The status answered; nil if the connection ended before.
    public internal(set) var status: HTTPStatus?

    /// Bytes of the body queued for sending, without chunk framing.
    public internal(set) var bodyBytes = 0

    /// Why the server itself refused, if it did.
    public internal(set) var refusal: HTTPRefusal?

    /// How it ended.
    public internal(set) var ending = HTTPEnding.answered

    /// The tag of the handler's response.
    public internal(set) var tag: String?

    /// When the request's last byte had been read.
    public let start: MonotonicInstant

    /// When the answer had left or the connection ended.
    public internal(set) var end: MonotonicInstant

    /// From the request's last byte to the end.
    public var duration: Duration { start.duration(to: end) }
}

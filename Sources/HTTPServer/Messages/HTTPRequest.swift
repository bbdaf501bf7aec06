public import Reactor

/// One whole request: head checked against RFC 9112, body read to its end.
public struct HTTPRequest: Sendable {
    /// The method.
    public let method: HTTPMethod

    /// The target as it came: visible ASCII, not decoded, at most the limit.
    public var target: String { String(decoding: head.bytes[head.target], as: UTF8.self) }

    /// The target's path, starting with `/` (or `*`), not decoded, without scheme and authority.
    public let path: String

    /// What follows the target's first `?`, not decoded; nil without `?`.
    public let query: String?

    /// The version of the request, which decides about chunks and persistence.
    public let version: HTTPVersion

    /// The header fields in the order they came.
    public var fields: HTTPRequestFields { HTTPRequestFields(head: head) }

    /// The authority of an absolute-form target, else the Host field; nil in 1.0 without Host.
    public var host: String? {
        guard let authority = head.authority else { return fields.first("host") }
        return String(decoding: head.bytes[authority], as: UTF8.self)
    }

    /// The body, chunks decoded, trailers dropped; empty without one.
    public let body: [UInt8]

    /// Who sent it.
    public let peer: PeerAddress

    /// When its last byte had been read.
    public let arrival: MonotonicInstant

    /// Tells when the server wants to end, so that a long answer can end early and in order.
    public let drain: DrainSignal

    let head: RequestHead

    init(
        head: RequestHead, body: [UInt8], peer: PeerAddress,
        arrival: MonotonicInstant, drain: DrainSignal
    ) {
        method = head.method
        self.head = head
        self.body = body
        self.peer = peer
        self.arrival = arrival
        self.drain = drain
        version = head.version
        path = String(decoding: head.bytes[head.path], as: UTF8.self)
        query = head.query.map { String(decoding: head.bytes[$0], as: UTF8.self) }
    }

    /// Makes a request as if it had come over a connection, for tests of handlers.
    ///
    /// The same parser and the same limits judge it.
    /// - Throws: the refusal a client would have got.
    public init(
        method: HTTPMethod = .get, target: String, fields: [(String, String)] = [],
        body: [UInt8] = [], peer: PeerAddress = .loopback,
        arrival: MonotonicInstant = MonotonicInstant(nanoseconds: 0),
        drain: DrainSignal = DrainSignal()
    ) throws(HTTPRefusal) {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        if !fields.contains(where: { $0.0.lowercased() == "host" }) { text += "Host: test\r\n" }
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        text += "\r\n"
        let bytes = Array(text.utf8)
        var parser = RequestHeadParser(limits: HTTPLimits())
        switch parser.parse(bytes.span) {
        case .needsMore: throw .malformedRequestLine
        case .refused(let refusal): throw refusal
        case .complete(let head):
            self.init(head: head, body: body, peer: peer, arrival: arrival, drain: drain)
        }
    }
}

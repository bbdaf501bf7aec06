/// One HTTP request to be sent, complete with its secrets; never logged.
public struct ClientRequest: Sendable {
    /// The methods there are.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What to do.
    public var method: Method
    /// An absolute `http` or `https` address in ASCII, without user info, at most 16 KB.
    public var url: String
    /// Fields in order.
    ///
    /// Framing fields (`Host`, `Content-Length`, `Transfer-Encoding`,
    /// `Connection`, `Expect`, `Accept-Encoding`, `TE`, `Upgrade`) are the client's own and refused.
    public var headers: [(name: String, value: String)]
    /// Sent whole with its length; must be empty for GET.
    public var body: [UInt8]
    /// Whether the request may go out once more, within its own deadline, when a kept connection dies
    /// before any byte of the answer (RFC 9110, 9.2.2; RFC 9112, 9.3.1), or an HTTP/2 peer refuses its
    /// stream unprocessed (RFC 9113, 8.7), goes away without it (6.8), or breaks the connection's
    /// frames.
    ///
    /// Others go out once, on a new connection: on a kept one nobody can prove that the peer has
    /// processed no byte of what it was sent.
    public var idempotent: Bool
    /// Whether loopback, private and unique local addresses may be connected to.
    public var allowPrivateAddress: Bool
    /// Whether the answer may come as gzip; it is inflated either way.
    public var acceptsGzip: Bool

    /// A request with public addresses only and gzip welcome.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], idempotent: Bool, allowPrivateAddress: Bool = false,
        acceptsGzip: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.idempotent = idempotent
        self.allowPrivateAddress = allowPrivateAddress
        self.acceptsGzip = acceptsGzip
    }
}

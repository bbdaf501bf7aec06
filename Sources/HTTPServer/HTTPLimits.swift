/// How much of a request the server reads before it refuses.
public struct HTTPLimits: Sendable {
    /// Bytes of the request line and the fields together; more is 431.
    public var headBytes = 16_384

    /// Bytes of the request target; more is 414.
    public var targetBytes = 8192

    /// Field lines; more is 431.
    public var fields = 100

    /// Bytes of a body after decoding, unless `bodyBytesByRoute` says otherwise; more is 413.
    public var bodyBytes = 1_048_576

    /// Bytes of all bodies being read at one time on one loop; a connection over it gets 503.
    public var pendingBodyBytes = 67_108_864

    /// The limit of a route, by method and undecoded path; nil leaves it to `bodyBytes`.
    ///
    /// Asked on the loop once a request's head is known and only if a body follows.
    public var bodyBytesByRoute: (@Sendable (HTTPMethod, _ path: String) -> Int?)?

    /// The defaults.
    public init() {}
}

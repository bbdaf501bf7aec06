/// What one client, that is one loop, carries at most.
public struct ClientLimits: Sendable {
    /// Exchanges at once, those that wait for a connection included.
    public var exchanges = 1_024
    /// Connections at once, kept ones included.
    public var connections = 512
    /// Connections to one host and port at once.
    public var connectionsPerHost = 64
    /// Whether exchanges with a peer that offers HTTP/2 share a connection.
    ///
    /// Off: each has one of its own, as with HTTP/1.1. A shared one costs less, but in this libcurl an
    /// exchange whose reader is slow holds up all that share with it, and the reset of one that ends
    /// early goes out with the connection's next traffic only.
    public var sharesConnections = false
    /// How long a connection is kept unused.
    public var keepAlive = Duration.seconds(50)
    /// Name, TCP and TLS together, without the wait for a free connection; also bounded by the
    /// exchange's deadline, as the next two are.
    public var connectTimeout = Duration.seconds(3)
    /// From the request's first byte to the answer's; nil leaves it to the deadline, since some steps
    /// of a supplier rightly take long to answer.
    public var firstByteTimeout: Duration?
    /// Silence within an answer, while the reader wants more.
    public var idleTimeout = Duration.seconds(30)
    /// Bytes of a body, raw and inflated each.
    public var bodyBytes = 8 << 20
    /// Inflated bytes for a raw one.
    public var inflateRatio = 100
    /// Fields in a head.
    public var headerFields = 200
    /// Bytes of all heads of an answer together.
    public var headerBytes = 64 << 10

    /// The product's defaults.
    public init() {}
}

/// Whose certificates are believed.
public enum ClientTrust: Sendable {
    /// The machine's certificate store.
    case system
    /// The certificates of one PEM file and no others.
    case file(String)
}

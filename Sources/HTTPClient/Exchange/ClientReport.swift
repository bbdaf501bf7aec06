/// What one exchange took, whole or broken.
public struct ClientReport: Sendable, Equatable {
    /// Finding the address; zero on a kept connection.
    public var nameLookup = Duration.zero
    /// TCP handshake; zero on a kept connection.
    public var connect = Duration.zero
    /// TLS handshake; zero on a kept connection and without TLS.
    public var tls = Duration.zero
    /// From the request's first byte to the answer's.
    public var firstByte = Duration.zero
    /// From the call to the end, with every wait.
    public var total = Duration.zero
    /// Bytes of the request's body that were sent.
    public var sentBytes = 0
    /// Bytes of the answer's body as received.
    public var receivedBytes = 0
    /// Bytes of the answer's body as delivered.
    public var bodyBytes = 0
    /// How often the request went out: 0, 1, or 2 after a stale connection.
    public var attempts = 0
    /// Whether a connection was opened.
    public var newConnection = false

    /// A report of nothing.
    public init() {}
}

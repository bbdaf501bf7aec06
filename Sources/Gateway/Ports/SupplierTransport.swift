public import SupplierKit

/// Carries one request to a supplier and its answer back.
public protocol SupplierTransport: Sendable {
    /// Sends the request and delivers what comes back, in order, one event at a time.
    ///
    /// Returns when the body is whole; throws how it broke. The next bytes are not read before
    /// `onEvent` has returned, so a slow reader holds the supplier back. Cancelling the calling task
    /// ends the exchange at once with reason `cancelled`; passing `deadline` ends it with `timeout`.
    func exchange(
        _ request: WireRequest, deadline: Uptime,
        onEvent: (TransportEvent) async -> Void
    ) async throws(TransportFault)
}

/// What an exchange delivers before it ends.
public enum TransportEvent: Sendable {
    /// A connection stands and the request is going out; once, before anything of an answer.
    case sending
    /// The status and fields; once, before any bytes.
    case head(ResponseHead)
    /// The next decompressed bytes, at most 64 KB, never empty.
    case bytes([UInt8])
    /// What the exchange took; at most once, last, also of one that broke.
    case measured(ExchangeMeasure)
}

/// How long the parts of an exchange took, as its transport measured them.
public struct ExchangeMeasure: Sendable, Hashable {
    /// Finding the address; zero over a connection that was there.
    public var nameLookup = Duration.zero
    /// The TCP handshake; zero over a connection that was there.
    public var connect = Duration.zero
    /// The TLS handshake; zero without one.
    public var tls = Duration.zero
    /// From the request's first byte to the answer's.
    public var firstByte = Duration.zero
    /// Whether a connection was opened for it.
    public var newConnection = false
    /// How often the request went out: 0, 1, or 2 after a connection that had gone stale.
    public var attempts = 0
    /// Bytes of the answer's body on the wire, before they were inflated.
    public var receivedBytes = 0

    /// Of an exchange that took no time.
    public init() {}
}

/// A supplier's request with its address resolved and its credentials filled in.
///
/// It holds secrets: never logged, never kept.
public struct WireRequest: Sendable {
    /// GET, POST, PUT or DELETE.
    public var method: SupplierRequest.Method
    /// Absolute `http` or `https` address.
    public var url: String
    /// Fields in order; values are free of CR, LF and NUL.
    public var headers: [(name: String, value: String)]
    /// Empty for none.
    public var body: [UInt8]
    /// Whether the transport may send it again over a fresh connection when a kept one was stale.
    public var idempotent: Bool
    /// Whether loopback and private addresses are allowed.
    public var allowPrivateAddress: Bool

    /// All of them; there are no defaults.
    public init(
        method: SupplierRequest.Method, url: String, headers: [(name: String, value: String)],
        body: [UInt8], idempotent: Bool, allowPrivateAddress: Bool
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.idempotent = idempotent
        self.allowPrivateAddress = allowPrivateAddress
    }
}

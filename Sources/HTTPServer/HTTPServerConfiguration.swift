import Glibc

/// Everything about a server that its owner may choose.
public struct HTTPServerConfiguration: Sendable {
    /// How long a connection may stay in each state.
    public struct Timeouts: Sendable {
        /// Between requests; then the connection is closed without a word.
        public var idle = Duration.seconds(60)
        /// From the first byte of a head to its last; then 408.
        public var head = Duration.seconds(10)
        /// From the end of the head to the end of the body; then 408.
        public var body = Duration.seconds(30)
        /// From the request to the handler's response; then its task is cancelled, and 503.
        public var handler = Duration.seconds(90)
        /// Without the client confirming a byte of what was sent; then the connection is dropped.
        ///
        /// It is looked four times within it, so the end may come a quarter later.
        public var write = Duration.seconds(10)
        /// Of reading what a client still sends after the last answer, so that it can read it.
        public var linger = Duration.seconds(2)

        /// The defaults.
        public init() {}
    }

    /// Where to listen; each TCP address has one listener a loop.
    public var addresses: [ListenAddress]

    /// How much of a request is read.
    public var limits = HTTPLimits()

    /// How long things may take.
    public var timeouts = Timeouts()

    /// Connections at one time over all loops; one more gets 503 and is closed.
    public var maximumConnections = 10_000

    /// Unsent bytes at which a streaming producer is suspended.
    public var highWaterMark = 262_144

    /// Unsent bytes at which it goes on.
    public var lowWaterMark = 65_536

    /// What the kernel may hold unsent or unconfirmed of one TCP connection; it doubles the number
    /// for its own bookkeeping, and cuts it to `net.core.wmem_max`.
    ///
    /// At a round trip of 50 ms the default is still about 5 MB/s.
    public var sendBufferBytes: Int32 = 262_144

    /// Shapes the server's own refusals; only `.bytes` bodies are sent.
    public var refusalResponse: @Sendable (HTTPRefusal) -> HTTPResponse = { $0.plainResponse }

    /// Told of each exchange when it has ended, on the loop: must be quick.
    public var onExchange: @Sendable (HTTPExchangeRecord) -> Void = { _ in }

    /// Seconds since 1970 for the `Date` field.
    public var wallClock: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec)
    }

    /// Makes a configuration with the defaults.
    public init(addresses: [ListenAddress]) {
        self.addresses = addresses
    }
}

/// A system call of the reactor that failed.
public struct ReactorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The calls that can fail, a closed set fit for a metric label.
    public enum Call: String, Hashable, Sendable {
        /// Making the epoll instance.
        case epollCreate = "epoll_create1"
        /// Adding or changing a descriptor's interest.
        case epollControl = "epoll_ctl"
        /// Making the descriptor that wakes the loop.
        case eventDescriptor = "eventfd"
        /// Starting the loop's thread.
        case threadCreate = "pthread_create"
    }

    /// The call that failed.
    public let call: Call

    /// Its `errno`.
    public let code: Int32

    /// Names the failed `call` and its `code` (an errno).
    public init(call: Call, code: Int32) {
        self.call = call
        self.code = code
    }

    /// The call and its errno, for a log line.
    public var description: String { "\(call.rawValue): errno \(code)" }
}

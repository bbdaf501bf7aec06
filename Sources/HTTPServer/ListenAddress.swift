internal import Glibc

/// A place to listen at.
public enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A numeric IPv4 or IPv6 address (`::` does not take IPv4 along); port 0 lets the system
    /// choose.
    case tcp(host: String, port: UInt16)
    /// A unix socket; a stale file of an ended server is replaced.
    case unix(path: String)

    /// `host:port` or the path.
    public var description: String {
        switch self {
        case .tcp(let host, let port): PeerAddress(host: host, port: port).description
        case .unix(let path): "unix:\(path)"
        }
    }
}

/// Why a server could not start.
public enum HTTPServerError: Error, Hashable, Sendable {
    /// The host is no numeric address, or the path is longer than a socket's may be.
    case badAddress(ListenAddress)
    /// Somebody else listens there.
    case addressInUse(ListenAddress)
    /// Another system call failed, with its errno.
    case system(ListenAddress, code: Int32)
    /// `start` was called twice.
    case alreadyStarted
}

extension HTTPServerError: CustomStringConvertible {
    /// The address and what is wrong with it, as a clause for an operator.
    public var description: String {
        switch self {
        case .badAddress(let address): "\(address) is no address to listen at"
        case .addressInUse(let address): "\(address) is taken: another process listens there"
        case .system(let address, let code): "\(address): \(String(cString: strerror(code)))"
        case .alreadyStarted: "the server listens already"
        }
    }
}

import CSystem
import Glibc

/// The other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    /// A numeric IPv4 or IPv6 address, or `unix`.
    public let host: String

    /// The port, 0 for a unix socket.
    public let port: UInt16

    /// Names a peer.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// This machine, for requests made by tests.
    public static let loopback = PeerAddress(host: "127.0.0.1", port: 0)

    /// `host:port`, IPv6 in brackets.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    init(_ storage: sockaddr_storage) {
        var storage = storage
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = Int32(storage.ss_family)
        let port: UInt16 = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                guard family == AF_INET else { return 0 }
                inet_ntop(AF_INET, &address.pointee.sin_addr, &text, socklen_t(text.count))
                return UInt16(bigEndian: address.pointee.sin_port)
            }
        }
        let port6: UInt16 = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                guard family == AF_INET6 else { return 0 }
                inet_ntop(AF_INET6, &address.pointee.sin6_addr, &text, socklen_t(text.count))
                return UInt16(bigEndian: address.pointee.sin6_port)
            }
        }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        host = bytes.isEmpty ? "unix" : String(decoding: bytes, as: UTF8.self)
        self.port = max(port, port6)
    }
}

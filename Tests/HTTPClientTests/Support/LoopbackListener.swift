import Foundation

/// A listening socket on a free port of the loopback address.
struct LoopbackListener: Sendable {
    let descriptor: Int32
    let port: UInt16
    let address: sockaddr_in

    /// `waiting` is the length of the queue of connections nobody has accepted yet.
    init(waiting: Int32, flags: Int32 = 0) throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags
        descriptor = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, waiting) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard listens else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        self.address = address
    }
}

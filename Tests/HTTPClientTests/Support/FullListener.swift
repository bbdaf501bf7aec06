import Foundation

/// A port whose queue of connections is full: the kernel answers no further SYN.
final class FullListener {
    let port: UInt16
    private var descriptors: [Int32] = []

    var url: String { "http://127.0.0.1:\(port)/" }

    init() throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_INET, type, 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard listens else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        // A queue of length 0 has room for one; the others find it full.
        for _ in 0..<4 {
            let descriptor = socket(AF_INET, type, 0)
            descriptors.append(descriptor)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    _ = connect(descriptor, pointer, length)
                }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

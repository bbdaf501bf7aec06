import Foundation

/// A port whose queue of connections is full: the kernel answers no further SYN.
final class FullListener {
    let port: UInt16
    private var descriptors: [Int32] = []

    var url: String { "http://127.0.0.1:\(port)/" }

    init() throws {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let listener = try LoopbackListener(waiting: 0, flags: Int32(SOCK_NONBLOCK.rawValue))
        descriptors.append(listener.descriptor)
        port = listener.port
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // A queue of length 0 has room for one; the others find it full.
        for _ in 0..<4 {
            let descriptor = socket(AF_INET, type, 0)
            descriptors.append(descriptor)
            withUnsafePointer(to: listener.address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    _ = connect(descriptor, pointer, length)
                }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

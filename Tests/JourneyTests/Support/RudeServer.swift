import Foundation

/// A supplier that answers every request with the same bad manners, each connection on a thread.
final class RudeServer: Sendable {
    /// What no scenario of the mocks can do.
    enum Manners: Sendable {
        /// The head, then nothing; the connection stays open.
        case silentAfterHead
        /// Nothing is ever accepted, and the queue of those who wait is full.
        case neverAccepts
        /// 200 MB of white space that never becomes an answer.
        case endless(type: String, piece: String)
    }

    let url: String
    private let listener: Int32
    private let manners: Manners
    /// Fill the queue of one that never accepts.
    private let waiting: [Int32]

    init(_ manners: Manners) throws {
        self.manners = manners
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var queue: Int32 = 64
        if case .neverAccepts = manners { queue = 0 }
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, queue) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        guard case .neverAccepts = manners else {
            waiting = []
            Thread.detachNewThread { [self] in acceptAll() }
            return
        }
        waiting = (0..<4).map { _ in Self.knock(address, length) }
    }

    deinit { for descriptor in waiting { close(descriptor) } }

    /// Begins to connect, and does not wait for it.
    private static func knock(_ address: sockaddr_in, _ length: socklen_t) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, type, 0)
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = connect(descriptor, pointer, length)
            }
        }
        return descriptor
    }

    /// Ends the accepting thread; connections end with their clients.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        // Whoever accepts closes it too.
        if !waiting.isEmpty { close(listener) }
    }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            Thread.detachNewThread { [manners] in
                // No thread waits for ever, whatever a client under test forgets.
                var patience = timeval(tv_sec: 20, tv_usec: 0)
                let size = socklen_t(MemoryLayout<timeval>.size)
                setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
                setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
                Self.serve(descriptor, manners)
                close(descriptor)
            }
        }
        close(listener)
    }

    private static func serve(_ descriptor: Int32, _ manners: Manners) {
        guard receive(descriptor) else { return }
        switch manners {
        case .neverAccepts: return
        case .silentAfterHead:
            send(descriptor, head("application/json"))
        case .endless(let type, let piece):
            guard send(descriptor, head(type)) else { return }
            let text = String(repeating: piece, count: (1 << 16) / piece.utf8.count)
            let chunk = "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
            for _ in 0..<((200 << 20) / text.utf8.count) {
                guard send(descriptor, chunk) else { return }
            }
        }
        while receive(descriptor) {}
    }

    private static func head(_ type: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
    }

    @discardableResult
    private static func send(_ descriptor: Int32, _ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func receive(_ descriptor: Int32) -> Bool {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        return recv(descriptor, &room, room.count, 0) > 0
    }
}

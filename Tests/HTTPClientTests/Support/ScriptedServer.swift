import Foundation
import Synchronization

/// A server that says exactly the bytes a script says, each connection on a thread of its own.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (ServerConnection) -> Void

    let port: UInt16
    private let listener: Int32
    private let accepted = Mutex(0)
    private let script: Script
    /// Passed by each connection once it is closed.
    let ended = Turnstile()

    init(_ script: @escaping Script) throws {
        self.script = script
        let listener = try LoopbackListener(waiting: 512)
        self.listener = listener.descriptor
        port = listener.port
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Connections accepted so far.
    var connectionCount: Int { accepted.withLock { $0 } }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Refuses new connections from now on.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            let number = accepted.withLock { count in
                count += 1
                return count
            }
            Thread.detachNewThread { [script, ended] in
                let connection = ServerConnection(descriptor, number: number)
                script(connection)
                connection.end()
                ended.pass()
            }
        }
        close(listener)
    }
}

/// One accepted connection, used by its own thread only.
final class ServerConnection {
    /// 1 for the first accepted.
    let number: Int
    /// POLLRDHUP, which Swift does not see.
    private static let peerClosed: Int16 = 0x2000
    private var descriptor: Int32
    private var unread: [UInt8] = []

    init(_ descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        self.number = number
        // No script waits for ever, whatever a client under test forgets.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        // Each `send` goes out by itself, and at once.
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(4))
    }

    /// The next request with its body by Content-Length, or nil when the client is gone.
    func readRequest() -> String? {
        while true {
            let text = String(decoding: unread, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound].lowercased()
                let length =
                    head.split(separator: "\r\n").lazy
                    .filter { $0.hasPrefix("content-length:") }
                    .compactMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                    .first ?? 0
                let whole = text[..<end.upperBound].utf8.count + length
                if unread.count >= whole {
                    let request = String(decoding: unread.prefix(whole), as: UTF8.self)
                    unread.removeFirst(whole)
                    return request
                }
            }
            guard receive() else { return nil }
        }
    }

    /// Waits for exactly so many bytes; nil when the client is gone before.
    func read(_ count: Int) -> [UInt8]? {
        while unread.count < count { guard receive() else { return nil } }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }

    /// Waits for bytes, whatever they are.
    func readSome() { _ = receive() }

    /// The path of the first request without its slash, once its line has come.
    var firstPath: String? {
        let line = unread.prefix { $0 != 0x0D }.split(separator: 0x20)
        return line.count > 1 ? String(decoding: line[1].dropFirst(), as: UTF8.self) : nil
    }

    /// Whether the client closed its side before the script's patience ended.
    @discardableResult
    func waitForEnd() -> Bool {
        while receive() {}
        return errno != EAGAIN
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { rest in
                Foundation.send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends a whole answer with its length.
    @discardableResult
    func answer(_ body: [UInt8] = [], fields: [String] = [], status: String = "200 OK") -> Bool {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        return send(lines.joined(separator: "\r\n") + "\r\n\r\n") && send(body)
    }

    /// Waits up to `milliseconds`, or until the client is gone: the pace of a slow server.
    func pause(milliseconds: Int32) {
        var state = pollfd(fd: descriptor, events: Self.peerClosed, revents: 0)
        _ = poll(&state, 1, milliseconds)
    }

    /// Sends without waiting until nothing more is taken for `milliseconds`; how many bytes went.
    func pour(_ bytes: [UInt8], quietMilliseconds: Int32) -> Int {
        var sent = 0
        while sent < bytes.count {
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&state, 1, quietMilliseconds) == 1 else { break }
            let count = bytes[sent...].withUnsafeBytes { rest in
                Foundation.send(
                    descriptor, rest.baseAddress, rest.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Closes with RST.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
        end()
    }

    func end() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func receive() -> Bool {
        var room = [UInt8](repeating: 0, count: 64 << 10)
        errno = 0
        let count = recv(descriptor, &room, room.count, 0)
        guard count > 0 else { return false }
        unread += room.prefix(count)
        return true
    }
}

import CSystem
import Glibc
import HTTPServer
import Reactor
import Testing

/// A client that sends exactly the bytes it is told.
///
/// Blocking, each call bounded by 20 s.
final class RawClient: @unchecked Sendable {
    // Sendable: a descriptor and the bytes received, used by one test step after the other.
    private(set) var descriptor: Int32
    private var received: [UInt8] = []
    private var target: (sockaddr_storage, socklen_t)

    struct Failure: Error, Equatable {
        var call: String
        var code: Int32
    }

    convenience init(_ address: ListenAddress, receiveBuffer: Int32? = nil) throws {
        try self.init(unconnectedTo: address, receiveBuffer: receiveBuffer)
        try connect()
    }

    /// Takes a descriptor now and connects later.
    init(unconnectedTo address: ListenAddress, receiveBuffer: Int32? = nil) throws {
        var storage = sockaddr_storage()
        var length = socklen_t()
        switch address {
        case .tcp(let host, let port):
            if host.contains(":") {
                var six = sockaddr_in6()
                six.sin6_family = sa_family_t(AF_INET6)
                six.sin6_port = port.bigEndian
                inet_pton(AF_INET6, host, &six.sin6_addr)
                withUnsafeMutableBytes(of: &storage) { target in
                    withUnsafeBytes(of: six) { target.copyMemory(from: $0) }
                }
                length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            } else {
                var four = sockaddr_in()
                four.sin_family = sa_family_t(AF_INET)
                four.sin_port = port.bigEndian
                inet_pton(AF_INET, host, &four.sin_addr)
                withUnsafeMutableBytes(of: &storage) { target in
                    withUnsafeBytes(of: four) { target.copyMemory(from: $0) }
                }
                length = socklen_t(MemoryLayout<sockaddr_in>.size)
            }
        case .unix(let path):
            var unix = sockaddr_un()
            unix.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &unix.sun_path) { $0.copyBytes(from: path.utf8) }
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: unix) { target.copyMemory(from: $0) }
            }
            length = socklen_t(MemoryLayout<sockaddr_un>.size)
        }
        descriptor = socket(
            Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
        if let receiveBuffer {
            _ = csystem_set_int_option(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBuffer)
        }
        var bound = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &bound, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &bound, socklen_t(MemoryLayout<timeval>.size))
        target = (storage, length)
    }

    func connect() throws {
        if csystem_connect(descriptor, &target.0, target.1) != 0 {
            let code = errno
            close()
            throw Failure(call: "connect", code: code)
        }
    }

    deinit { close() }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress.map { $0 + offset }, bytes.count - offset,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(call: "send", code: errno) }
            offset += count
        }
    }

    /// Reads until the server closes; `isReset` if it did so with RST.
    func readToEnd() throws -> (text: String, isReset: Bool) {
        while true {
            switch try readSome() {
            case .bytes: continue
            case .end, .reset:
                let text = String(decoding: received, as: UTF8.self)
                received = []
                return (text, lastEnd == .reset)
            }
        }
    }

    /// Reads until `marker` has come; returns everything up to and with it.
    func read(until marker: String) throws -> String {
        let sought = Array(marker.utf8)
        while true {
            if let end = Self.position(of: sought, in: received) {
                let text = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end)
                return text
            }
            guard try readSome() == .bytes else {
                throw Failure(call: "end before \(marker)", code: 0)
            }
        }
    }

    /// Reads exactly `count` bytes.
    func read(count: Int) throws -> String {
        while received.count < count {
            guard try readSome() == .bytes else {
                throw Failure(call: "end before \(count) bytes", code: 0)
            }
        }
        defer { received.removeFirst(count) }
        return String(decoding: received[..<count], as: UTF8.self)
    }

    /// Whether there is a byte to read before the server's close, which must be one with FIN.
    func hasMore() throws -> Bool {
        while received.isEmpty {
            switch try readSome() {
            case .bytes: continue
            case .end: return false
            case .reset: throw Failure(call: "recv", code: ECONNRESET)
            }
        }
        return true
    }

    enum Step { case bytes, end, reset }
    private var lastEnd = Step.end

    func readSome() throws -> Step {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 {
            received += buffer[..<count]
            return .bytes
        }
        if count < 0, errno != ECONNRESET { throw Failure(call: "recv", code: errno) }
        lastEnd = count == 0 ? .end : .reset
        return lastEnd
    }

    /// Whether the server says something, or closes, within the time.
    func hears(withinMilliseconds time: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, time) > 0
    }

    /// Reads from whichever client has something until the server has closed all of them.
    static func readAllToEnd(_ clients: [RawClient]) throws {
        var open = clients
        while !open.isEmpty {
            var waiting = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&waiting, nfds_t(waiting.count), 20_000) > 0 else {
                throw Failure(call: "poll", code: ETIMEDOUT)
            }
            open = try zip(open, waiting).filter { client, state in
                try state.revents == 0 || client.readSome() == .bytes
            }.map { $0.0 }
        }
    }

    /// Takes more at a time from now on.
    func widen() { _ = csystem_set_int_option(descriptor, SOL_SOCKET, SO_RCVBUF, 262_144) }

    func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    func reset() {
        _ = csystem_reset_on_close(descriptor)
        close()
    }

    private static func position(of sought: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= sought.count else { return nil }
        for start in 0...(bytes.count - sought.count)
        where bytes[start..<start + sought.count].elementsEqual(sought) {
            return start + sought.count
        }
        return nil
    }
}

private final class BlockingSteps {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs blocking steps on a thread of their own, so that they hold up no executor.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
    try await withCheckedThrowingContinuation { continuation in
        let box = Unmanaged.passRetained(
            BlockingSteps { continuation.resume(with: Result { try body() }) })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<BlockingSteps>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, box.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            box.release()
            continuation.resume(throwing: RawClient.Failure(call: "pthread_create", code: code))
        }
    }
}

/// Runs a server on loopback while `body` talks to it.
func withServer<Value: Sendable>(
    loops: Int = 1, at address: ListenAddress = .tcp(host: "127.0.0.1", port: 0),
    configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    handler: @escaping HTTPHandler,
    _ body: (HTTPServer, ListenAddress) async throws -> Value
) async throws -> Value {
    let group = try EventLoopGroup(count: loops)
    defer { group.shutdown() }
    var configuration = HTTPServerConfiguration(addresses: [address])
    configure(&configuration)
    let server = HTTPServer(configuration: configuration, group: group, handler: handler)
    let bound = try server.start()
    do {
        let value = try await body(server, try #require(bound.first))
        await server.drain(within: .zero)
        return value
    } catch {
        await server.drain(within: .zero)
        throw error
    }
}

/// Sends `text`, closes nothing, and returns all the server says until it closes.
func exchange(_ text: String, with address: ListenAddress) async throws -> String {
    try await blocking {
        let client = try RawClient(address)
        try client.send(text)
        return try client.readToEnd().text
    }
}

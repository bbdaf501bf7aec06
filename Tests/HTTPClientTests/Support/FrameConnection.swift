import Foundation

/// The server's side of HTTP/2 frame by frame (RFC 9113, 4.1), over the two ends of a pipe.
struct FrameConnection {
    enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case reset = 3
        case settings = 4
        case goAway = 7
    }

    struct Frame {
        let kind: UInt8
        let flags: UInt8
        let stream: Int
        let payload: [UInt8]
    }

    private let incoming: FileHandle
    private let outgoing: FileHandle

    /// Takes the preface, whatever comes before it, and says hello; nil when the client is gone.
    init?(_ incoming: FileHandle, _ outgoing: FileHandle) {
        self.incoming = incoming
        self.outgoing = outgoing
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        var seen: [UInt8] = []
        while seen.suffix(preface.count) != preface[...] {
            guard let byte = read(1) else { return nil }
            seen += byte
        }
        send(.settings, stream: 0)
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let piece = try? incoming.read(upToCount: count - bytes.count), !piece.isEmpty
            else { return nil }
            bytes += piece
        }
        return bytes
    }

    /// The next frame; settings are acknowledged on the way.
    func next() -> Frame? {
        while let head = read(9) {
            let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
            guard let payload = read(length) else { return nil }
            let stream = head[5...].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
            let frame = Frame(kind: head[3], flags: head[4], stream: stream, payload: payload)
            guard frame.kind == Kind.settings.rawValue else { return frame }
            if frame.flags & 1 == 0 { send(.settings, flags: 1, stream: 0) }
        }
        return nil
    }

    /// The stream of the next request whose fields have come.
    func nextRequest() -> Int? {
        while let frame = next() {
            if frame.kind == Kind.headers.rawValue { return frame.stream }
        }
        return nil
    }

    /// The next stream that the client ends with an error, and which.
    func nextReset() -> (stream: Int, code: UInt8)? {
        while let frame = next() {
            if frame.kind == Kind.reset.rawValue { return (frame.stream, frame.payload.last ?? 0) }
        }
        return nil
    }

    @discardableResult
    func send(_ kind: Kind, flags: UInt8 = 0, stream: Int, _ payload: [UInt8] = []) -> Bool {
        var head = Self.bytes(of: payload.count, 3)
        head += [kind.rawValue, flags]
        head += Self.bytes(of: stream, 4)
        return (try? outgoing.write(contentsOf: Data(head + payload))) != nil
    }

    /// The last bytes of a number, the highest first.
    private static func bytes(of number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(number >> ($0 * 8) & 0xFF) }
    }

    /// `:status: 200`, entry 8 of HPACK's static table.
    func sendHead(_ stream: Int) { send(.headers, flags: 4, stream: stream, [0x88]) }

    /// Sends a whole answer.
    func answer(_ stream: Int, _ body: [UInt8]) {
        sendHead(stream)
        send(.data, flags: 1, stream: stream, body)
    }

    /// Takes no streams after `last` (RFC 9113, 6.8), without an error.
    func goAway(last: Int) { send(.goAway, stream: 0, Self.bytes(of: last, 4) + [0, 0, 0, 0]) }

    /// Ends a stream with an error of RFC 9113, 7.
    func reset(_ stream: Int, code: UInt8) { send(.reset, stream: stream, [0, 0, 0, code]) }
}

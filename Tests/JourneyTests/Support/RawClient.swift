import Foundation

/// One request over one connection, for what a proper client would not send.
enum RawClient {
    /// Sends the head (and a body, if any) and reads until the server closes; 20 seconds at most.
    static func send(
        _ method: String, _ target: String, port: UInt16, fields: [String] = [], body: String = ""
    ) async -> Answer {
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + fields
            + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
        let request = lines.joined(separator: "\r\n") + "\r\n\r\n" + body
        return await withCheckedContinuation { continuation in
            // Blocking calls have a thread of their own, not one of the tests'.
            Thread.detachNewThread {
                continuation.resume(returning: parse(exchange(request, port: port)))
            }
        }
    }

    private static func exchange(_ request: String, port: UInt16) -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard isConnected == 0 else { return [] }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(request.utf8)
        _ = bytes.withUnsafeBytes {
            Foundation.send(descriptor, $0.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        var received: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { return received }
            received += room.prefix(count)
        }
    }

    /// The body is left as it was framed.
    private static func parse(_ received: [UInt8]) -> Answer {
        var answer = Answer()
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return answer }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first
        answer.status = status.flatMap { Int($0) } ?? 0
        answer.fields = lines.dropFirst().compactMap { line in
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { return nil }
            return (String(halves[0]), halves[1].trimmingCharacters(in: .whitespaces))
        }
        answer.body = Array(received[end.upperBound...])
        return answer
    }
}

extension Stage {
    /// One request over a connection of its own; see ``RawClient``.
    func raw(
        _ method: String, _ target: String, _ fields: [String] = [], body: String = ""
    ) async -> Answer {
        await RawClient.send(method, target, port: port, fields: fields, body: body)
    }
}

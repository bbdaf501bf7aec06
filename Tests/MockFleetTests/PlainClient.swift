import Glibc

/// One request over one connection, read until the server closes it or a second has passed.
enum PlainClient {
    struct Answer {
        var status = 0
        var head = ""
        var body: [UInt8] = []
        var wasReset = false
        var isConnected = true

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    static func send(
        _ method: String, _ target: String, port: UInt16, fields: [String] = [], body: String = ""
    ) -> Answer {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"]
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let text = (lines + fields + length).joined(separator: "\r\n") + "\r\n\r\n" + body
        return exchange(text, port: port)
    }

    private static func exchange(_ text: String, port: UInt16) -> Answer {
        var answer = Answer()
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard connected == 0 else {
            answer.isConnected = false
            return answer
        }
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, bytes.count, 0) }
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0 { answer.wasReset = errno == ECONNRESET }
            guard count > 0 else { break }
            received += chunk.prefix(count)
        }
        split(received, into: &answer)
        return answer
    }

    private static func split(_ received: [UInt8], into answer: inout Answer) {
        let mark = Array("\r\n\r\n".utf8)
        let place = received.indices.first { received[$0...].starts(with: mark) }
        guard let place else { return }
        answer.head = String(decoding: received[..<place], as: UTF8.self)
        answer.body = Array(received[(place + 4)...])
        let words = answer.head.split(separator: " ", maxSplits: 2)
        answer.status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
}

import HTTPServer
import Reactor

extension Delivery {
    /// Bytes on their way are lost by a reset; this long they have to arrive first.
    private static let flight = Duration.milliseconds(20)

    /// The answer for the server, after the supplier's time to think.
    func response(sleepingOn loop: EventLoop) async -> HTTPResponse {
        if delay > 0 {
            // Cancelled: nobody waits for the answer any more, so any answer does.
            try? await loop.sleep(for: .milliseconds(delay))
        }
        guard status > 0 else {
            return .fault { [ending] connection in
                if ending == .hang { await connection.hang() } else { await connection.reset() }
            }
        }
        if ending != .complete { return cut(loop) }
        guard isStreamed else {
            return HTTPResponse(
                status: HTTPStatus(rawValue: status), fields: fields, body: .bytes(bytes))
        }
        let parts = parts
        return HTTPResponse(
            status: HTTPStatus(rawValue: status), fields: fields,
            body: .stream { writer in
                for part in parts {
                    if part.wait > 0 { try await loop.sleep(for: .milliseconds(part.wait)) }
                    try await writer.write(part.bytes)
                }
            })
    }

    /// A body that ends before its framing does.
    private func cut(_ loop: EventLoop) -> HTTPResponse {
        let head = headBytes
        let isChunked = declaredLength == nil
        return .fault { [parts, ending] connection in
            do {
                try await connection.send(head)
                for part in parts where !part.bytes.isEmpty {
                    if part.wait > 0 { try await loop.sleep(for: .milliseconds(part.wait)) }
                    let size = String(part.bytes.count, radix: 16)
                    let frame =
                        isChunked ? Array("\(size)\r\n".utf8) + part.bytes + [13, 10] : part.bytes
                    try await connection.send(frame)
                }
                guard ending == .reset else { return await connection.hang() }
                try await loop.sleep(for: Delivery.flight)
                await connection.reset()
            } catch {
                // The client left first, which is as good an end as ours.
                return
            }
        }
    }

    private var headBytes: [UInt8] {
        var head = "HTTP/1.1 \(HTTPStatus(rawValue: status))\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        head += declaredLength.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
        return Array("\(head)\r\n\r\n".utf8)
    }
}

extension MockRequest {
    /// A request of the server, its path from the component at `first` on; nil for undecodable text.
    init?(_ request: HTTPRequest, droppingComponents first: Int) {
        let parts = request.path.split(separator: "/").dropFirst(first)
        var path: [String] = []
        for part in parts {
            guard let text = PercentText.decode(part) else { return nil }
            path.append(text)
        }
        var query: [(name: String, value: String)] = []
        for pair in (request.query ?? "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = halves.first.flatMap({ PercentText.decode($0, isForm: true) }),
                let value = PercentText.decode(halves.count == 2 ? halves[1] : "", isForm: true)
            else { return nil }
            query.append((name, value))
        }
        self.init(
            method: request.method.rawValue, path: path, query: query,
            fields: Array(request.fields), body: request.body)
    }
}

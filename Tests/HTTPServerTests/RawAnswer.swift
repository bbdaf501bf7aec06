/// One whole answer as a client reads it.
struct RawAnswer: Equatable {
    var status: Int
    /// `Name: value`, in order.
    var fields: [String]
    var body: String

    func field(_ name: String) -> String? {
        let prefix = "\(name): "
        return fields.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}

extension RawClient {
    /// Reads one answer, nil if the server has closed in order before it.
    ///
    /// - Throws: when the connection ends within the answer or with RST.
    func readAnswer(hasBody: (RawAnswer) -> Bool = { _ in true }) throws -> RawAnswer? {
        guard try hasMore() else { return nil }
        let lines = try read(until: "\r\n\r\n").split(separator: "\r\n").map(String.init)
        let status = lines.first.flatMap { Int($0.dropFirst("HTTP/1.1 ".count).prefix(3)) }
        guard let status else { throw Failure(call: "no status line", code: 0) }
        var answer = RawAnswer(status: status, fields: Array(lines.dropFirst()), body: "")
        guard hasBody(answer) else { return answer }
        if answer.field("Transfer-Encoding") == "chunked" {
            while true {
                // CR and LF are one character.
                let size = Int(try read(until: "\r\n").dropLast(), radix: 16)
                guard let size else { throw Failure(call: "no chunk size", code: 0) }
                answer.body += String(try read(count: size + 2).dropLast())
                if size == 0 { return answer }
            }
        }
        if let length = answer.field("Content-Length").flatMap({ Int($0) }) {
            answer.body = try read(count: length)
        }
        return answer
    }
}

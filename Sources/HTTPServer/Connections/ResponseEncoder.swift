/// How a body is delimited on the wire.
enum BodyFraming {
    case none
    case length(Int)
    case chunked
    case untilClose
}

/// Writes heads of responses (RFC 9112 sections 4 to 6).
enum ResponseEncoder {
    /// Appends a head; false, with `output` as it was, if a field must not be sent.
    static func appendHead(
        _ response: HTTPResponse, framing: BodyFraming, version: HTTPVersion, persists: Bool,
        date: [UInt8], to output: inout [UInt8]
    ) -> Bool {
        let start = output.count
        append("HTTP/1.1 ", to: &output)
        appendDecimal(response.status.rawValue, to: &output)
        output.append(0x20)
        append(response.status.reason, to: &output)
        append("\r\nDate: ", to: &output)
        output.append(contentsOf: date)
        for (name, value) in response.fields where !isOwn(name) {
            append("\r\n", to: &output)
            guard appendField(name, value, to: &output) else {
                output.removeLast(output.count - start)
                return false
            }
        }
        switch framing {
        case .none, .untilClose: break
        case .length(let length):
            append("\r\nContent-Length: ", to: &output)
            appendDecimal(length, to: &output)
        case .chunked: append("\r\nTransfer-Encoding: chunked", to: &output)
        }
        if !persists {
            append("\r\nConnection: close", to: &output)
        } else if version == .http10 {
            append("\r\nConnection: keep-alive", to: &output)
        }
        append("\r\n\r\n", to: &output)
        return true
    }

    /// Appends one chunk; nothing for an empty one, which would end the body.
    static func appendChunkStart(_ count: Int, to output: inout [UInt8]) {
        append(String(count, radix: 16), to: &output)
        append("\r\n", to: &output)
    }

    static func append(_ text: StaticString, to output: inout [UInt8]) {
        output.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { output.append(contentsOf: $0) }
    }

    private static func appendDecimal(_ number: Int, to output: inout [UInt8]) {
        append(String(number), to: &output)
    }

    private static func appendField(_ name: String, _ value: String, to output: inout [UInt8])
        -> Bool
    {
        let nameStart = output.count
        append(name, to: &output)
        guard output.count > nameStart, output[nameStart...].allSatisfy(ByteClass.isToken) else {
            return false
        }
        append(": ", to: &output)
        let valueStart = output.count
        append(value, to: &output)
        return output[valueStart...].allSatisfy(ByteClass.isFieldContent)
    }

    /// Whether the server writes this field itself.
    private static func isOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: name.lowercased() == "date"
        case 10: name.lowercased() == "connection"
        case 14: name.lowercased() == "content-length"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }
}

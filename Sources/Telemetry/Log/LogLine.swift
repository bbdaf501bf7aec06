/// A log event as one line of JSON.
///
/// A line has at most `maximumLength` bytes with its line feed, so that one write to a pipe is whole
/// (PIPE_BUF of POSIX), and no field can end it early or add a member to it.
public enum LogLine {
    /// The longest line in bytes.
    public static let maximumLength = 4_096

    /// Renders an event; long texts are cut and end in an ellipsis, hopeless ones are left out.
    public static func render(_ event: LogEvent) -> [UInt8] {
        for textCap in [1_024, 128] {
            let line = render(event, event.fields, textCap: textCap)
            if line.count <= maximumLength { return line }
        }
        return render(event, [LogField("fields_left_out", true)], textCap: 128)
    }

    private static func render(
        _ event: LogEvent, _ fields: [LogField], textCap: Int
    ) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(512)
        line += "{\"time\":\"".utf8
        CalendarText.appendRFC3339(event.time, to: &line)
        line += "\",\"level\":\"".utf8
        line += event.level.rawValue.utf8
        line += "\",\"event\":".utf8
        append(event.name, to: &line, cap: 128)
        // A dozen names as a rule: comparing them is cheaper than a set of them.
        var used = ["time", "level", "event"]
        used.reserveCapacity(used.count + fields.count)
        for field in fields {
            var name = field.name
            if case .duration = field.value { name += "_ms" }
            while used.contains(name) { name += "_" }
            used.append(name)
            line.append(UInt8(ascii: ","))
            append(name, to: &line, cap: 128)
            line.append(UInt8(ascii: ":"))
            append(field.value, to: &line, cap: textCap)
            // Longer than a line may be already: what follows is for nothing.
            if line.count > maximumLength { return line }
        }
        line += "}\n".utf8
        return line
    }

    private static func append(_ value: LogValue, to line: inout [UInt8], cap: Int) {
        switch value {
        case .string(let text): append(text, to: &line, cap: cap)
        case .integer(let number): line += String(number).utf8
        case .boolean(let truth): line += (truth ? "true" : "false").utf8
        case .masked: line += "\"***\"".utf8
        case .duration(let span):
            let microseconds = span.wholeNanoseconds / 1_000
            line += DecimalText.scaled(microseconds, digits: 3).utf8
        }
    }

    /// Quotes text; control characters of both ranges and the line separators of Unicode, which
    /// terminals and viewers act on, become escapes.
    private static func append(_ text: String, to line: inout [UInt8], cap: Int) {
        line.append(UInt8(ascii: "\""))
        if text.utf8.count > cap || !text.utf8.allSatisfy(isPlain) {
            appendEscaped(text, to: &line, cap: cap)
        } else {
            line += text.utf8
        }
        line.append(UInt8(ascii: "\""))
    }

    /// Visible ASCII and space that stand for themselves in a string of JSON.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func appendEscaped(_ text: String, to line: inout [UInt8], cap: Int) {
        let start = line.count
        for scalar in text.unicodeScalars {
            if line.count - start >= cap {
                line += "…".utf8
                break
            }
            switch scalar.value {
            case 0x22: line += "\\\"".utf8
            case 0x5C: line += "\\\\".utf8
            case 0x0A: line += "\\n".utf8
            case 0x0D: line += "\\r".utf8
            case 0x09: line += "\\t".utf8
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E,
                0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                line += "\\u".utf8
                line += String(repeating: "0", count: 4 - digits.utf8.count).utf8
                line += digits.utf8
            default:
                if let encoded = UTF8.encode(scalar) { line += encoded }
            }
        }
    }
}

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
        var line = Array("{\"time\":\"".utf8)
        line += CalendarText.rfc3339(event.time).utf8
        line += "\",\"level\":\"\(event.level.rawValue)\",\"event\":".utf8
        append(event.name, to: &line, cap: 128)
        var used: Set<String> = ["time", "level", "event"]
        for field in fields {
            var name = field.name
            if case .duration = field.value { name += "_ms" }
            while !used.insert(name).inserted { name += "_" }
            line.append(UInt8(ascii: ","))
            append(name, to: &line, cap: 128)
            line.append(UInt8(ascii: ":"))
            append(field.value, to: &line, cap: textCap)
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
            default: line += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        line.append(UInt8(ascii: "\""))
    }
}

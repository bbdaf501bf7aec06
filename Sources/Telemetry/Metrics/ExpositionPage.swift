/// The bytes of a metrics page while they are written.
struct ExpositionPage {
    private(set) var bytes: [UInt8] = []

    mutating func header(_ name: String, help: String, kind: MetricKind) {
        append("# HELP \(name) ")
        escape(help, quotes: false)
        append("\n# TYPE \(name) \(kind.rawValue)\n")
    }

    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: String) {
        append(name)
        for (index, label) in labels.enumerated() {
            append(index == 0 ? "{" : ",")
            append(label.0)
            append("=\"")
            escape(label.1, quotes: true)
            append("\"")
        }
        if !labels.isEmpty { append("}") }
        append(" ")
        append(value)
        append("\n")
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    /// The three escapes of the format: backslash, line feed and, in label values, the quote.
    private mutating func escape(_ text: String, quotes: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\"") where quotes: append("\\\"")
            default: bytes.append(byte)
            }
        }
    }
}

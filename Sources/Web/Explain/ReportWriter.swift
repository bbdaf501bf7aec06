/// Lines for people, read from top to bottom; all text that is not ours goes through ``ShownText``.
struct ReportWriter {
    private(set) var text = ""
    private static let labels = 12
    private static let times = 11

    /// A line at the margin.
    mutating func head(_ line: String) { text += ShownText.line(line) + "\n" }

    /// An empty line, then one at the margin.
    mutating func section(_ title: String) { text += "\n" + ShownText.line(title) + "\n" }

    /// A line under a section.
    mutating func line(_ line: String, depth: Int = 1) {
        text += indent(depth) + ShownText.line(line) + "\n"
    }

    /// A named value under a section.
    mutating func value(_ label: String, _ value: String, depth: Int = 1) {
        line(Self.padded(label, Self.labels) + value, depth: depth)
    }

    /// What happened when.
    mutating func moment(_ time: Duration, _ what: String, depth: Int = 2) {
        let time = time.milliseconds
        let blanks = String(repeating: " ", count: max(0, Self.times - time.count))
        line(blanks + time + "  " + what, depth: depth)
    }

    /// Text as it came, each line behind a bar.
    mutating func quote(_ quoted: String, behind bar: String = "|", depth: Int = 3) {
        guard !quoted.isEmpty else { return }
        for line in ShownText.lines(quoted) {
            text += "\(indent(depth))\(bar)\(line.isEmpty ? "" : " ")\(line)\n"
        }
    }

    private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    /// At least `width` characters.
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// `1 hotel`, `2 hotels`.
    static func count(_ number: Int, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }
}

extension Duration {
    /// As ``milliseconds``, from ten seconds on in whole seconds.
    var age: String {
        self < .seconds(10) ? milliseconds : "\(components.seconds) s"
    }

    /// `40 ms`, `40.125 ms`, `-3 ms`: down to the microsecond, without zeros at the end.
    var milliseconds: String {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return "\(Int64.max / 1000) ms" }
        let microseconds = scaled &+ attoseconds / 1_000_000_000_000
        let sign = microseconds < 0 ? "-" : ""
        let magnitude = microseconds.magnitude
        var fraction = String(magnitude % 1000)
        fraction = String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(magnitude / 1000)\(fraction.isEmpty ? "" : "." + fraction) ms"
    }
}

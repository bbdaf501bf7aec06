/// Text of others made fit for a terminal: nothing in it moves the cursor, turns the line round or
/// passes for a line of ours.
enum ShownText {
    /// One line; what is no printable character stands as `\u{1B}`, line ends as `\n` and `\r`.
    static func line(_ text: String) -> String { shown(text, keepsBasicControls: false) }

    /// Its lines, each as ``line(_:)``.
    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
    }

    /// For JSON, which has escapes of its own for the 32 first characters and for no others.
    static func quoted(_ text: String) -> String { shown(text, keepsBasicControls: true) }

    private static func shown(_ text: String, keepsBasicControls: Bool) -> String {
        guard text.unicodeScalars.contains(where: { !isPlain($0) }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isPlain(scalar) || (keepsBasicControls && scalar.value < 32) {
                shown.unicodeScalars.append(scalar)
            } else if scalar == "\n" {
                shown += "\\n"
            } else if scalar == "\r" {
                shown += "\\r"
            } else if scalar == "\t" {
                shown += "\\t"
            } else {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return shown
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 127 { return scalar.value >= 32 }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            return false
        default: return true
        }
    }
}

/// HTML and SVG as text.
///
/// Everything that is written goes through here: names are part of the program, and values and texts
/// are escaped, so nothing from outside can become markup.
struct Markup: Sendable, Equatable {
    private(set) var text = ""

    typealias Attributes = KeyValuePairs<StaticString, String>

    init() {}

    init(_ write: (inout Markup) -> Void) { write(&self) }

    /// An element with content.
    mutating func element(
        _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout Markup) -> Void
    ) {
        start(name, attributes)
        text += ">"
        content(&self)
        text += "</\(name)>"
    }

    /// An element with a text in it.
    mutating func element(
        _ name: StaticString, _ attributes: Attributes = [:], text content: String
    ) {
        element(name, attributes) { $0.write(content) }
    }

    /// An element without content, such as a path.
    mutating func empty(_ name: StaticString, _ attributes: Attributes = [:]) {
        start(name, attributes)
        text += "/>"
    }

    /// Text of whatever origin.
    mutating func write(_ content: String) { text += Self.escaped(content) }

    /// What was made by another one.
    mutating func append(_ other: Markup) { text += other.text }

    /// Part of the program, such as a style sheet.
    mutating func verbatim(_ content: StaticString) { text += "\(content)" }

    private mutating func start(_ name: StaticString, _ attributes: Attributes) {
        text += "<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    }

    /// Fit for text and for values between double quotes.
    static func escaped(_ content: String) -> String {
        var result = ""
        for scalar in PlainText.visible(content).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Texts from outside, for a terminal or a page.
enum PlainText {
    /// The text with what would be obeyed rather than shown (controls, line ends, marks that turn the
    /// direction of writing) written as `U+001B`.
    static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<32, 127..<160, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
                result.append(contentsOf: "U+\(zeros)\(digits)".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

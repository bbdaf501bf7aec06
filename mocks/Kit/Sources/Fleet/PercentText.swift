import WireFormat

/// Percent-encoded text of paths and queries.
enum PercentText {
    static func decode(_ text: Substring, isForm: Bool = false) -> String? {
        PercentEncoding.decode(text, plus: isForm ? .space : .literal)
    }
}

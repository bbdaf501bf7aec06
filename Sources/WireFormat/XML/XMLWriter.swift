/// Writes one XML document in UTF-8 by appending to bytes.
///
/// Names are the program's own and are written as given, prefixes and `xmlns` attributes included;
/// text from outside is escaped. A character that XML 1.0 cannot carry makes `finish` throw.
public struct XMLWriter: Sendable {
    private enum Place { case content, attribute }

    private var bytes: [UInt8] = []
    private var open: [StaticString] = []
    private var isTagOpen = false
    private var hasRoot = false
    private var fault: XMLWriteFault?

    /// A writer that has written the declaration, with room for `capacity` bytes.
    public init(capacity: Int = 1024) {
        bytes.reserveCapacity(capacity)
        append(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    }

    /// Opens an element; attributes can follow until text or another element does.
    public mutating func start(_ name: StaticString) {
        guard !open.isEmpty || !hasRoot else { return refuse(.badNesting) }
        hasRoot = true
        closeTag()
        append("<")
        append(name)
        open.append(name)
        isTagOpen = true
    }

    /// Adds an attribute to the element just opened; elsewhere it makes `finish` throw.
    public mutating func attribute(_ name: StaticString, _ value: String) {
        guard isTagOpen else { return refuse(.badNesting) }
        append(" ")
        append(name)
        append("=\"")
        escape(value, in: .attribute)
        append("\"")
    }

    /// Adds an attribute, or nothing for nil.
    public mutating func attribute(_ name: StaticString, ifPresent value: String?) {
        if let value { attribute(name, value) }
    }

    /// Adds an attribute of digits.
    public mutating func attribute(_ name: StaticString, _ value: some FixedWidthInteger) {
        attribute(name, String(value))
    }

    /// Adds text to the element.
    public mutating func text(_ text: String) {
        guard !open.isEmpty else { return refuse(.badNesting) }
        closeTag()
        escape(text, in: .content)
    }

    /// Closes the element opened last, as an empty one if nothing was put into it.
    public mutating func end() {
        guard let name = open.popLast() else { return refuse(.badNesting) }
        if isTagOpen {
            append("/>")
            isTagOpen = false
        } else {
            append("</")
            append(name)
            append(">")
        }
    }

    /// Writes an element that holds only text.
    public mutating func element(_ name: StaticString, _ text: String) {
        start(name)
        self.text(text)
        end()
    }

    /// Writes an element around what `content` writes.
    public mutating func element<Failure: Error>(
        _ name: StaticString, _ content: (inout XMLWriter) throws(Failure) -> Void
    ) throws(Failure) {
        start(name)
        try content(&self)
        end()
    }

    /// The document; throws `illegalCharacter`, or `badNesting`.
    public consuming func finish() throws(XMLWriteFault) -> [UInt8] {
        if let fault { throw fault }
        guard open.isEmpty, hasRoot else { throw .badNesting }
        return bytes
    }

    private mutating func refuse(_ reason: XMLWriteFault) { fault = fault ?? reason }

    private mutating func closeTag() {
        if isTagOpen { append(">") }
        isTagOpen = false
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func escape(_ text: String, in place: Place) {
        var text = text
        let isLegal = text.withUTF8 { utf8 in
            var start = 0
            for i in 0..<utf8.count {
                let byte = utf8[i]
                guard byte < 0x40 || byte == 0xEF else { continue }
                guard Self.isLegal(utf8, at: i) else { return false }
                guard let reference = Self.reference(for: byte, in: place) else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<i]))
                append(reference)
                start = i + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
            return true
        }
        if !isLegal { refuse(.illegalCharacter) }
    }

    /// Whether the character at `i` is one of XML 1.0 section 2.2, production Char.
    ///
    /// All but control characters, U+FFFE and U+FFFF are, since a `String` holds no surrogate.
    private static func isLegal(_ utf8: UnsafeBufferPointer<UInt8>, at i: Int) -> Bool {
        switch utf8[i] {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20: false
        case 0xEF: !(utf8[i + 1] == 0xBF && utf8[i + 2] >= 0xBE)
        default: true
        }
    }

    /// What stands for a character that must not be written as it is.
    private static func reference(for byte: UInt8, in place: Place) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        // A reader turns a raw carriage return into a line feed.
        case 0x0D: "&#13;"
        case UInt8(ascii: "\"") where place == .attribute: "&quot;"
        case 0x09 where place == .attribute: "&#9;"
        case 0x0A where place == .attribute: "&#10;"
        default: nil
        }
    }
}

/// Why a document could not be written.
public enum XMLWriteFault: String, Error, Sendable, CaseIterable {
    /// A text holds a character that XML 1.0 section 2.2 leaves out, even as a reference.
    case illegalCharacter
    /// An attribute outside a start tag, text outside the root, or an `end` too many or too few.
    case badNesting
}

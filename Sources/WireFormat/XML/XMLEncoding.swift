/// The families of encodings that are read; in each the guard sees markup as libxml2 will.
enum XMLEncoding {
    /// UTF-8, which is also what a document without declaration and mark is in.
    case utf8
    /// One byte a character, ASCII below 128.
    case singleByte
    /// UTF-16 in either order.
    case utf16

    /// The encoding of a document that names it so and has characters of this width; nil if not read.
    init?(declared name: String?, width: XMLGuard.Width) {
        switch (name?.uppercased(), width) {
        case (nil, .byte), ("UTF-8", .byte), ("UTF8", .byte): self = .utf8
        case ("US-ASCII", .byte), ("ASCII", .byte), ("ISO-8859-1", .byte), ("ISO8859-1", .byte),
            ("ISO_8859-1", .byte), ("LATIN1", .byte), ("ISO-8859-15", .byte),
            ("WINDOWS-1252", .byte), ("CP1252", .byte):
            self = .singleByte
        case (nil, _) where width != .byte, ("UTF-16", _) where width != .byte,
            ("UTF-16LE", .littleEndian), ("UTF-16BE", .bigEndian):
            self = .utf16
        default: return nil
        }
    }

    /// Whether mark and declaration leave one reading (XML 1.0 section 4.3.3): UTF-16 has at least one
    /// of the two, and a mark of UTF-8 stands before nothing else.
    func isCertain(isMarked: Bool, isDeclared: Bool) -> Bool {
        switch self {
        case .utf8: true
        case .singleByte: !isMarked
        case .utf16: isMarked || isDeclared
        }
    }

    /// Bytes within which an XML declaration has ended; a longer one counts as none, and what libxml2
    /// then makes of it is refused by the sink.
    private static let longestDeclaration = 2048

    /// The name in the XML declaration (XML 1.0 production EncodingDecl) that `prolog` starts with.
    static func declared(in prolog: UnsafeBufferPointer<UInt8>) -> String? {
        // UTF-16 differs from ASCII here by its mark and by zero bytes only.
        let head = prolog.prefix(longestDeclaration).filter { $0 > 0 && $0 < 0x80 }
        var text = String(decoding: head, as: UTF8.self)[...]
        guard text.hasPrefix("<?xml"), let end = text.firstIndex(of: ">") else { return nil }
        text = text[..<end]
        for space in [" ", "\t", "\n", "\r", "\r\n"] {
            text.replace(space, with: "")
        }
        for quote in ["\"", "'"] {
            let parts = text.split(separator: "encoding=" + quote, maxSplits: 1)
            if parts.count == 2 { return parts[1].split(separator: quote).first.map(String.init) }
        }
        return nil
    }
}

/// Looks over a document's bytes before libxml2 gets them, for what libxml2 would do too late or too
/// slowly: a document type declaration, another width of characters than the document pretends, and
/// tags with so many attributes that checking them for duplicates costs their square.
///
/// It knows just enough of XML to tell tags, comments, CDATA and instructions apart, and judges
/// nothing else.
struct XMLGuard {
    /// How characters are laid out, as far as ASCII is concerned.
    enum Width { case byte, littleEndian, bigEndian }

    private enum Place {
        case text, open, bang, dash, comment, cdata, instruction, tag, singleQuoted, doubleQuoted
    }

    let width: Width
    /// Whether the root element has begun, after which no declaration can come.
    private(set) var isPastProlog = false
    private(set) var line = 1
    private let limits: XMLLimits
    private var place = Place.text
    /// Hyphens, brackets or question marks just before, where the place ends with them and `>`.
    private var closers = 0
    private var markup = 0
    private var attributes = 0
    /// The first byte of a UTF-16 unit whose second is in the next piece.
    private var half: UInt8?

    /// Decides by the first four bytes, of which `head` must have that many.
    init(head: [UInt8], limits: XMLLimits) throws(XMLFault) {
        switch Array(head.prefix(4)) {
        case [0x00, 0x00, 0xFE, 0xFF], [0xFF, 0xFE, 0x00, 0x00], [0x00, 0x00, 0x00, 0x3C],
            [0x3C, 0x00, 0x00, 0x00], [0x4C, 0x6F, 0xA7, 0x94]:
            throw XMLFault(.unsupportedEncoding, line: 1)
        case let first where first.starts(with: [0xFF, 0xFE]) || first.starts(with: [0x3C, 0x00]):
            width = .littleEndian
        case let first where first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0x00, 0x3C]):
            width = .bigEndian
        default: width = .byte
        }
        self.limits = limits
    }

    /// Bytes of a byte order mark at the start of `head`, which are no text.
    func markLength(_ head: some Sequence<UInt8>) -> Int {
        switch width {
        case .byte: head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        case .littleEndian: head.starts(with: [0xFF, 0xFE]) ? 2 : 0
        case .bigEndian: head.starts(with: [0xFE, 0xFF]) ? 2 : 0
        }
    }

    /// Looks over the next bytes of the document.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
        guard width == .byte else { return try scanUnits(bytes) }
        var i = 0
        while i < bytes.count {
            if let end = plainEnd {
                while i < bytes.count, bytes[i] != end {
                    if bytes[i] == 0x0A { line &+= 1 }
                    i &+= 1
                }
                guard i < bytes.count else { return }
            }
            try step(bytes[i])
            i &+= 1
        }
    }

    /// The only byte of interest in content.
    private var plainEnd: UInt8? {
        place == .text && isPastProlog ? UInt8(ascii: "<") : nil
    }

    private mutating func scanUnits(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let (high, low) = width == .bigEndian ? (first, byte) : (byte, first)
            // Everything beyond ASCII is alike here.
            try step(high == 0 && low < 0x80 ? low : 0x80)
        }
    }

    private mutating func step(_ unit: UInt8) throws(XMLFault) {
        if unit == 0x0A { line &+= 1 }
        if place != .text, place != .cdata {
            markup &+= 1
            guard markup <= limits.markup else { throw fault(.markupTooLong) }
        }
        switch place {
        case .text:
            if unit == UInt8(ascii: "<") {
                place = .open
                markup = 1
            } else if !isPastProlog, !isWhiteSpace(unit) {
                throw fault(.malformed)
            }
        case .open: open(unit)
        case .bang: try bang(unit)
        case .dash:
            guard unit == UInt8(ascii: "-") else { throw fault(.malformed) }
            enter(.comment)
        case .comment: close(after: UInt8(ascii: "-"), count: 2, unit)
        case .cdata: close(after: UInt8(ascii: "]"), count: 2, unit)
        case .instruction: close(after: UInt8(ascii: "?"), count: 1, unit)
        case .tag: try tag(unit)
        case .singleQuoted: if unit == UInt8(ascii: "'") { place = .tag }
        case .doubleQuoted: if unit == UInt8(ascii: "\"") { place = .tag }
        }
    }

    private mutating func open(_ unit: UInt8) {
        switch unit {
        case UInt8(ascii: "!"): place = .bang
        case UInt8(ascii: "?"): enter(.instruction)
        default:
            isPastProlog = true
            attributes = 0
            place = unit == UInt8(ascii: ">") ? .text : .tag
        }
    }

    private mutating func bang(_ unit: UInt8) throws(XMLFault) {
        switch unit {
        case UInt8(ascii: "-"): place = .dash
        case UInt8(ascii: "[") where isPastProlog: enter(.cdata)
        case UInt8(ascii: "D"), UInt8(ascii: "d"): throw fault(.doctype)
        default: throw fault(.malformed)
        }
    }

    private mutating func tag(_ unit: UInt8) throws(XMLFault) {
        switch unit {
        case UInt8(ascii: ">"): place = .text
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            attributes &+= 1
            guard attributes <= limits.attributes else { throw fault(.tooManyAttributes) }
            place = unit == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
        default: break
        }
    }

    private mutating func enter(_ next: Place) {
        place = next
        closers = 0
    }

    /// Leaves the place at a `>` behind `count` or more of `closer`.
    private mutating func close(after closer: UInt8, count: Int, _ unit: UInt8) {
        if unit == closer {
            closers &+= 1
        } else if unit == UInt8(ascii: ">"), closers >= count {
            place = .text
        } else {
            closers = 0
        }
    }

    private func fault(_ reason: XMLFault.Reason) -> XMLFault { XMLFault(reason, line: line) }
}

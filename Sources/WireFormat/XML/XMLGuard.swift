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
    /// Hyphens, brackets, question marks or slashes just before, which give a `>` its meaning.
    private var closers = 0
    private var markup = 0
    private var attributes = 0
    /// Elements begun and not ended, as far as their tags tell.
    private var depth = 0
    private var isEndTag = false
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

    /// Whether every tag and comment is closed and every element ended.
    var isComplete: Bool { isPastProlog && place == .text && depth <= 0 }

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
        if let reason = width == .byte ? scanBytes(bytes) : scanUnits(bytes) {
            throw XMLFault(reason, line: line)
        }
    }

    private mutating func scanBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> XMLFault.Reason? {
        var i = 0
        var reason: XMLFault.Reason?
        while i < bytes.count, reason == nil {
            let end = endOfPlainBytes(in: bytes, from: i)
            if place != .text {
                markup &+= end &- i
                if end > i { closers = 0 }
                if markup > limits.markup { reason = .markupTooLong }
            }
            i = end
            guard i < bytes.count, reason == nil else { break }
            reason = step(bytes[i])
            i &+= 1
        }
        // Apart from the loop above, since this one is done many bytes at a time.
        for byte in bytes[..<i] where byte == 0x0A { line &+= 1 }
        return reason
    }

    /// The next byte that can end the place, where all others leave it as it is.
    private func endOfPlainBytes(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var i = start
        switch place {
        case .text where isPastProlog:
            while i < bytes.count, bytes[i] != UInt8(ascii: "<") { i &+= 1 }
        case .doubleQuoted:
            while i < bytes.count, bytes[i] != UInt8(ascii: "\"") { i &+= 1 }
        case .singleQuoted:
            while i < bytes.count, bytes[i] != UInt8(ascii: "'") { i &+= 1 }
        case .tag:
            while i < bytes.count, bytes[i] != UInt8(ascii: ">"), bytes[i] != UInt8(ascii: "/"),
                bytes[i] != UInt8(ascii: "\""), bytes[i] != UInt8(ascii: "'")
            {
                i &+= 1
            }
        default: break
        }
        return i
    }

    private mutating func scanUnits(_ bytes: UnsafeBufferPointer<UInt8>) -> XMLFault.Reason? {
        for byte in bytes {
            guard let first = half else {
                half = byte
                continue
            }
            half = nil
            let (high, low) = width == .bigEndian ? (first, byte) : (byte, first)
            // Everything beyond ASCII is alike here.
            let unit = high == 0 && low < 0x80 ? low : 0x80
            if unit == 0x0A { line &+= 1 }
            if let reason = step(unit) { return reason }
        }
        return nil
    }

    private mutating func step(_ unit: UInt8) -> XMLFault.Reason? {
        if place != .text, place != .cdata {
            markup &+= 1
            guard markup <= limits.markup else { return .markupTooLong }
        }
        switch place {
        case .text:
            if unit == UInt8(ascii: "<") {
                place = .open
                markup = 1
            } else if !isPastProlog, !isWhiteSpace(unit) {
                return .malformed
            }
        case .open: open(unit)
        case .bang: return bang(unit)
        case .dash:
            guard unit == UInt8(ascii: "-") else { return .malformed }
            enter(.comment)
        case .comment: close(after: UInt8(ascii: "-"), count: 2, unit)
        case .cdata: close(after: UInt8(ascii: "]"), count: 2, unit)
        case .instruction: close(after: UInt8(ascii: "?"), count: 1, unit)
        case .tag: return tag(unit)
        case .singleQuoted: if unit == UInt8(ascii: "'") { place = .tag }
        case .doubleQuoted: if unit == UInt8(ascii: "\"") { place = .tag }
        }
        return nil
    }

    private mutating func open(_ unit: UInt8) {
        switch unit {
        case UInt8(ascii: "!"): place = .bang
        case UInt8(ascii: "?"): enter(.instruction)
        default:
            isPastProlog = true
            isEndTag = unit == UInt8(ascii: "/")
            attributes = 0
            enter(.tag)
        }
    }

    private mutating func bang(_ unit: UInt8) -> XMLFault.Reason? {
        switch unit {
        case UInt8(ascii: "-"): place = .dash
        case UInt8(ascii: "[") where isPastProlog: enter(.cdata)
        case UInt8(ascii: "D"), UInt8(ascii: "d"): return .doctype
        default: return .malformed
        }
        return nil
    }

    private mutating func tag(_ unit: UInt8) -> XMLFault.Reason? {
        switch unit {
        case UInt8(ascii: ">"):
            if isEndTag { depth &-= 1 } else if closers == 0 { depth &+= 1 }
            enter(.text)
        case UInt8(ascii: "/"): closers = 1
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            closers = 0
            attributes &+= 1
            guard attributes <= limits.attributes else { return .tooManyAttributes }
            place = unit == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted
        default: closers = 0
        }
        return nil
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
}

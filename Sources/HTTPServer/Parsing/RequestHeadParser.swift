/// Reads the head of one request, strictly, byte by byte (RFC 9112 sections 2 to 5).
///
/// It is given the bytes from the start of the request, again and again as more arrive, and goes
/// on where it stopped. What it says does not depend on how the bytes were cut: every byte is
/// judged in order, and the first fault is the one reported.
struct RequestHeadParser {
    enum Progress {
        case needsMore
        case complete(RequestHead)
        case refused(HTTPRefusal)
    }

    /// What the next byte belongs to.
    private enum State {
        case start
        case lineFeedOfEmptyLine
        case method
        case target
        case version
        case lineFeedOfRequestLine
        case lineStart
        case fieldName
        case blankBeforeValue
        case fieldValue
        case lineFeedOfField
        case lineFeedOfEnd
    }

    private let limits: HTTPLimits
    private var state = State.start
    private var position = 0
    /// Where the head begins, after an empty line before it (RFC 9112 section 2.2).
    private var headStart = 0
    private var hasSkippedLine = false
    private var partStart = 0
    private var fieldName = 0..<0
    private var fieldValueEnd = 0
    private var method: HTTPMethod?
    private var target = 0..<0
    private var version = HTTPVersion.http11
    private var fields: [RequestHead.Field] = []
    private var framing = RequestFraming()

    init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// How many bytes the head took, once complete.
    var length: Int { position }

    /// Whether a byte of a head has come (an empty line before it is none).
    var hasBegun: Bool { state != .start }

    /// Goes on over `bytes`, which start where they started the last time and may be longer.
    mutating func parse(_ bytes: Span<UInt8>) -> Progress {
        do throws(HTTPRefusal) {
            while position < bytes.count {
                if try step(bytes) { return .complete(try finished(bytes)) }
            }
            return .needsMore
        } catch {
            return .refused(error)
        }
    }

    /// Consumes at least one byte; true at the end of the head.
    private mutating func step(_ bytes: Span<UInt8>) throws(HTTPRefusal) -> Bool {
        guard position - headStart < limits.headBytes else { throw .headTooLarge }
        switch state {
        case .start, .lineFeedOfEmptyLine, .method, .target, .version, .lineFeedOfRequestLine:
            try stepRequestLine(bytes)
            return false
        case .lineStart, .fieldName, .blankBeforeValue, .fieldValue, .lineFeedOfField:
            try stepField(bytes)
            return false
        case .lineFeedOfEnd:
            guard bytes[position] == 0x0a else { throw .malformedField }
            position += 1
            return true
        }
    }

    // MARK: Request line

    private mutating func stepRequestLine(_ bytes: Span<UInt8>) throws(HTTPRefusal) {
        let byte = bytes[position]
        switch state {
        case .start where byte == 0x0d && !hasSkippedLine:
            state = .lineFeedOfEmptyLine
            position += 1
        case .lineFeedOfEmptyLine:
            guard byte == 0x0a else { throw .malformedRequestLine }
            hasSkippedLine = true
            position += 1
            headStart = position
            state = .start
        case .start:
            guard ByteClass.isToken(byte) else { throw .malformedRequestLine }
            partStart = position
            state = .method
        case .method:
            try stepMethod(bytes)
        case .target:
            try stepTarget(bytes)
        case .version:
            try stepVersion(bytes)
        default:
            guard byte == 0x0a else { throw .malformedRequestLine }
            position += 1
            state = .lineStart
        }
    }

    private mutating func stepMethod(_ bytes: Span<UInt8>) throws(HTTPRefusal) {
        let byte = bytes[position]
        if byte == 0x20 {
            method = Self.method(bytes.extracting(partStart..<position))
            partStart = position + 1
            state = .target
        } else {
            // No method is as long as 32 bytes; a long word is not HTTP at all.
            guard ByteClass.isToken(byte), position - partStart < 32 else {
                throw .malformedRequestLine
            }
        }
        position += 1
    }

    private mutating func stepTarget(_ bytes: Span<UInt8>) throws(HTTPRefusal) {
        while position < bytes.count, ByteClass.isTarget(bytes[position]) {
            position += 1
            guard position - partStart <= limits.targetBytes else { throw .targetTooLong }
        }
        guard position < bytes.count else { return }
        guard bytes[position] == 0x20, position > partStart else { throw .malformedRequestLine }
        target = partStart..<position
        position += 1
        partStart = position
        state = .version
    }

    /// `HTTP/` digit `.` digit, then CR.
    private mutating func stepVersion(_ bytes: Span<UInt8>) throws(HTTPRefusal) {
        let expected: StaticString = "HTTP/"
        let byte = bytes[position]
        let offset = position - partStart
        let isRight: Bool =
            switch offset {
            case 0..<5: byte == expected.utf8Start[offset]
            case 5, 7: byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            case 6: byte == UInt8(ascii: ".")
            default: byte == 0x0d
            }
        guard isRight else { throw .malformedRequestLine }
        if offset == 8 {
            guard bytes[partStart + 5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
            version = bytes[partStart + 7] == UInt8(ascii: "0") ? .http10 : .http11
            state = .lineFeedOfRequestLine
        }
        position += 1
    }

    private static func method(_ bytes: Span<UInt8>) -> HTTPMethod? {
        HTTPMethod.allCases.first { method in
            let name = method.rawValue.utf8
            guard name.count == bytes.count else { return false }
            return name.enumerated().allSatisfy { bytes[$0.offset] == $0.element }
        }
    }

    // MARK: Fields

    private mutating func stepField(_ bytes: Span<UInt8>) throws(HTTPRefusal) {
        let byte = bytes[position]
        switch state {
        case .lineStart where byte == 0x0d:
            position += 1
            state = .lineFeedOfEnd
        case .lineStart:
            // White space here would be a folded line or a name with space before it.
            guard ByteClass.isToken(byte) else { throw .malformedField }
            guard fields.count < limits.fields else { throw .headTooLarge }
            partStart = position
            state = .fieldName
        case .fieldName:
            while position < bytes.count, ByteClass.isToken(bytes[position]) {
                try advanceInHead()
            }
            guard position < bytes.count else { return }
            guard bytes[position] == UInt8(ascii: ":") else { throw .malformedField }
            fieldName = partStart..<position
            position += 1
            state = .blankBeforeValue
        case .blankBeforeValue:
            guard ByteClass.isBlank(byte) else {
                partStart = position
                fieldValueEnd = position
                state = .fieldValue
                return
            }
            position += 1
        case .fieldValue:
            while position < bytes.count, ByteClass.isFieldContent(bytes[position]) {
                if !ByteClass.isBlank(bytes[position]) { fieldValueEnd = position + 1 }
                try advanceInHead()
            }
            guard position < bytes.count else { return }
            guard bytes[position] == 0x0d else { throw .malformedField }
            position += 1
            state = .lineFeedOfField
        default:
            guard byte == 0x0a else { throw .malformedField }
            position += 1
            let field = RequestHead.Field(name: fieldName, value: partStart..<fieldValueEnd)
            try framing.add(
                name: bytes.extracting(field.name), value: bytes.extracting(field.value),
                version: version)
            fields.append(field)
            state = .lineStart
        }
    }

    private mutating func advanceInHead() throws(HTTPRefusal) {
        position += 1
        guard position - headStart < limits.headBytes else { throw .headTooLarge }
    }

    // MARK: End

    private func finished(_ bytes: Span<UInt8>) throws(HTTPRefusal) -> RequestHead {
        try framing.checkWhole(version: version)
        // Before the target is judged: CONNECT has one of its own form.
        guard let method else { throw .unknownMethod }
        let form = try RequestTarget(bytes.extracting(target), method: method)
        func moved(_ range: Range<Int>, by offset: Int) -> Range<Int> {
            range.lowerBound + offset..<range.upperBound + offset
        }
        let inTarget = target.lowerBound - headStart
        return RequestHead(
            bytes: bytes.extracting(headStart..<position).withUnsafeBufferPointer { Array($0) },
            method: method,
            target: moved(target, by: -headStart),
            path: moved(form.path, by: inTarget),
            query: form.query.map { moved($0, by: inTarget) },
            authority: form.authority.map { moved($0, by: inTarget) },
            version: version,
            fields: headStart == 0
                ? fields
                : fields.map {
                    RequestHead.Field(
                        name: moved($0.name, by: -headStart), value: moved($0.value, by: -headStart)
                    )
                },
            framing: framing)
    }
}

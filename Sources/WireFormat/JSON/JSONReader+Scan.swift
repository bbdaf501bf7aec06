// What the reader's public steps are made of.
extension JSONReader {
    /// Passes over white space; gives the byte it stands on, unread.
    @inlinable @inline(__always)
    mutating func nextByte() throws(JSONFault) -> UInt8 {
        while position < body.count {
            let byte = body[position]
            guard isWhiteSpace(byte) else { return byte }
            position &+= 1
        }
        throw JSONFault(.endsTooSoon, at: position)
    }

    @inlinable @inline(__always)
    mutating func begin(_ bracket: UInt8, _ kind: JSONKind) throws(JSONFault) {
        guard try nextByte() == bracket else { throw wrongKind(kind) }
        guard depth < limits.depth else { throw JSONFault(.tooDeep, at: position) }
        depth &+= 1
        position &+= 1
        isFirst = true
    }

    @inlinable @inline(__always)
    mutating func leave() {
        depth &-= 1
        position &+= 1
        isFirst = false
    }

    /// A fault for a value of another kind, or for no value at all.
    @usableFromInline
    func wrongKind(_ expected: JSONKind) -> JSONFault {
        var copy = self
        guard (try? copy.peek()) != nil else { return JSONFault(.unexpectedByte, at: position) }
        return JSONFault(.wrongKind, at: position, expected: expected)
    }

    @inlinable
    mutating func literal(_ word: StaticString) throws(JSONFault) {
        let length = word.utf8CodeUnitCount
        guard body.count &- position >= length else { throw cutLiteral(word) }
        guard sameBytes(body, at: position, word, count: length) else {
            throw JSONFault(.unexpectedByte, at: position)
        }
        position &+= length
    }

    /// The fault of a body too short for `word`: what there is may be its start, or something else.
    @usableFromInline
    func cutLiteral(_ word: StaticString) -> JSONFault {
        let rest = body.count &- position
        return sameBytes(body, at: position, word, count: rest)
            ? JSONFault(.endsTooSoon, at: body.count) : JSONFault(.unexpectedByte, at: position)
    }

    @inlinable
    mutating func scanNumber() throws(JSONFault) -> JSONText {
        let start = position
        let end = try JSONNumber.end(in: body, from: start)
        guard end &- start <= limits.number else { throw JSONFault(.numberTooLong, at: start) }
        position = end
        return JSONText(body: body, offset: start, count: end &- start, isEscaped: false)
    }

    /// Reads the string whose opening quote is at `position`.
    @inlinable
    mutating func scanString() throws(JSONFault) -> JSONText {
        let start = position &+ 1
        let stop = endOfPlainText(in: body, from: start)
        guard stop < body.count, body[stop] == UInt8(ascii: "\"") else {
            return try scanEscapedString(from: start, stoppedAt: stop)
        }
        guard stop &- start <= limits.string else { throw JSONFault(.stringTooLong, at: start) }
        position = stop &+ 1
        return JSONText(body: body, offset: start, count: stop &- start, isEscaped: false)
    }

    @usableFromInline
    mutating func scanEscapedString(
        from start: Int, stoppedAt stop: Int
    ) throws(JSONFault) -> JSONText {
        var i = stop
        while i < body.count {
            let byte = body[i]
            if byte == UInt8(ascii: "\"") {
                guard i &- start <= limits.string else {
                    throw JSONFault(.stringTooLong, at: start)
                }
                position = i &+ 1
                return JSONText(body: body, offset: start, count: i &- start, isEscaped: true)
            }
            guard byte == UInt8(ascii: "\\") else { throw JSONFault(.controlCharacter, at: i) }
            i = endOfPlainText(in: body, from: i &+ (try JSONEscape.length(in: body, at: i)))
        }
        throw JSONFault(.endsTooSoon, at: body.count)
    }
}

@inlinable @inline(__always)
func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

/// The place of the first quote, backslash or control character, or the end of the body.
@inlinable @inline(__always)
func endOfPlainText(in body: [UInt8], from start: Int) -> Int {
    body.withUnsafeBytes { endOfPlainText(in: $0, from: start) }
}

/// The place of the first quote, backslash or control character, or the end of the bytes.
///
/// Eight bytes at a time: for each byte `x`, the high bit of `(x - n) & ~x` tells `x < n`; a borrow
/// can only spoil bytes above the first hit, and only the first is used.
@inlinable @inline(__always)
func endOfPlainText(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let end = bytes.count
    var i = start
    while i &+ 8 <= end {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let below =
            (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
            | (word &- ones &* 0x20) & ~word
        let hits = below & (ones &* 0x80)
        if hits != 0 { return i &+ hits.trailingZeroBitCount &>> 3 }
        i &+= 8
    }
    while i < end {
        let byte = bytes[i]
        if byte == 0x22 || byte == 0x5C || byte < 0x20 { return i }
        i &+= 1
    }
    return end
}

/// Throws `invalidUTF8` at the first byte that is not UTF-8.
func checkUTF8(_ body: [UInt8]) throws(JSONFault) {
    do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: body.span)
    } catch {
        throw JSONFault(.invalidUTF8, at: error.byteOffsets.lowerBound)
    }
}

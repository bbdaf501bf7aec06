/// Reads an answer's heads line by line, as libcurl hands them over.
///
/// Interim answers (1xx) are read and forgotten; lines after the head are trailers, counted against
/// the same caps and forgotten.
struct HeadReader {
    enum Step {
        /// More lines are needed.
        case more
        /// The final head is whole.
        case head(AnswerHead)
        /// The answer is refused.
        case refused(ClientFault.Reason, String)
    }

    private let maximumFields: Int
    private let maximumBytes: Int
    private var status: Int?
    private var fields: [(name: String, value: String)] = []
    private var fieldCount = 0
    private var byteCount = 0
    private var isWhole = false

    init(maximumFields: Int, maximumBytes: Int) {
        self.maximumFields = maximumFields
        self.maximumBytes = maximumBytes
    }

    /// Takes one line with its line end.
    mutating func read(_ line: some BidirectionalCollection<UInt8>) -> Step {
        byteCount += line.count
        fieldCount += 1
        guard byteCount <= maximumBytes else { return .refused(.tooLarge, "head too long") }
        // The status and blank lines are few beside the fields they come with.
        guard fieldCount <= maximumFields + 2 else { return .refused(.tooLarge, "too many fields") }
        if isWhole { return .more }
        let text = withoutLineEnd(line)
        if text.isEmpty { return endOfBlock() }
        return status == nil ? readStatus(text) : readField(text)
    }

    private func withoutLineEnd<Line: BidirectionalCollection<UInt8>>(
        _ line: Line
    ) -> Line.SubSequence {
        var text = line[...]
        if text.last == 0x0A { text = text.dropLast() }
        if text.last == 0x0D { text = text.dropLast() }
        return text
    }

    private mutating func endOfBlock() -> Step {
        guard let status else { return .refused(.badProtocol, "a head without status") }
        guard status >= 200 else {
            self.status = nil
            fields = []
            return .more
        }
        isWhole = true
        return AnswerHead.judge(status, ClientHeaders(fields: fields))
    }

    /// RFC 9112, 4: `HTTP/x SP ddd`, then a space and a reason that nobody needs.
    private mutating func readStatus(_ line: some Collection<UInt8>) -> Step {
        let refusal = Step.refused(.badProtocol, "no status line")
        guard line.starts(with: Array("HTTP/".utf8)), let space = line.firstIndex(of: 0x20) else {
            return refusal
        }
        let rest = line[line.index(after: space)...]
        let digits = rest.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
            rest.dropFirst(3).first.map({ $0 == 0x20 }) ?? true
        else { return refusal }
        let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard 100...599 ~= code else { return refusal }
        status = code
        return .more
    }

    private mutating func readField(_ line: some BidirectionalCollection<UInt8>) -> Step {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .refused(.badHeader, "a field without a colon")
        }
        let name = line[..<colon]
        guard RequestCheck.isToken(name) else {
            return .refused(.badHeader, "a field's name is no token")
        }
        var value = line[line.index(after: colon)...]
        while let first = value.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
        guard RequestCheck.isFieldText(value) else {
            return .refused(.badHeader, "control characters in a field")
        }
        fields.append(
            (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        return .more
    }
}

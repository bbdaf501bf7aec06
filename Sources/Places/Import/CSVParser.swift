/// Reads comma-separated values as RFC 4180 has them: quotes around fields, doubled inside, line breaks
/// within quotes; lines may end in LF alone.
struct CSVParser {
    /// The longest field that is taken, in bytes.
    static let longestField = 4_096
    /// The most fields of a record.
    static let mostFields = 64

    /// One record of the file.
    struct Record: Equatable {
        /// The line it begins on, counted from 1.
        var line: Int
        var fields: [String]
        /// What is wrong with it as a whole, in words.
        var fault: String?
        /// The field, counted from 0, that the fault is in.
        var faultyField = 0
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// A byte order mark at the start is skipped.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next record, empty lines skipped, or `nil` at the end.
    ///
    /// A record with a fault is read to the end of its line, so that the next one is whole.
    mutating func next() -> Record? {
        while position < bytes.count, let width = lineEnd { skipLine(width) }
        guard position < bytes.count else { return nil }
        var record = Record(line: line, fields: [])
        while true {
            let field = readField()
            if record.fault == nil, let fault = field.fault {
                record.fault = fault
                record.faultyField = record.fields.count
            }
            if record.fields.count < Self.mostFields {
                record.fields.append(field.text)
            } else if record.fault == nil {
                record.fault = "more than \(Self.mostFields) fields"
                record.faultyField = Self.mostFields
            }
            if position >= bytes.count { return record }
            if let width = lineEnd {
                skipLine(width)
                return record
            }
            position += 1
        }
    }

    /// How many bytes the line end here has, if there is one.
    private var lineEnd: Int? {
        guard position < bytes.count else { return nil }
        if bytes[position] == 10 { return 1 }
        return bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10
            ? 2 : nil
    }

    private mutating func skipLine(_ width: Int) {
        position += width
        line += 1
    }

    /// Reads up to the comma, line end or end of file that ends the field.
    private mutating func readField() -> (text: String, fault: String?) {
        let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
        var (field, fault) = isQuoted ? readQuoted() : ([], nil)
        while position < bytes.count, lineEnd == nil, bytes[position] != UInt8(ascii: ",") {
            if isQuoted {
                fault = fault ?? "text follows the closing quote"
            } else if bytes[position] == UInt8(ascii: "\"") {
                fault = fault ?? "a quote within a field that does not begin with one"
            }
            if field.count <= Self.longestField { field.append(bytes[position]) }
            position += 1
        }
        if field.count > Self.longestField {
            return ("", fault ?? "longer than \(Self.longestField) bytes")
        }
        guard let text = String(validating: field, as: UTF8.self) else {
            return ("", fault ?? "not UTF-8")
        }
        return (text, fault)
    }

    /// Reads a quoted field up to behind its closing quote.
    ///
    /// One that is never closed takes its first line only, so that the rest of the file is still read.
    private mutating func readQuoted() -> (field: [UInt8], fault: String?) {
        let (start, startLine) = (position, line)
        var field: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < bytes.count, bytes[position] == byte else { return (field, nil) }
                position += 1
            }
            if byte == 10 { line += 1 }
            if field.count <= Self.longestField { field.append(byte) }
            if position - start > Self.longestField * 4 { break }
        }
        position = start + 1
        line = startLine
        return ([], "a quote that is never closed")
    }
}

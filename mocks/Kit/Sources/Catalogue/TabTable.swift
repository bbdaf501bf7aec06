import WireFormat

/// Rows of a tab-separated file with a header line; the dialect of the catalogue.
struct TabTable {
    /// What the rows were read from, for faults.
    let source: String
    let rows: [Row]

    struct Row {
        let line: Int
        fileprivate let fields: [Substring]
        fileprivate let columns: [String: Int]
    }

    /// Checks that the header has the columns and every row as many fields.
    init(_ bytes: [UInt8], source: String, columns: [String]) throws(CatalogueFault) {
        self.source = source
        let text = String(decoding: bytes, as: UTF8.self)
        var rows: [Row] = []
        var places: [String: Int] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if index == 0 {
                guard fields.map(String.init) == columns else {
                    throw CatalogueFault(source, 1, "expected the columns \(columns)")
                }
                for (place, name) in columns.enumerated() { places[name] = place }
                continue
            }
            guard !line.isEmpty else { continue }
            guard fields.count == columns.count else {
                throw CatalogueFault(source, index + 1, "expected \(columns.count) fields")
            }
            rows.append(Row(line: index + 1, fields: fields, columns: places))
        }
        self.rows = rows
    }

    /// The text of a column; empty for a column the table was not made with.
    func text(_ row: Row, _ column: String) -> String {
        row.columns[column].map { String(row.fields[$0]) } ?? ""
    }

    /// The integer of a column.
    func integer(_ row: Row, _ column: String) throws(CatalogueFault) -> Int {
        guard let value = Int(text(row, column)) else {
            throw CatalogueFault(source, row.line, "\(column) is not an integer")
        }
        return value
    }
}

/// Why catalogue data could not be read.
public struct CatalogueFault: Error, Equatable, CustomStringConvertible, Sendable {
    /// The file.
    public let source: String
    /// From 1; 0 where the whole file is meant.
    public let line: Int
    /// What is wrong.
    public let detail: String

    init(_ source: String, _ line: Int, _ detail: String) {
        self.source = source
        self.line = line
        self.detail = detail
    }

    /// `file:line: detail`.
    public var description: String { "\(source):\(line): \(detail)" }
}

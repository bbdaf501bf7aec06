/// The places of an operator's file: what can be used, and every line that cannot.
public struct OwnPlaces: Sendable {
    /// Faults after these are counted only.
    static let mostFaults = 10_000
    /// The most places of a file.
    static let mostPlaces = 2_000_000

    /// The file as it was named, for complaints.
    public let file: String
    private(set) var places: [OwnPlace] = []
    /// The lines that cannot be used, in order; at most ten thousand.
    public private(set) var faults: [PlaceDataFault] = []
    /// How many lines cannot be used.
    public private(set) var faultCount = 0
    /// The records that can be used, under the first line, as a file of their own.
    private var usable: [UInt8] = []

    /// No places.
    public static var none: OwnPlaces { OwnPlaces(file: "") }

    private init(file: String) {
        self.file = file
    }

    /// Reads a file of own places; its columns are described in docs/places.md.
    ///
    /// - Parameters:
    ///   - bytes: comma-separated values (RFC 4180) in UTF-8, the names of the columns first.
    ///   - file: what to call it in faults.
    public init(csv bytes: [UInt8], file: String) {
        self.init(file: file)
        var parser = CSVParser(bytes)
        guard let header = parser.next() else {
            report(1, nil, "the file is empty; its first line names the columns")
            return
        }
        if let fault = header.fault {
            report(header.line, header.fields[safe: header.faultyField], fault)
            return
        }
        do throws(OwnPlaceColumns.Fault) {
            let columns = try OwnPlaceColumns(header: header.fields)
            append(header.fields)
            while let record = parser.next() { take(record, columns) }
        } catch {
            report(header.line, error.column, error.message)
        }
    }

    /// How many places can be used.
    public var count: Int { places.count }

    /// The lines that can be used, as a file that holds nothing else.
    public var usableCSV: [UInt8] { usable }

    private mutating func take(_ record: CSVParser.Record, _ columns: OwnPlaceColumns) {
        do throws(OwnPlaceColumns.Fault) {
            let place = try columns.place(record)
            guard places.count < Self.mostPlaces else {
                throw OwnPlaceColumns.Fault(
                    column: "id", message: "is beyond the \(Self.mostPlaces)th place")
            }
            places.append(place)
            append(record.fields)
        } catch {
            report(record.line, error.column, error.message)
        }
    }

    private mutating func report(_ line: Int, _ column: String?, _ message: String) {
        faultCount += 1
        guard faults.count < Self.mostFaults else { return }
        let place = column.map { "column \($0.prefix(40)): " } ?? ""
        faults.append(PlaceDataFault(file: file, line: line, message: place + message))
    }

    private mutating func append(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { usable.append(UInt8(ascii: ",")) }
            let needsQuotes = field.utf8.contains {
                $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
            }
            guard needsQuotes else {
                usable += field.utf8
                continue
            }
            usable.append(UInt8(ascii: "\""))
            for byte in field.utf8 {
                if byte == UInt8(ascii: "\"") { usable.append(byte) }
                usable.append(byte)
            }
            usable.append(UInt8(ascii: "\""))
        }
        usable.append(10)
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

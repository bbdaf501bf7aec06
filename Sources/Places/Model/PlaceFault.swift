internal import Glibc

/// Why places could not be built, opened or asked.
public enum PlaceFault: Error, Equatable, Sendable {
    /// The query has more characters than `limit`.
    case queryTooLong(limit: Int)
    /// As many queries wait as may wait.
    case busy
    /// The task that asked was cancelled.
    case cancelled
    /// A file cannot be opened, read or written; `code` is the system's error number.
    case file(path: String, code: Int32)
    /// The compressed data file is damaged.
    case damagedArchive(path: String)
    /// Lines of the data file are faulty: the first hundred, and how many there are in all.
    case faultyData([PlaceDataFault], count: Int)
    /// The file is no place index, or of another format.
    case notAnIndex(path: String)
    /// SQLite refused; `code` is its extended result code, `during` the step in our words.
    case database(code: Int32, during: String)

    /// A short bounded name, fit for a metric label.
    public var label: String {
        switch self {
        case .queryTooLong: return "queryTooLong"
        case .busy: return "busy"
        case .cancelled: return "cancelled"
        case .file: return "file"
        case .damagedArchive: return "damagedArchive"
        case .faultyData: return "faultyData"
        case .notAnIndex: return "notAnIndex"
        case .database: return "database"
        }
    }
}

extension PlaceFault: CustomStringConvertible {
    /// One line, or one a faulty line of the data, for an operator.
    public var description: String {
        switch self {
        case .queryTooLong(let limit): return "the text is longer than \(limit) characters"
        case .busy: return "too many place queries wait"
        case .cancelled: return "the task was cancelled"
        case .file(let path, let code): return "\(path): \(String(cString: strerror(code)))"
        case .damagedArchive(let path): return "\(path): not a whole gzip file"
        case .faultyData(let faults, let count):
            let more = count > faults.count ? "\nand \(count - faults.count) more" : ""
            return faults.map(\.description).joined(separator: "\n") + more
        case .notAnIndex(let path):
            return "\(path): not a place index of this version; build it again"
        case .database(let code, let during): return "SQLite error \(code) while \(during)"
        }
    }
}

/// A faulty line of a data file.
public struct PlaceDataFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as it was named.
    public var file: String
    /// Counted from 1.
    public var line: Int
    /// What is wrong and what was expected.
    public var message: String

    /// `file:line: message`, as editors jump to.
    public var description: String { "\(file):\(line): \(message)" }
}

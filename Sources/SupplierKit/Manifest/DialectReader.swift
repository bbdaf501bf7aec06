import TravelModel
import WireFormat

/// Reads the settings under `dialect` for an adapter: what it does not ask for is refused at the end.
public struct DialectReader {
    private let settings: [String: String]
    private var known: [String] = []

    /// A reader of one manifest's settings.
    public init(_ manifest: SupplierManifest) { settings = manifest.dialect }

    /// A text of 1 to `most` bytes of printable ASCII, or the default.
    public mutating func text(
        _ name: String, most: Int = 200, default value: String
    ) throws(DialectFault) -> String {
        known.append(name)
        guard let text = settings[name] else { return value }
        guard (1...most).contains(text.utf8.count),
            text.utf8.allSatisfy({ (32...126).contains($0) })
        else {
            throw DialectFault(
                setting: name, problem: "is empty, too long or not plain ASCII",
                suggestion: "at most \(most) characters")
        }
        return text
    }

    /// A whole number within `range`, or the default.
    public mutating func integer(
        _ name: String, in range: ClosedRange<Int>, default value: Int
    ) throws(DialectFault) -> Int {
        known.append(name)
        guard let text = settings[name] else { return value }
        guard let number = Int(text), range.contains(number) else {
            throw DialectFault(
                setting: name, problem: "must be a whole number",
                suggestion: "from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// `true` or `false`, or the default.
    public mutating func flag(_ name: String, default value: Bool) throws(DialectFault) -> Bool {
        known.append(name)
        switch settings[name] {
        case nil: return value
        case "true": return true
        case "false": return false
        default:
            throw DialectFault(setting: name, problem: "must be true or false", suggestion: nil)
        }
    }

    /// One word of a closed set, or the default.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default value: Choice
    ) throws(DialectFault) -> Choice {
        known.append(name)
        guard let text = settings[name] else { return value }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue)
            throw DialectFault(
                setting: name, problem: "must be one of " + words.joined(separator: ", "),
                suggestion: Spelling.nearest(to: text, among: words).map {
                    "did you mean \u{201C}\($0)\u{201D}?"
                })
        }
        return choice
    }

    /// Refuses the first setting, in the order of names, that nothing above has asked for.
    public func refuseOthers() throws(DialectFault) {
        for name in settings.keys.sorted() where !known.contains(name) {
            throw DialectFault(
                setting: name, problem: "unknown setting",
                suggestion: Spelling.nearest(to: name, among: known).map {
                    "did you mean \u{201C}\($0)\u{201D}?"
                } ?? (known.isEmpty ? nil : "known: " + known.joined(separator: ", ")))
        }
    }
}

/// What a field of a log event holds.
public enum LogValue: Equatable, Sendable {
    /// Text, also from outside; it is escaped, and cut if it is long.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A span of time, written in milliseconds under a name that ends in `_ms`.
    case duration(Duration)
    /// A yes or no.
    case boolean(Bool)
    /// Something that was there and must not be shown.
    case masked
}

extension LogValue {
    /// A secret as a field: only that it was there.
    public static func secret<Value>(_ value: Secret<Value>) -> LogValue { .masked }
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    /// Text written in the program.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A number written in the program.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A truth value written in the program.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

/// A named field of a log event.
public struct LogField: Equatable, Sendable {
    /// The field's name, written in the program.
    public let name: String
    /// What it holds.
    public let value: LogValue

    /// Names a value.
    public init(_ name: StaticString, _ value: LogValue) {
        self.name = name.description
        self.value = value
    }
}

/// One thing that happened, told once.
public struct LogEvent: Equatable, Sendable {
    /// When, in milliseconds since 1970-01-01T00:00:00Z.
    public let time: Int64
    /// How much it matters.
    public let level: LogLevel
    /// What happened, in snake case, written in the program.
    public let name: String
    /// What is known about it, in the order given.
    public let fields: [LogField]

    /// Puts an event together.
    public init(time: Int64, level: LogLevel, name: StaticString, fields: [LogField] = []) {
        self.time = time
        self.level = level
        self.name = name.description
        self.fields = fields
    }
}

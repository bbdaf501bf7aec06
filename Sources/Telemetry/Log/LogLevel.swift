/// How much an event matters to whoever runs the gateway.
public enum LogLevel: String, CaseIterable, Comparable, Sendable {
    /// For a developer following one request.
    case debug
    /// Ordinary life: started, stopped, configuration read.
    case info
    /// Handled, but someone should look at it when it repeats.
    case warning
    /// A promise could not be kept.
    case error

    /// Orders by weight, `debug` lightest.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.weight < right.weight
    }

    private var weight: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// The place a component tells its events to.
public struct EventLog: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public typealias WallClock = @Sendable () -> Int64

    private let sink: any LogSink
    private let minimum: LogLevel
    private let clock: WallClock

    /// Connects a sink, the lightest level that passes, and the clock that stamps events.
    public init(to sink: any LogSink, minimum: LogLevel = .info, clock: @escaping WallClock) {
        self.sink = sink
        self.minimum = minimum
        self.clock = clock
    }

    /// Tells one event; the fields of a level that does not pass are never computed.
    public func record(
        _ level: LogLevel, _ name: StaticString, _ fields: @autoclosure () -> [LogField] = []
    ) {
        guard level >= minimum else { return }
        sink.record(LogEvent(time: clock(), level: level, name: name, fields: fields()))
    }
}

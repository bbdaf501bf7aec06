internal import Synchronization

/// Where log events go.
public protocol LogSink: Sendable {
    /// Takes one event, from any thread; it returns quickly, never blocks and never fails.
    func record(_ event: LogEvent)
}

/// Keeps the newest events, for tests.
public final class MemoryLogSink: LogSink {
    private let cap: Int
    // A lock: held to append or to copy, with no other lock taken inside.
    private let kept = Mutex<[LogEvent]>([])

    /// Creates an empty sink.
    ///
    /// - Parameter cap: how many events are kept; the oldest make room.
    public init(cap: Int = 10_000) { self.cap = max(1, cap) }

    /// Keeps one event.
    public func record(_ event: LogEvent) {
        kept.withLock { kept in
            if kept.count >= cap { kept.removeFirst() }
            kept.append(event)
        }
    }

    /// The events kept, oldest first.
    public var events: [LogEvent] { kept.withLock { $0 } }
}

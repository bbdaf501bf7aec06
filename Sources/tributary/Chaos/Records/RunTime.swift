/// A moment of a run in microseconds since 1970, by a clock that never jumps while the run lasts.
///
/// Fixed to the wall clock once at the start, so that it compares with what the gateway and the
/// mocks, on the same machine, write down as instants.
struct RunTime: Hashable, Comparable, Sendable {
    let microseconds: Int64

    init(microseconds: Int64) { self.microseconds = microseconds }

    init(milliseconds: Int64) {
        microseconds = milliseconds.multipliedReportingOverflow(by: 1000).partialValue
    }

    /// In whole milliseconds, cut.
    var milliseconds: Int64 { microseconds / 1000 }

    /// Milliseconds from `earlier` until this moment.
    func milliseconds(since earlier: RunTime) -> Double {
        Double(microseconds &- earlier.microseconds) / 1000
    }

    func adding(milliseconds: Int) -> RunTime {
        RunTime(microseconds: microseconds &+ Int64(milliseconds) &* 1000)
    }

    static func < (left: RunTime, right: RunTime) -> Bool {
        left.microseconds < right.microseconds
    }
}

/// From sending a request to the end of its answer.
struct Span: Hashable, Sendable {
    var sent: RunTime
    var received: RunTime

    var milliseconds: Double { received.milliseconds(since: sent) }

    /// Whether everything of this one was over before the other began.
    func isBefore(_ other: Span) -> Bool { received < other.sent }
}

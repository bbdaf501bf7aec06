/// An interruption as it went.
struct InterruptionRecord: Sendable {
    var interruption: Interruption
    /// When the signal was sent.
    var began: RunTime
    /// When clients could be served again; `nil` while, or if, they cannot.
    var back: RunTime?
    /// The exit status after SIGTERM, or minus a signal; `nil` when it did not end in time.
    var status: Int32?

    /// Milliseconds without service.
    var milliseconds: Double? { back?.milliseconds(since: began) }
}

/// What the interruptions of a run excuse, and what they do not.
struct Outages: Sendable {
    /// Requests sent this long before a SIGTERM may still have been on their way, milliseconds.
    static let way = 100

    var records: [InterruptionRecord] = []

    /// Whether a request without an answer was lost to a restart of ours.
    ///
    /// SIGKILL may lose whatever was under way. After SIGTERM only what came too late: requests that
    /// were being worked on are answered. SIGSTOP only makes clients wait.
    func excuse(_ span: Span) -> Bool {
        records.contains { record in
            let wasBack = record.back ?? RunTime(microseconds: .max)
            guard span.sent < wasBack else { return false }
            return switch record.interruption.kind {
            case .kill: span.received >= record.began
            case .terminate: span.sent >= record.began.adding(milliseconds: -Self.way)
            case .pause: false
            }
        }
    }

    /// How many milliseconds of a search's lateness a SIGSTOP accounts for.
    ///
    /// A request that came while the gateway was stopped begins when it goes on; for any other only
    /// what lies between its deadline, less `margin` milliseconds, and the last event counts.
    func stopped(sent: RunTime, deadline: RunTime, until end: RunTime, margin: Int) -> Double {
        records.reduce(0) { sum, record in
            guard case .pause = record.interruption.kind else { return sum }
            let until = min(record.back ?? end, end)
            let cameStopped =
                sent >= record.began.adding(milliseconds: -Self.way) && sent < until
            let start = cameStopped ? sent : deadline.adding(milliseconds: -margin)
            return sum + max(0, until.milliseconds(since: max(record.began, start)))
        }
    }

    /// The restarts after which the gateway was there again.
    var restarts: [(began: RunTime, back: RunTime)] {
        records.compactMap { record in
            guard record.interruption.isRestart, let back = record.back else { return nil }
            return (record.began, back)
        }
    }
}

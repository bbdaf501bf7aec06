/// The figures of a run that is still going on.
struct ProgressFigures: Sendable, Equatable {
    var requests = 0
    var searches = 0
    /// Requests to hold by outcome.
    var holds: [ChaosHoldOutcome: Int] = [:]
    /// Undecided holds by the gateway's own metrics; `nil` while it does not tell.
    var pending: Int?
    /// Requests without a whole answer that nobody cut.
    var lost = 0
    /// Breaches that records show by themselves; the rest is judged at the end.
    var broken = 0

    mutating func count(_ part: History) {
        requests += part.exchanges.count
        searches += part.searches.count
        for exchange in part.exchanges {
            if case .broken = exchange.end { lost += 1 }
            if exchange.kind == .hold { holds[ChaosHoldOutcome(exchange), default: 0] += 1 }
        }
    }
}

/// One line about a run that is still going on.
enum ProgressLine {
    /// The line, cut to `width` columns where there is one.
    static func text(
        _ figures: ProgressFigures, seconds: Int, of total: Int, width: Int? = nil
    ) -> String {
        let holds = ChaosHoldOutcome.allCases.compactMap { outcome in
            figures.holds[outcome].map { "\($0) \(outcome.rawValue)" }
        }
        let parts = [
            "\(seconds)/\(total) s", "\(figures.broken) broken promises",
            "\(figures.requests) requests (\(figures.lost) lost)",
            "\(figures.pending.map(String.init) ?? "?") holds pending",
            "hold requests: " + (holds.isEmpty ? "none" : holds.joined(separator: ", ")),
        ]
        let line = parts.joined(separator: " | ")
        guard let width, line.count > width else { return line }
        return String(line.prefix(max(0, width - 1))) + "\u{2026}"
    }
}

internal import Telemetry

/// Counts what requests to hold came to: rates of changed prices, of unknown outcomes.
struct HoldCounts: Sendable {
    /// What a request came to, where it is no problem.
    enum Success: String, CaseIterable {
        case granted, pending
    }

    private let outcomes: MetricFamily<Counter>

    init(in metrics: MetricsRegistry) throws(MetricFault) {
        let words = Success.allCases.map(\.rawValue) + ProblemCode.allCases.map(\.rawValue)
        outcomes = try metrics.counters(
            "tributary_hold_requests_total", help: "Requests to hold, by what they came to.",
            by: [
                Dimension("outcome", values: words), Dimension("replayed", values: ["no", "yes"]),
            ])
    }

    func note(_ success: Success, replayed: Bool) {
        outcomes.series(success.rawValue, replayed ? "yes" : "no").add()
    }

    func note(_ code: ProblemCode, replayed: Bool) {
        outcomes.series(code.rawValue, replayed ? "yes" : "no").add()
    }
}

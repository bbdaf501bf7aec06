internal import Gateway
internal import Telemetry
internal import TravelModel

/// What came of holds, by supplier, and how punctual searches are.
struct OutcomeMetrics: Sendable {
    private let decided: MetricFamily<Counter>
    private let inDoubt: MetricFamily<Counter>
    private let settled: MetricFamily<Histogram>
    private let overshoot: Histogram

    init(in metrics: MetricsRegistry, suppliers: Dimension) throws(MetricFault) {
        decided = try metrics.counters(
            "tributary_holds_decided_total",
            help: "Requests to hold by what they came to in the end, however late.",
            by: [suppliers, Dimension("outcome", of: HoldDecision.self)])
        inDoubt = try metrics.counters(
            "tributary_holds_in_doubt_total",
            help: "Requests to hold whose answer was lost or odd.", by: [suppliers])
        settled = try metrics.histograms(
            "tributary_hold_settle_seconds",
            help: "From a lost answer to the hold's decision.", by: [suppliers],
            bounds: [
                .seconds(1), .seconds(2), .seconds(5), .seconds(10), .seconds(30), .seconds(60),
                .seconds(120), .seconds(300), .seconds(600), .seconds(1_800), .seconds(3_600),
                .seconds(6 * 3_600), .seconds(24 * 3_600),
            ])
        overshoot = try metrics.histograms(
            "tributary_search_overshoot_seconds",
            help: "From the deadline to the last event, of searches that their deadline ended.",
            bounds: [
                .milliseconds(1), .milliseconds(2), .milliseconds(5), .milliseconds(10),
                .milliseconds(20), .milliseconds(50), .milliseconds(100), .milliseconds(250),
                .seconds(1), .seconds(5),
            ]
        ).series()
    }

    func note(_ decision: HoldDecision, at supplier: SupplierID) {
        decided.series(supplier.text, decision.rawValue).add()
    }

    func noteDoubt(at supplier: SupplierID) { inDoubt.series(supplier.text).add() }

    func noteSettled(at supplier: SupplierID, after: Duration) {
        settled.series(supplier.text).observe(after)
    }

    func noteOvershoot(_ over: Duration) { overshoot.observe(over) }
}

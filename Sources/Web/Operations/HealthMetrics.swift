internal import Gateway
internal import SupplierKit
internal import Telemetry
internal import TravelModel

/// Levels of supplier health, read off when somebody asks for the page.
struct HealthMetrics: Sendable {
    private let health: SupplierHealth
    private let state: MetricFamily<Gauge>
    private let breakers: MetricFamily<Gauge>
    private let limits: MetricFamily<Gauge>
    private let timeouts: MetricFamily<Gauge>

    init(in metrics: MetricsRegistry, _ health: SupplierHealth) throws(MetricFault) {
        self.health = health
        let supplier = Dimension("supplier", values: health.views.map(\.supplier.text))
        state = try metrics.gauges(
            "tributary_supplier_state", help: "1 for the state each supplier is in.",
            by: [supplier, Dimension("state", of: SupplierHealthView.State.self)])
        breakers = try metrics.gauges(
            "tributary_supplier_breaker_open", help: "1 where a breaker lets no call through.",
            by: [supplier, Dimension("lane", of: CallLane.self)])
        limits = try metrics.gauges(
            "tributary_supplier_concurrency_limit", help: "Searches at once, as learned.",
            by: [supplier])
        timeouts = try metrics.gauges(
            "tributary_supplier_timeout_milliseconds", help: "What a call gets, as learned.",
            by: [supplier, Dimension("step", of: SupplierStep.self)])
    }

    /// Sets the levels to what they are now.
    func read() {
        for view in health.views {
            let name = view.supplier.text
            for state in SupplierHealthView.State.allCases {
                self.state.series(name, state.rawValue).set(state == view.state ? 1 : 0)
            }
            for circuit in view.circuits {
                breakers.series(name, circuit.lane.rawValue).set(circuit.opensIn == nil ? 0 : 1)
            }
            limits.series(name).set(view.limit)
            for timeout in view.timeouts {
                timeouts.series(name, timeout.step.rawValue)
                    .set(Int(timeout.budget.wholeMilliseconds))
            }
        }
    }
}

internal import Telemetry
internal import TravelModel

/// Counts by tenant what was let in and what was not; tenants without a name share one.
struct ClientCounts: Sendable {
    /// What became of a request at the door.
    enum Admission: String, CaseIterable {
        case admitted
        case rateLimited = "rate_limited"
        case overShare = "over_share"
    }

    /// Why a request has no tenant.
    enum Unauthorized: String, CaseIterable {
        case missing, unknown
    }

    private let admissions: MetricFamily<Counter>
    private let unauthorized: MetricFamily<Counter>

    init(in metrics: MetricsRegistry, tenants: [TenantID]) throws(MetricFault) {
        admissions = try metrics.counters(
            "tributary_tenant_requests_total", help: "Requests by tenant, and what they met.",
            by: [
                Dimension("tenant", values: tenants.map(\.text)),
                Dimension("outcome", of: Admission.self),
            ])
        unauthorized = try metrics.counters(
            "tributary_unauthorized_total", help: "Requests without a good key.",
            by: [Dimension("reason", of: Unauthorized.self)])
    }

    func note(_ admission: Admission, _ tenant: TenantID) {
        admissions.series(tenant.text, admission.rawValue).add()
    }

    func noteUnauthorized(_ reason: Unauthorized) { unauthorized.series(reason.rawValue).add() }
}

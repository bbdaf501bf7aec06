internal import Gateway
internal import Telemetry
internal import TravelModel

/// How right kept answers are, what they save, and what clients look at and book.
struct CacheMetrics: Sendable {
    /// How a rate of a kept answer stood when it was asked for again.
    enum Result: String, CaseIterable {
        case unchanged, changed
    }

    /// What became of a call for answers that were stale.
    enum Refresh: String, CaseIterable {
        case started, refused
    }

    private let looks: MetricFamily<Counter>
    private let lookCalls: MetricFamily<Counter>
    private let books: MetricFamily<Counter>
    private let refreshes: MetricFamily<Counter>
    private let revalidations: MetricFamily<Counter>
    private let lives: MetricFamily<Gauge>

    init(
        in metrics: MetricsRegistry, supplier: Dimension, tenants: [TenantID]
    ) throws(MetricFault) {
        let tenant = Dimension("tenant", values: tenants.map(\.text))
        let lead = Dimension("lead", of: LeadTime.self)
        looks = try metrics.counters(
            "tributary_looks_total",
            help: "Searches of a tenant that looked at a supplier's rooms.",
            by: [tenant, supplier])
        lookCalls = try metrics.counters(
            "tributary_look_calls_total",
            help: "Calls to a supplier that a tenant's searches cost.",
            by: [tenant, supplier])
        books = try metrics.counters(
            "tributary_books_total", help: "Holds granted to a tenant at a supplier.",
            by: [tenant, supplier])
        refreshes = try metrics.counters(
            "tributary_cache_refreshes_total",
            help: "Calls for stale answers, and those that had to wait.",
            by: [supplier, Dimension("result", of: Refresh.self)])
        revalidations = try metrics.counters(
            "tributary_cache_revalidations_total",
            help: "Rates of kept answers that were asked for again, by days to arrival.",
            by: [supplier, lead, Dimension("result", of: Result.self)])
        lives = try metrics.gauges(
            "tributary_cache_life_percent",
            help: "Lives of kept answers in percent of the table, as learned.",
            by: [supplier, lead])
    }

    func looked(_ tenant: TenantID, _ supplier: SupplierID, _ calls: Int) {
        looks.series(tenant.text, supplier.text).add()
        lookCalls.series(tenant.text, supplier.text).add(calls)
    }

    func booked(_ tenant: TenantID, _ supplier: SupplierID) {
        books.series(tenant.text, supplier.text).add()
    }

    func refreshed(_ supplier: SupplierID, _ started: Int, _ refused: Int) {
        refreshes.series(supplier.text, Refresh.started.rawValue).add(started)
        refreshes.series(supplier.text, Refresh.refused.rawValue).add(refused)
    }

    func revalidated(
        _ supplier: SupplierID, _ lead: LeadTime, _ unchanged: Int, _ changed: Int, _ factor: Int
    ) {
        let counts = [(Result.unchanged, unchanged), (.changed, changed)]
        for (result, count) in counts {
            revalidations.series(supplier.text, lead.rawValue, result.rawValue).add(count)
        }
        lives.series(supplier.text, lead.rawValue).set(factor / 10)
    }
}

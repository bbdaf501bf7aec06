public import Gateway
internal import SupplierKit
public import Telemetry
public import TravelModel

/// Turns what the gateway notes into metrics whose every label is of a closed set.
public struct GatewayMetrics: GatewayObserver {
    private let started: Counter
    private let ended: MetricFamily<Histogram>
    private let abandoned: Counter
    private let suppliers: MetricFamily<Histogram>
    private let running: MetricFamily<Gauge>
    private let calls: MetricFamily<Histogram>
    private let lookedUp: MetricFamily<Counter>
    private let cache: CacheMetrics
    private let notStored: MetricFamily<Counter>
    private let quotesLost: Counter
    private let holdsLeft: MetricFamily<Gauge>
    private let holdsNotSeen: Counter
    private let retired: MetricFamily<Counter>
    private let oldestPersonal: Gauge
    private let refused: MetricFamily<Counter>
    private let retried: MetricFamily<Counter>
    private let opened: MetricFamily<Counter>
    private let outcomes: OutcomeMetrics

    /// The code of a call that was answered whole.
    private static let whole = "OK"

    /// Declares the metrics; `suppliers` are the names that may stand in labels, our own rooms among
    /// them, and `tenants` the clients'.
    public init(
        in metrics: MetricsRegistry, suppliers names: [SupplierID], tenants: [TenantID] = []
    ) throws(MetricFault) {
        let supplier = Dimension("supplier", values: names.map(\.text))
        let step = Dimension("step", of: SupplierStep.self)
        outcomes = try OutcomeMetrics(in: metrics, suppliers: supplier)
        let codes =
            SupplierFailure.Code.allCases.map(\.rawValue) + SkipReason.allCases.map(\.rawValue)
            + [SupplierCode.circuitOpen.text, Self.whole]
        started = try metrics.counters(
            "tributary_searches_started_total", help: "Searches started."
        ).series()
        ended = try metrics.histograms(
            "tributary_search_duration_seconds",
            help: "From a search's start to its last event.",
            by: [Dimension("outcome", of: SearchOutcome.self)], bounds: Self.bounds)
        abandoned = try metrics.counters(
            "tributary_searches_abandoned_total",
            help: "Searches whose client left before the end."
        ).series()
        suppliers = try metrics.histograms(
            "tributary_supplier_answer_seconds",
            help: "From a search's start to a supplier's final status.",
            by: [supplier, Dimension("status", of: SupplierState.self)], bounds: Self.bounds)
        running = try metrics.gauges(
            "tributary_supplier_calls_running", help: "Calls under way.", by: [supplier, step])
        calls = try metrics.histograms(
            "tributary_supplier_call_seconds", help: "Calls to suppliers.",
            by: [supplier, step, Dimension("code", values: codes)], bounds: Self.bounds)
        refused = try metrics.counters(
            "tributary_supplier_calls_refused_total",
            help: "Calls not made, for the supplier's health or our limits.",
            by: [supplier, step, Dimension("code", of: CallRefusal.Reason.self)])
        retried = try metrics.counters(
            "tributary_supplier_retries_total", help: "Searches sent a second time.",
            by: [supplier])
        opened = try metrics.counters(
            "tributary_supplier_breaker_opened_total", help: "Openings of breakers.",
            by: [supplier, Dimension("lane", of: CallLane.self)])
        lookedUp = try metrics.counters(
            "tributary_hotels_looked_up_total",
            help: "Hotels of searches, by where their answer came from.",
            by: [supplier, Dimension("way", values: ["cached", "joined", "asked"])])
        cache = try CacheMetrics(in: metrics, supplier: supplier, tenants: tenants)
        notStored = try metrics.counters(
            "tributary_answers_not_stored_total",
            help: "Supplier answers that could not be stored in time: no quotes.",
            by: [supplier])
        quotesLost = try metrics.counters(
            "tributary_quotes_lost_total",
            help: "Quotes that should live and cannot be read back."
        ).series()
        holdsLeft = try metrics.gauges(
            "tributary_holds_unsettled",
            help: "Holds that need something yet, by what; each returns to 0.",
            by: [Dimension("need", of: HoldBacklog.Kind.self)])
        holdsNotSeen = try metrics.counters(
            "tributary_holds_not_seen_total",
            help: "Looks after holds that the ledger did not answer."
        ).series()
        retired = try metrics.counters(
            "tributary_holds_retired_total",
            help: "Holds that are over, by what went of them.",
            by: [Dimension("what", values: ["key", "personal_data", "row"])])
        oldestPersonal = try metrics.gauges(
            "tributary_personal_data_oldest_seconds",
            help: "Age of the oldest personal data of a hold that is over; 0 where there is none."
        ).series()
    }

    private static let bounds: [Duration] = [
        .milliseconds(5), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_500),
        .seconds(3), .seconds(6), .seconds(15), .seconds(60),
    ]

    /// Counts; takes no longer than a look-up in a table.
    public func note(_ event: GatewayObservation) {
        switch event {
        case .searchStarted: started.add()
        case .searchEnded(let outcome, let after): ended.series(outcome.rawValue).observe(after)
        case .searchAbandoned: abandoned.add()
        case .supplierEnded(let supplier, let state, let after):
            suppliers.series(supplier.text, state.rawValue).observe(after)
        case .callStarted(let supplier, let step):
            running.series(supplier.text, step.rawValue).add(1)
        case .callEnded(let supplier, let step, let code, let after):
            running.series(supplier.text, step.rawValue).add(-1)
            calls.series(supplier.text, step.rawValue, code?.text ?? Self.whole).observe(after)
        case .callRefused(let supplier, let step, let reason):
            refused.series(supplier.text, step.rawValue, reason.rawValue).add()
        case .callRetried(let supplier): retried.series(supplier.text).add()
        case .breakerOpened(let supplier, let lane):
            opened.series(supplier.text, lane.rawValue).add()
        case .hotelsLookedUp(let supplier, let cached, let joined, let asked):
            lookedUp.series(supplier.text, "cached").add(cached)
            lookedUp.series(supplier.text, "joined").add(joined)
            lookedUp.series(supplier.text, "asked").add(asked)
        case .looked(let tenant, let supplier, let calls): cache.looked(tenant, supplier, calls)
        case .booked(let tenant, let supplier): cache.booked(tenant, supplier)
        case .refreshed(let supplier, let started, let refused):
            cache.refreshed(supplier, started, refused)
        case .revalidated(let supplier, let lead, let unchanged, let changed, let factor):
            cache.revalidated(supplier, lead, unchanged, changed, factor)
        case .answerNotStored(let supplier): notStored.series(supplier.text).add()
        case .quoteLost: quotesLost.add()
        case .searchOverran(let over): outcomes.noteOvershoot(over)
        case .holdDecided(let supplier, let decision): outcomes.note(decision, at: supplier)
        case .holdInDoubt(let supplier): outcomes.noteDoubt(at: supplier)
        case .holdSettled(let supplier, let after):
            outcomes.noteSettled(at: supplier, after: after)
        case .holdsNotSeen: holdsNotSeen.add()
        case .holdsRetired(let done, let age):
            retired.series("key").add(done.keysFreed)
            retired.series("personal_data").add(done.erased)
            retired.series("row").add(done.removed)
            oldestPersonal.set(Int((age ?? .zero).components.seconds))
        case .holdsLeft(let backlog):
            for kind in HoldBacklog.Kind.allCases {
                holdsLeft.series(kind.rawValue).set(backlog[kind])
            }
        }
    }
}

internal import HTTPServer
internal import Synchronization
internal import Telemetry

/// Counts each exchange and tells it in one line, without a word of what was asked or answered.
struct ExchangeJournal<Table: RouteTable>: Sendable {
    /// Which listener it came by; a part of the metrics' names, since both share a registry.
    enum Listener {
        case main, admin
    }

    private static var unmatched: String { "unmatched" }

    private let router: Router<Table>
    private let log: EventLog
    private let requests: MetricFamily<Counter>
    private let durations: MetricFamily<Histogram>
    private let dropped: MetricFamily<Counter>
    private let known = KnownSeries()

    init(
        listener: Listener, router: Router<Table>, metrics: MetricsRegistry, log: EventLog
    ) throws(MetricFault) {
        self.router = router
        self.log = log
        let patterns = Set(Table.allCases.map(\.pattern.description)).sorted()
        let route = Dimension("route", values: patterns + [Self.unmatched])
        let method = Dimension("method", of: HTTPMethod.self)
        let status = Dimension("status", values: ["2xx", "3xx", "4xx", "5xx", "none"])
        let reason = Dimension("reason", of: HTTPEnding.self)
        let bounds: [Duration] = [
            .milliseconds(1), .milliseconds(5), .milliseconds(10), .milliseconds(25),
            .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500),
            .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10),
        ]
        switch listener {
        case .main:
            requests = try metrics.counters(
                "tributary_http_requests_total", help: "Requests answered or dropped.",
                by: [route, method, status])
            durations = try metrics.histograms(
                "tributary_http_request_duration_seconds",
                help: "From a request's last byte to the end of its answer.", by: [route],
                bounds: bounds)
            dropped = try metrics.counters(
                "tributary_http_dropped_total",
                help: "Exchanges that ended otherwise than by a whole answer.", by: [reason])
        case .admin:
            requests = try metrics.counters(
                "tributary_admin_requests_total", help: "Requests of operators.",
                by: [route, method, status])
            durations = try metrics.histograms(
                "tributary_admin_request_duration_seconds",
                help: "From a request's last byte to the end of its answer.", by: [route],
                bounds: bounds)
            dropped = try metrics.counters(
                "tributary_admin_dropped_total",
                help: "Exchanges that ended otherwise than by a whole answer.", by: [reason])
        }
    }

    /// Takes what the server knows of an exchange that has ended; quick enough for its loop.
    func note(_ record: HTTPExchangeRecord) {
        let route = record.request.flatMap { router.pattern(of: $0.path) }
        let label = route?.pattern.description ?? Self.unmatched
        let kind = Kind(
            route: route?.number, method: record.request?.method,
            statusClass: record.status.map { $0.rawValue / 100 })
        let series = known.series(of: kind) {
            let status = kind.statusClass.map { "\($0)xx" } ?? "none"
            return Series(
                requests: requests.series(
                    label, kind.method?.rawValue ?? Dimension.other, status),
                durations: durations.series(label))
        }
        series.requests.add()
        series.durations.observe(record.duration)
        if record.ending != .answered { dropped.series(record.ending.rawValue).add() }
        log.record(.info, "http_exchange", fields(record, label, kind.method?.rawValue))
    }

    /// What exchanges that share their series have in common.
    private struct Kind: Hashable {
        let route: Int?
        let method: HTTPMethod?
        let statusClass: Int?
    }

    private struct Series {
        let requests: Counter
        let durations: Histogram
    }

    /// The series met so far, so that an exchange looks up one key and not three texts.
    private final class KnownSeries: Sendable {
        // A lock: held for one look-up or insertion; the metrics' own locks are taken outside.
        private let series = Mutex<[Kind: Series]>([:])

        func series(of kind: Kind, make: () -> Series) -> Series {
            if let known = series.withLock({ $0[kind] }) { return known }
            let made = make()
            series.withLock { $0[kind] = made }
            return made
        }
    }

    private func fields(
        _ record: HTTPExchangeRecord, _ route: String, _ method: String?
    ) -> [LogField] {
        var fields = [
            LogField("method", .string(method ?? "none")), LogField("route", .string(route)),
            LogField("status", .integer(record.status?.rawValue ?? 0)),
            LogField("bytes", .integer(record.bodyBytes)),
            LogField("duration", .duration(record.duration)),
        ]
        if let tag = record.tag { fields.append(LogField("request_id", .string(tag))) }
        if let trace = record.request.flatMap({ TraceParent.trace(of: $0) }) {
            fields.append(LogField("trace_id", .string(trace)))
        }
        if record.ending != .answered {
            fields.append(LogField("dropped", .string(record.ending.rawValue)))
        }
        if let refusal = record.refusal {
            fields.append(LogField("refusal", .string(refusal.rawValue)))
        }
        return fields
    }
}

import Gateway
import Ledger
import Telemetry

/// The state of the ledger's file as metrics.
struct LedgerGauges: Sendable {
    private static let interval = Duration.seconds(5)

    private let ledger: LedgerFile
    private let clock: any GatewayClock
    private let bytes: MetricFamily<Gauge>
    private let damaged: Counter

    init(
        _ ledger: LedgerFile, clock: any GatewayClock, in metrics: MetricsRegistry
    ) throws(MetricFault) {
        self.ledger = ledger
        self.clock = clock
        bytes = try metrics.gauges(
            "tributary_ledger_bytes", help: "Size of the ledger's file and of its log.",
            by: [Dimension("part", values: ["file", "log"])])
        damaged = try metrics.counters(
            "tributary_ledger_damaged_rows_total",
            help: "Times a row was not as it was written, and not acted on."
        ).series()
    }

    /// Looks until the calling task is cancelled.
    func watch() async {
        var told = 0
        while !Task.isCancelled {
            let size = ledger.size
            bytes.series("file").set(size.file)
            bytes.series("log").set(size.log)
            let seen = ledger.damagedRows
            damaged.add(seen - told)
            told = seen
            let next = clock.uptime().advanced(by: Self.interval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }
}

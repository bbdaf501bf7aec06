import Gateway
import Telemetry

/// What the cache holds as metrics.
struct CacheGauges: Sendable {
    private static let interval = Duration.seconds(5)

    private let searches: SearchService
    private let clock: any GatewayClock
    private let bytes: Gauge
    private let entries: Gauge

    init(
        _ searches: SearchService, clock: any GatewayClock, in metrics: MetricsRegistry
    ) throws(MetricFault) {
        self.searches = searches
        self.clock = clock
        bytes = try metrics.gauges(
            "tributary_cache_bytes", help: "Memory that kept answers take."
        ).series()
        entries = try metrics.gauges(
            "tributary_cache_entries", help: "Kept answers, each of one hotel under one question."
        ).series()
    }

    /// Looks until the calling task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            let kept = searches.kept
            bytes.set(kept.bytes)
            entries.set(kept.entries)
            let next = clock.uptime().advanced(by: Self.interval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }
}

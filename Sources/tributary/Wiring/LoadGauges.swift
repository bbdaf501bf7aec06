import Gateway
import Reactor
import Telemetry
import TravelModel

/// How far the machine is behind, and what is let in because of it, as metrics.
struct LoadGauges: Sendable {
    private static let interval = Duration.seconds(1)

    private let loops: EventLoopGroup
    private let searches: SearchService
    private let clock: any GatewayClock
    private let delay: Gauge
    private let limit: Gauge

    init(
        _ loops: EventLoopGroup, _ searches: SearchService, clock: any GatewayClock,
        in metrics: MetricsRegistry
    ) throws(MetricFault) {
        self.loops = loops
        self.searches = searches
        self.clock = clock
        delay = try metrics.gauges(
            "tributary_loop_delay_milliseconds",
            help: "How long work stands before an event loop; zero while all keep up."
        ).series()
        limit = try metrics.gauges(
            "tributary_search_limit", help: "Searches let in at once for now."
        ).series()
    }

    /// Looks until the calling task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            delay.set(Int(clamping: loops.standingDelay.wholeMilliseconds))
            limit.set(searches.searchLimit)
            let next = clock.uptime().advanced(by: Self.interval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }
}

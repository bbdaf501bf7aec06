/// What a report draws over the time of the load.
struct RunOverTime: Sendable {
    /// Parts for counts and for quantiles, which need more in each.
    private static let mostCounts = 60
    private static let mostQuantiles = 20
    /// Samples further apart than this, in seconds, leave a gap in a breaker's row.
    private static let gap = 3.0

    struct Layer: Sendable, Equatable {
        var name: String
        /// Per second, by part.
        var values: [Double]
        var total: Int
    }

    struct Latency: Sendable {
        var name: String
        var moments: [LatencyPlot.Moment]
        var quantiles: Quantiles
    }

    let time: PlotTime
    let edges: [Double]
    /// Seconds that a point of a latency stands for.
    let latencyWidth: Double
    /// How suppliers ended in searches, in the order of the contract.
    let statuses: [Layer]
    /// Where their answers came from.
    let sources: [Layer]
    /// Whole searches, requests to hold, then each supplier's live answers.
    let latencies: [Latency]
    /// Empty where the gateway shows no breakers.
    let breakers: [StatePlot.Row]

    init(_ history: History) {
        let counts = TimeBins(history.load, most: Self.mostCounts)
        let ranks = TimeBins(history.load, most: Self.mostQuantiles)
        time = PlotTime(
            seconds: counts.seconds, marks: Self.marks(history.outages, counts))
        edges = counts.edges
        latencyWidth = ranks.width
        let ends = history.searches.flatMap { search in
            search.ends.map { (at: search.exchange.span.received, value: $0) }
        }
        statuses = Self.layers(
            ends.map { ($0.at, $0.value.status) }, SearchInvariants.inOrder, counts)
        sources = Self.layers(
            ends.map { ($0.at, $0.value.source) }, ["live", "cache", "stale", "none"], counts)
        let whole = history.exchanges.filter {
            $0.end == .whole && counts.index(of: $0.span.received) != nil
        }
        let searches = whole.filter { [.ndjson, .serverSent, .json].contains($0.kind) }
        let overall = [
            Self.latency("whole searches", searches.map(Self.duration), ranks),
            Self.latency(
                "requests to hold", whole.filter { $0.kind == .hold }.map(Self.duration), ranks),
        ]
        let live = ends.filter { $0.value.source == "live" || $0.value.status == "timeout" }
        let bySupplier = Dictionary(grouping: live, by: \.value.supplier)
        latencies =
            overall
            + bySupplier.sorted { $0.key < $1.key }.map { supplier, ends in
                Self.latency(
                    supplier,
                    ends.compactMap { end in
                        end.value.latency.map { (at: end.at, value: Double($0)) }
                    }, ranks)
            }
        breakers = Self.rows(history.samples, counts)
    }

    private static func duration(_ exchange: Exchange) -> (at: RunTime, value: Double) {
        (exchange.span.received, exchange.span.milliseconds)
    }

    private static func marks(_ outages: Outages, _ bins: TimeBins) -> [PlotTime.Mark] {
        outages.records.map { record in
            PlotTime.Mark(
                from: bins.second(of: record.began),
                until: record.back.map(bins.second) ?? bins.seconds,
                label: record.interruption.name)
        }
    }

    /// Known names in their order, then any others; only those that occur.
    private static func layers(
        _ found: [(at: RunTime, value: String)], _ order: [String], _ bins: TimeBins
    ) -> [Layer] {
        let names = Set(found.map(\.value))
        let others = names.subtracting(order).sorted()
        return (order.filter(names.contains) + others).map { name in
            let parts = bins.sorted(found.filter { $0.value == name })
            return Layer(
                name: name, values: parts.map { Double($0.count) / bins.width },
                total: parts.reduce(0) { $0 + $1.count })
        }.filter { $0.total > 0 }
    }

    private static func latency(
        _ name: String, _ values: [(at: RunTime, value: Double)], _ bins: TimeBins
    ) -> Latency {
        let moments = bins.sorted(values).enumerated().map { index, values in
            let middle = (Double(index) + 0.5) * bins.width
            guard !values.isEmpty else { return LatencyPlot.Moment(second: middle) }
            let ranks = Quantiles(values)
            return LatencyPlot.Moment(
                second: middle, p50: ranks.p50, p95: ranks.p95, p99: ranks.p99)
        }
        return Latency(name: name, moments: moments, quantiles: Quantiles(values.map(\.value)))
    }

    /// Stretches of one state, from the sample that first showed it to the one that showed another.
    static func rows(_ samples: [OperatorSample], _ bins: TimeBins) -> [StatePlot.Row] {
        var rows: [String: [StatePlot.Stretch]] = [:]
        for sample in samples where bins.index(of: sample.at) != nil {
            let now = bins.second(of: sample.at)
            for circuit in sample.circuits {
                let name =
                    circuit.supplier + (circuit.lane.isEmpty ? "" : " \u{00B7} \(circuit.lane)")
                var stretches = rows[name] ?? []
                if let last = stretches.last, now - last.until <= gap {
                    stretches[stretches.count - 1].until = now
                    if last.state == circuit.state {
                        rows[name] = stretches
                        continue
                    }
                }
                stretches.append(.init(from: now, until: now, state: circuit.state))
                rows[name] = stretches
            }
        }
        return rows.sorted { $0.key < $1.key }.map {
            StatePlot.Row(name: $0.key, stretches: $0.value)
        }
    }
}

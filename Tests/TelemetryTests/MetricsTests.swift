import Telemetry
import Testing

enum Outcome: String, CaseIterable { case ok, error }

@Suite struct MetricsTests {
    func text(_ registry: MetricsRegistry) -> String {
        String(decoding: registry.page(), as: UTF8.self)
    }

    @Test func thePageIsTheTextFormat() throws {
        let registry = MetricsRegistry()
        let calls = try registry.counters(
            "supplier_calls_total", help: "Calls by supplier,\nwith a \\ and \"quotes\".",
            by: [
                Dimension("supplier", values: ["a\"b\\\n"]), Dimension("outcome", of: Outcome.self),
            ])
        let depth = try registry.gauges("queue_depth", help: "Waiting.")
        let took = try registry.histograms(
            "took_seconds", help: "Time taken.", by: [Dimension("outcome", of: Outcome.self)],
            bounds: [.milliseconds(5), .milliseconds(1_500)])
        calls.series("a\"b\\\n", "ok").add(3)
        depth.series().set(-2)
        took.series("ok").observe(.milliseconds(5))
        took.series("ok").observe(.microseconds(5_001))
        took.series("ok").observe(.seconds(2))
        #expect(
            text(registry) == """
                # HELP queue_depth Waiting.
                # TYPE queue_depth gauge
                queue_depth -2
                # HELP supplier_calls_total Calls by supplier,\\nwith a \\\\ and "quotes".
                # TYPE supplier_calls_total counter
                supplier_calls_total{supplier="a\\"b\\\\\\n",outcome="ok"} 3
                supplier_calls_total{supplier="other",outcome="other"} 0
                # HELP took_seconds Time taken.
                # TYPE took_seconds histogram
                took_seconds_bucket{outcome="ok",le="0.005"} 1
                took_seconds_bucket{outcome="ok",le="1.5"} 2
                took_seconds_bucket{outcome="ok",le="+Inf"} 3
                took_seconds_sum{outcome="ok"} 2.010001
                took_seconds_count{outcome="ok"} 3
                took_seconds_bucket{outcome="other",le="0.005"} 0
                took_seconds_bucket{outcome="other",le="1.5"} 0
                took_seconds_bucket{outcome="other",le="+Inf"} 0
                took_seconds_sum{outcome="other"} 0
                took_seconds_count{outcome="other"} 0

                """)
    }

    @Test func outsideTextNeverNamesASeries() throws {
        let registry = MetricsRegistry()
        let family = try registry.counters(
            "hits_total", help: "Hits.", by: [Dimension("supplier", values: ["known"])])
        for index in 0..<1_000 { family.series("invented \(index)").add() }
        #expect(!text(registry).contains("invented"))
        #expect(text(registry).contains("hits_total{supplier=\"other\"} 1000\n"))
    }

    @Test func beyondTheCapEverySeriesIsTheOverflow() throws {
        let registry = MetricsRegistry(seriesCap: 3)
        let names = (0..<10).map(String.init)
        let family = try registry.counters(
            "hits_total", help: "Hits.", by: [Dimension("n", values: names)])
        for name in names { family.series(name).add() }
        let samples = text(registry).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            samples == [
                "hits_total{n=\"0\"} 1", "hits_total{n=\"1\"} 1", "hits_total{n=\"2\"} 1",
                "hits_total{n=\"other\"} 7",
            ])
    }

    @Test func aWrongNumberOfLabelsCountsAsOverflow() throws {
        let family = try MetricsRegistry().counters(
            "hits_total", help: "Hits.", by: [Dimension("n", values: ["a"])])
        family.series().add()
        family.series("a", "b").add()
        #expect(family.series("not declared").value == 2)
        #expect(family.series("a").value == 0)
    }

    @Test func mistakesInDeclarationsAreNamed() throws {
        let registry = MetricsRegistry()
        _ = try registry.counters("hits_total", help: "Hits.")
        #expect(throws: MetricFault.nameTaken("hits_total")) {
            try registry.gauges("hits_total", help: "Hits again.")
        }
        for name: StaticString in ["", "9lives", "with-dash", "umlaut_ä", "__own", "le", "a b"] {
            #expect(throws: MetricFault.badName(name.description)) {
                try registry.gauges(name, help: "Badly named.")
            }
        }
        #expect(throws: MetricFault.badName("le")) {
            try registry.gauges("level", help: ".", by: [Dimension("le", values: ["1"])])
        }
        for bounds in [[], [2, 1], [1, 1]] {
            #expect(throws: MetricFault.badBounds("sizes")) {
                try registry.histograms("sizes", help: "Sizes.", bounds: bounds)
            }
        }
    }

    @Test func nothingIsLostBetweenThreads() async throws {
        let registry = MetricsRegistry()
        let family = try registry.counters(
            "hits_total", help: "Hits.", by: [Dimension("n", values: ["0", "1", "2"])])
        let sizes = try registry.histograms("sizes", help: "Sizes.", bounds: [10])
        let level = try registry.gauges("level", help: "Level.").series()
        await withTaskGroup { group in
            for index in 0..<30 {
                group.addTask {
                    for _ in 0..<1_000 {
                        family.series("\(index % 3)").add()
                        sizes.series().observe(index)
                        level.add(index % 2 == 0 ? 1 : -1)
                    }
                }
            }
        }
        #expect((0..<3).map { family.series("\($0)").value } == [10_000, 10_000, 10_000])
        #expect(sizes.series().count == 30_000)
        #expect(level.value == 0)
        #expect(text(registry).contains("sizes_bucket{le=\"10\"} 11000\n"))
    }

    @Test func countersNeverFall() throws {
        let counter = try MetricsRegistry().counters("hits_total", help: "Hits.").series()
        counter.add(5)
        counter.add(-3)
        counter.add(0)
        #expect(counter.value == 5)
    }
}

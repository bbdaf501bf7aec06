/// The drawings of a report.
enum PagePlots {
    static func write(_ report: ChaosReport, _ page: inout Markup) {
        overTime(report, &page)
        latencies(report, &page)
        lateness(report, &page)
        holds(report, &page)
    }

    // MARK: - Over time

    private static func overTime(_ report: ChaosReport, _ page: inout Markup) {
        let run = report.overTime
        page.element("h2", text: "Over the time of the load")
        if !report.interruptions.isEmpty {
            page.element(
                "p", ["class": "note"],
                text: "A line marks a signal to the gateway, the grey behind it the time until it "
                    + "served again.")
        }
        figure("How suppliers ended in searches", &page) { page in
            let plot = stack(
                run, run.statuses, "Suppliers' statuses in searches over time",
                colour: PlotColour.status)
            both(plot.draw, &page)
            page.append(PlotLegend.draw(plot.legend, "legend narrow"))
        }
        PageTables.statuses(report, &page)
        figure("Where answers came from", &page) { page in
            let plot = stack(
                run, run.sources, "Sources of suppliers' answers over time",
                colour: PlotColour.source)
            both(plot.draw, &page)
            page.append(PlotLegend.draw(plot.legend, "legend narrow"))
        }
        guard !run.breakers.isEmpty else { return }
        figure("Breakers, looked at once a second", &page) { page in
            let plot = StatePlot(
                label: "States of breakers over time", time: run.time, rows: run.breakers)
            both(plot.draw, &page)
            page.append(PlotLegend.draw(plot.legend, "legend"))
        }
    }

    private static func stack(
        _ run: RunOverTime, _ layers: [RunOverTime.Layer], _ label: String,
        colour: (String) -> PlotColour
    ) -> StackedPlot {
        let sum = layers.reduce(0) { $0 + $1.total }
        return StackedPlot(
            label: label, unit: "supplier answers per second", time: run.time, edges: run.edges,
            layers: layers.map { layer in
                .init(
                    name: layer.name, colour: colour(layer.name), values: layer.values,
                    note: Amounts.share(layer.total, of: sum))
            })
    }

    // MARK: - Durations

    private static func latencies(_ report: ChaosReport, _ page: inout Markup) {
        let run = report.overTime
        let range = LatencyPlot.range(run.latencies.flatMap(\.moments))
        page.element("h2", text: "How long it took")
        page.element(
            "p", ["class": "note"],
            text: "p50, p95 and p99, a point for each "
                + "\(Amounts.mark((run.latencyWidth * 10).rounded() / 10)) s, all on one "
                + "logarithmic scale. Suppliers: from the search's start to their final status, "
                + "live answers and timeouts only.")
        page.element("div", ["class": "multiples"]) { page in
            for latency in run.latencies {
                let plot = LatencyPlot(
                    label: "Quantiles of \(latency.name) over time", title: latency.name,
                    time: run.time, range: range, moments: latency.moments)
                page.append(plot.draw(.small))
            }
        }
        PageTables.table(["", "count", "p50", "p95", "p99", "longest"], &page) { table in
            for latency in run.latencies {
                table.row([latency.name] + PageTables.ranks(latency.quantiles))
            }
        }
    }

    private static func lateness(_ report: ChaosReport, _ page: inout Markup) {
        let limit = SearchInvariants.grace + SearchInvariants.way
        page.element("h2", text: "How late the last event was")
        page.element(
            "p", ["class": "note"],
            text: "Streams whose done came after their deadline, as clients saw it, less the time "
                + "that threads waited for a processor and that the gateway was stopped. Allowed are "
                + "\(Amounts.milliseconds(SearchInvariants.grace)) and "
                + "\(Amounts.milliseconds(SearchInvariants.way)) for the way. "
                + "\(Amounts.count(report.early)) streams ended before their deadline and are not "
                + "drawn.")
        figure(nil, &page) { page in
            let plot = LatenessPlot(
                label: "Streams by how late done was", values: report.lateness, limit: limit)
            both(plot.draw, &page)
        }
        PageTables.table(
            ["done after its deadline", "count", "p50", "p95", "p99", "longest"], &page
        ) {
            table in
            table.row(["as clients saw it"] + PageTables.ranks(report.lateSeen))
            table.row(["by the gateway's clock"] + PageTables.ranks(report.lateWritten))
            table.row(["waits and stops measured"] + PageTables.ranks(report.waits))
            table.row(["late, less waits and stops"] + PageTables.ranks(Quantiles(report.lateness)))
        }
    }

    // MARK: - Holds

    private static func holds(_ report: ChaosReport, _ page: inout Markup) {
        page.element("h2", text: "Requests to hold")
        figure(nil, &page) { page in
            let plot = BarPlot(
                label: "Requests to hold by outcome",
                bars: report.holdOutcomes.map {
                    .init(
                        name: $0.outcome.rawValue, colour: .outcome($0.outcome), count: $0.count)
                })
            both(plot.draw, &page)
        }
        guard !report.accuracy.isEmpty else { return }
        page.element("h3", text: "Was it still as shown?")
        page.element(
            "p", ["class": "note"],
            text: "Requests that the supplier decided, by where the offer had come from. Prices "
                + "that the scenario changes at the supplier count against live offers too.")
        PageTables.table(
            [
                "offer", "decided", "as quoted", "share", "price changed", "terms changed",
                "sold out",
            ],
            &page
        ) { table in
            for entry in report.accuracy {
                table.row([
                    entry.source, Amounts.count(entry.decided), Amounts.count(entry.asQuoted),
                    Amounts.share(entry.asQuoted, of: entry.decided),
                    Amounts.count(entry.priceChanged), Amounts.count(entry.termsChanged),
                    Amounts.count(entry.soldOut),
                ])
            }
        }
    }

    // MARK: - Parts

    private static func figure(
        _ title: String?, _ page: inout Markup, _ content: (inout Markup) -> Void
    ) {
        page.element("figure") { page in
            if let title { page.element("figcaption", text: title) }
            content(&page)
        }
    }

    /// For a wide window and for a narrow one; the style sheet shows one of them.
    private static func both(_ draw: (PlotSize) -> Markup, _ page: inout Markup) {
        page.append(draw(.wide))
        page.append(draw(.narrow))
    }
}

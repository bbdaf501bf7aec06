/// A report for people at a terminal.
enum ReportTable {
    static func text(_ report: ChaosReport) -> String {
        [
            requests(report), interruptions(report), suppliers(report), holds(report),
            timing(report), invariants(report),
        ].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func requests(_ report: ChaosReport) -> String {
        var lines = ["", pad("requests", 18) + numbers(["count", "p50 ms", "p95", "p99", "max"])]
        for row in report.requests {
            let quantiles = row.quantiles
            lines.append(
                pad(row.name, 18)
                    + numbers([
                        "\(quantiles.count + row.cut + row.lost)", whole(quantiles.p50),
                        whole(quantiles.p95), whole(quantiles.p99), whole(quantiles.most),
                    ]) + "  " + counts(row.outcomes))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func interruptions(_ report: ChaosReport) -> String {
        guard !report.interruptions.isEmpty else { return "" }
        let lines = report.interruptions.map { entry in
            let time = entry.record.milliseconds.map { "\(whole($0)) ms without service" }
            return "  \(entry.record.interruption.name) at \(whole(entry.second)) s: "
                + (time ?? "it did not come back")
                + (entry.record.status.map { ", exit status \($0)" } ?? "")
                + ", \(entry.lost) requests lost"
        }
        return (["the gateway was interrupted"] + lines).joined(separator: "\n") + "\n"
    }

    private static func suppliers(_ report: ChaosReport) -> String {
        var lines = ["suppliers in searches"]
        for column in report.suppliers {
            lines.append(pad("  " + column.supplier, 18) + counts(column.statuses))
        }
        for latency in report.overTime.latencies where latency.quantiles.count > 0 {
            let ranks = latency.quantiles
            lines.append(
                pad("  " + latency.name, 22)
                    + numbers([whole(ranks.p50), whole(ranks.p95), whole(ranks.p99)])
                    + "  ms (p50, p95, p99)")
        }
        lines.append(
            "  answers by source: "
                + counts(report.overTime.sources.map { .init(name: $0.name, count: $0.total) }))
        lines.append("  \(report.calls) calls reached the mocks; faults they put on them:")
        lines.append(
            "  "
                + counts(Array(report.faults.prefix(12)))
                + (report.faults.count > 12 ? ", and \(report.faults.count - 12) kinds more" : ""))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func holds(_ report: ChaosReport) -> String {
        let outcomes = report.holdOutcomes.map {
            ChaosReport.Count(name: $0.outcome.rawValue, count: $0.count)
        }
        let accuracy = report.accuracy.map {
            "\($0.asQuoted) of \($0.decided) shown \(PlainText.visible($0.source))"
        }
        return """
            requests to hold
              \(counts(outcomes))
              as quoted: \(accuracy.isEmpty ? "none asked" : accuracy.joined(separator: ", "))
            holds at the end
              \(counts(report.holds))
              \(report.stillPending) still undecided and \(report.stillReleasing) still being given \
            back after the grace of \(report.settings.grace) s

            """
    }

    private static func timing(_ report: ChaosReport) -> String {
        func line(_ name: String, _ quantiles: Quantiles) -> String {
            pad("  " + name, 34)
                + numbers([
                    whole(quantiles.p50), whole(quantiles.p95), whole(quantiles.p99),
                    whole(quantiles.most),
                ])
        }
        return [
            pad("done after its deadline", 34) + numbers(["p50 ms", "p95", "p99", "max"]),
            line("as clients saw it", report.lateSeen),
            line("by the gateway's clock", report.lateWritten),
            line("waits measured around it", report.waits),
            "  allowed: 50 ms, \(Int(SearchInvariants.way)) ms for the way to us, and what a thread "
                + "of the gateway waited for a processor",
            "  plus what our own loop ran late, both measured; the gateway's busiest thread waited "
                + "\(Int(report.gatewayWaitShare * 100)) % of the run", "",
        ].joined(separator: "\n")
    }

    private static func invariants(_ report: ChaosReport) -> String {
        var lines = ["invariants"]
        for verdict in report.verdicts {
            let word = verdict.holds ? (verdict.checked == 0 ? "unseen" : "pass  ") : "BROKEN"
            lines.append(
                "  \(word)  \(pad(verdict.id, 22))\(left("\(verdict.checked)", 6))  \(verdict.promise)"
            )
            guard !verdict.holds else { continue }
            lines.append("          \(verdict.broken) times, such as")
            lines += verdict.examples.map { "          - \(PlainText.visible($0))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Columns

    private static func counts(_ counts: [ChaosReport.Count]) -> String {
        counts.isEmpty
            ? "none"
            : counts.map { "\(PlainText.visible($0.name)) \($0.count)" }.joined(separator: ", ")
    }

    private static func numbers(_ texts: [String]) -> String {
        texts.map { left($0, 9) }.joined()
    }

    private static func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }

    private static func pad(_ text: String, _ width: Int) -> String {
        let text = PlainText.visible(text)
        return text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

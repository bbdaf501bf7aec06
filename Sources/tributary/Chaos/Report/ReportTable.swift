/// A report for people at a terminal.
enum ReportTable {
    static func text(_ report: ChaosReport) -> String {
        [
            requests(report), suppliers(report), holds(report), timing(report),
            invariants(report),
        ].joined(separator: "\n")
    }

    private static func requests(_ report: ChaosReport) -> String {
        var lines = ["", pad("requests", 18) + numbers(["count", "p50 ms", "p95", "p99", "max"])]
        for row in report.requests {
            let quantiles = row.quantiles
            lines.append(
                pad(row.name, 18)
                    + numbers([
                        "\(quantiles.count + row.cut)", whole(quantiles.p50),
                        whole(quantiles.p95), whole(quantiles.p99), whole(quantiles.most),
                    ]) + "  " + counts(row.outcomes))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func suppliers(_ report: ChaosReport) -> String {
        var lines = ["suppliers in searches"]
        for column in report.suppliers {
            lines.append(pad("  " + column.supplier, 18) + counts(column.statuses))
        }
        lines.append("  \(report.calls) calls reached the mocks; faults they put on them:")
        lines.append(
            "  "
                + counts(Array(report.faults.prefix(12)))
                + (report.faults.count > 12 ? ", and \(report.faults.count - 12) kinds more" : ""))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func holds(_ report: ChaosReport) -> String {
        """
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
            lines += verdict.examples.map { "          - \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: - Columns

    private static func counts(_ counts: [ChaosReport.Count]) -> String {
        counts.isEmpty ? "none" : counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    }

    private static func numbers(_ texts: [String]) -> String {
        texts.map { left($0, 9) }.joined()
    }

    private static func whole(_ value: Double) -> String { "\(Int(value.rounded()))" }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

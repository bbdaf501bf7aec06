/// The exact figures of a report.
enum PageTables {
    static func write(_ report: ChaosReport, _ page: inout Markup) {
        promises(report, &page)
        interruptions(report, &page)
        requests(report, &page)
        rest(report, &page)
    }

    /// How often each supplier ended how.
    static func statuses(_ report: ChaosReport, _ page: inout Markup) {
        guard !report.suppliers.isEmpty else { return }
        let found = Set(report.suppliers.flatMap { $0.statuses.map(\.name) })
        let known = SearchInvariants.inOrder
        let names = known.filter(found.contains) + found.subtracting(known).sorted()
        table(["supplier"] + names, &page) { table in
            for column in report.suppliers {
                table.row(
                    [column.supplier]
                        + names.map { name in
                            let count = column.statuses.first { $0.name == name }?.count ?? 0
                            return count == 0 ? "\u{2013}" : Amounts.count(count)
                        })
            }
        }
    }

    private static func promises(_ report: ChaosReport, _ page: inout Markup) {
        page.element("h2", text: "Promises")
        table(
            ["promise", "id", "checked", "broken", ""], words: [1], style: "table promises", &page
        ) { table in
            for verdict in report.verdicts {
                let (style, word) =
                    !verdict.holds
                    ? ("bad", "\u{2717} broken")
                    : verdict.checked == 0 ? ("quiet", "unseen") : ("well", "\u{2713} held")
                table.row(
                    [
                        verdict.promise, verdict.id, Amounts.count(verdict.checked),
                        Amounts.count(verdict.broken), word,
                    ], style: style)
            }
        }
    }

    private static func interruptions(_ report: ChaosReport, _ page: inout Markup) {
        guard !report.interruptions.isEmpty else { return }
        page.element("h2", text: "Interruptions of the gateway")
        table(["signal", "at", "without service", "exit status", "requests lost"], &page) { table in
            for entry in report.interruptions {
                table.row([
                    entry.record.interruption.name,
                    "\(Amounts.mark((entry.second * 10).rounded() / 10)) s",
                    entry.record.milliseconds.map(Amounts.milliseconds) ?? "did not come back",
                    entry.record.status.map { "\($0)" } ?? "\u{2013}", Amounts.count(entry.lost),
                ])
            }
        }
        page.element(
            "p", ["class": "note"],
            text: "Lost are requests that SIGKILL cut or that found nobody listening. Requests the "
                + "gateway was working on at SIGTERM are not excused: they must be answered.")
    }

    private static func requests(_ report: ChaosReport, _ page: inout Markup) {
        page.element("h2", text: "Requests")
        table(["", "count", "p50", "p95", "p99", "longest", "came to"], words: [6], &page) {
            table in
            for row in report.requests {
                let ranks = Self.ranks(row.quantiles)
                let count = row.quantiles.count + row.cut + row.lost
                table.row(
                    [row.name, Amounts.count(count)] + ranks.dropFirst() + [counts(row.outcomes)])
            }
        }
    }

    private static func rest(_ report: ChaosReport, _ page: inout Markup) {
        page.element("h2", text: "Holds at the end, by the ledger")
        page.element("p", text: counts(report.holds))
        page.element(
            "p",
            text: "\(report.stillPending) undecided and \(report.stillReleasing) still being given "
                + "back after the grace of \(report.settings.grace) s.")
        page.element("h2", text: "Faults the mock suppliers made")
        page.element(
            "p", text: "Of \(Amounts.count(report.calls)) calls: \(counts(report.faults)).")
        page.element("h2", text: "To repeat")
        page.element("pre", text: report.settings.command)
        page.element(
            "p", ["class": "note"],
            text: "The seed fixes what each client does, what is done to the gateway and when, and "
                + "the mocks' faults. What comes of it also depends on the machine: the gateway's "
                + "busiest thread waited \(Int((report.gatewayWaitShare * 100).rounded())) % of its "
                + "time for a processor.")
    }

    // MARK: - Parts

    /// Rows of a table being written.
    struct Rows {
        fileprivate var page = Markup()
        fileprivate let words: Set<Int>

        mutating func row(_ cells: [String], style: String = "") {
            let words = words
            page.element("tr", ["class": style]) { page in
                for (index, cell) in cells.enumerated() {
                    if index == 0 {
                        page.element("th", ["scope": "row"], text: cell)
                    } else {
                        let style = words.contains(index) ? "word" : "number"
                        page.element("td", ["class": style], text: cell)
                    }
                }
            }
        }
    }

    /// A table whose first column and those of `words` are words, the others figures.
    static func table(
        _ heads: [String], words: Set<Int> = [], style: String = "table", _ page: inout Markup,
        _ fill: (inout Rows) -> Void
    ) {
        var rows = Rows(words: words)
        fill(&rows)
        page.element("div", ["class": style]) { page in
            page.element("table") { page in
                page.element("thead") { page in
                    page.element("tr") { page in
                        for (index, head) in heads.enumerated() {
                            let style = words.contains(index) ? "word" : "number"
                            page.element("th", ["scope": "col", "class": style], text: head)
                        }
                    }
                }
                page.element("tbody") { $0.append(rows.page) }
            }
        }
    }

    /// Count, p50, p95, p99 and the longest.
    static func ranks(_ quantiles: Quantiles) -> [String] {
        guard quantiles.count > 0 else {
            return ["0"] + [String](repeating: "\u{2013}", count: 4)
        }
        return [Amounts.count(quantiles.count)]
            + [quantiles.p50, quantiles.p95, quantiles.p99, quantiles.most]
            .map(Amounts.milliseconds)
    }

    private static func counts(_ counts: [ChaosReport.Count]) -> String {
        counts.isEmpty
            ? "none"
            : counts.map { "\($0.name) \(Amounts.count($0.count))" }.joined(separator: ", ")
    }
}

import TravelModel

/// A report for people: one HTML file that needs nothing else and loads nothing.
enum ReportPage {
    static func bytes(_ report: ChaosReport) -> [UInt8] { Array(text(report).utf8) }

    static func text(_ report: ChaosReport) -> String {
        let page = Markup { page in
            page.verbatim("<!DOCTYPE html>\n")
            page.element("html", ["lang": "en"]) { page in
                page.element("head") { head(report, &$0) }
                page.element("body") { page in
                    page.element("main") { page in
                        PageHead.write(report, &page)
                        PagePlots.write(report, &page)
                        PageTables.write(report, &page)
                    }
                }
            }
            page.verbatim("\n")
        }
        return page.text
    }

    private static func head(_ report: ChaosReport, _ page: inout Markup) {
        page.empty("meta", ["charset": "utf-8"])
        // Whatever a text in this page may try: nothing is run and nothing is fetched.
        page.empty(
            "meta",
            [
                "http-equiv": "Content-Security-Policy",
                "content": "default-src 'none'; style-src 'unsafe-inline'",
            ])
        page.empty(
            "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.empty("meta", ["name": "color-scheme", "content": "light dark"])
        let word = report.isSound ? "sound" : "BROKEN"
        page.element(
            "title",
            text: "Chaos run: \(word) (\(report.settings.scenario), seed \(report.settings.seed))")
        page.element("style") { $0.verbatim(PageStyle.sheet) }
    }
}

/// The verdict, and what one must know at once.
enum PageHead {
    static func write(_ report: ChaosReport, _ page: inout Markup) {
        let broken = report.verdicts.filter { !$0.holds }
        page.element("header", ["class": report.isSound ? "verdict sound" : "verdict broken"]) {
            page in
            page.element(
                "h1", text: report.isSound ? "\u{2713} Sound" : "\u{2717} Broken")
            page.element("p", text: sentence(report, broken.count))
            page.element("p", ["class": "settings"], text: settings(report))
        }
        if !broken.isEmpty {
            page.element("section", ["class": "breaches"]) { page in
                for verdict in broken { breach(verdict, &page) }
            }
        }
        page.element("ul", ["class": "figures"]) { page in
            for (figure, name) in figures(report) {
                page.element("li") { page in
                    page.element("strong", text: figure)
                    page.element("span", text: name)
                }
            }
        }
    }

    private static func sentence(_ report: ChaosReport, _ broken: Int) -> String {
        let checked = report.verdicts.filter { $0.checked > 0 }
        let checks = Amounts.count(checked.reduce(0) { $0 + $1.checked })
        let unseen = report.verdicts.count - checked.count
        let rest = unseen == 0 ? "" : " \(unseen) had nothing to check."
        return broken == 0
            ? "All \(checked.count) promises held in \(checks) checks." + rest
            : "\(broken) of \(checked.count) promises did not hold, in \(checks) checks." + rest
    }

    private static func settings(_ report: ChaosReport) -> String {
        let settings = report.settings
        var parts = [
            "scenario \(settings.scenario)", "seed \(settings.seed)",
            "\(settings.clients) clients", "\(settings.duration) s",
        ]
        let restarts = settings.restarts
        if restarts > 0 { parts.append("\(restarts) interruption\(restarts == 1 ? "" : "s")") }
        if let began = report.began {
            parts.append("\(Instant(millisecondsSinceEpoch: began.milliseconds))")
        }
        return parts.joined(separator: " \u{00B7} ")
    }

    private static func breach(_ verdict: Verdict, _ page: inout Markup) {
        page.element("h3") { page in
            page.write(verdict.promise)
            page.write(" ")
            page.element("code", text: verdict.id)
        }
        page.element(
            "p",
            text: "Broken \(Amounts.count(verdict.broken)) of \(Amounts.count(verdict.checked)) "
                + "times, such as:")
        page.element("ul") { page in
            for example in verdict.examples { page.element("li", text: example) }
        }
    }

    private static func figures(_ report: ChaosReport) -> [(String, String)] {
        let searches = report.requests.filter { $0.name.hasPrefix("search") }
        let searchCount = searches.reduce(0) { $0 + $1.quantiles.count + $1.cut + $1.lost }
        let granted = report.holdOutcomes.first { $0.outcome == .granted }?.count ?? 0
        let asked = report.holdOutcomes.reduce(0) { $0 + $1.count }
        let late =
            report.lateSeen.count == 0
            ? "\u{2013}" : Amounts.milliseconds(Quantiles(report.lateness).p99)
        return [
            (Amounts.count(report.requestCount), "requests"),
            (Amounts.count(searchCount), "searches"),
            ("\(Amounts.count(granted)) of \(Amounts.count(asked))", "hold requests granted"),
            (late, "p99 of done after its deadline, waits apart"),
            (Amounts.count(report.lost), "requests lost to restarts"),
            (Amounts.count(report.stillPending), "holds undecided after the grace"),
        ]
    }
}

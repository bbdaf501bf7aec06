import Foundation
import Testing

@testable import tributary

@Suite("The report of a run for people")
struct ReportPageTests {
    private static func page(_ change: (inout History) -> Void = { _ in }) -> String {
        var history = HistorySamples.sound
        change(&history)
        return ReportPage.text(ChaosReport(history, ChaosSettings()))
    }

    @Test("The verdict is on top, with the broken promises and their first examples")
    func verdict() throws {
        let sound = Self.page()
        #expect(sound.contains("\u{2713} Sound") && !sound.contains("class=\"breaches\""))
        let broken = Self.page { $0.gatewayExit = 9 }
        let breach = try #require(broken.range(of: "class=\"breaches\""))
        let plot = try #require(broken.range(of: "<svg"))
        #expect(breach.lowerBound < plot.lowerBound)
        #expect(broken.contains("\u{2717} Broken"))
        #expect(broken.contains("<li>status 9</li>"))
    }

    @Test("The page needs no other file and fetches none")
    func selfContained() {
        let page = Self.page()
        for part in ["src=", "href=", "url(", "@import", "<script", "<link", "http:", "https:"] {
            #expect(!page.contains(part), "\(part)")
        }
        #expect(page.contains("default-src &#39;none&#39;"))
    }

    @Test("There are colours for light and for dark, one for each meaning")
    func colours() {
        let sheet = "\(PageStyle.sheet)"
        for colour in PlotColour.allCases {
            #expect(sheet.components(of: "--\(colour.rawValue):") == 2, "\(colour)")
            #expect(sheet.components(of: ".c-\(colour.rawValue){") == 1, "\(colour)")
        }
    }

    @Test("Every status and every outcome has a colour of its own meaning")
    func statuses() {
        let colours = SearchInvariants.inOrder.map(PlotColour.status)
        #expect(Set(colours).count == SearchInvariants.inOrder.count)
        #expect(!colours.contains(.other))
    }

    @Test("Restarts are marked on every plot over time")
    func marks() {
        let page = Self.page()
        // Two stacks in two widths, two durations, two suppliers'.
        let plots = 4 + 2 + 2
        #expect(page.components(of: "class=\"mark\"") == plots)
        #expect(page.components(of: ">SIGKILL</text>") == plots)
    }

    @Test("Breakers are drawn where the gateway shows them, and only there")
    func breakers() {
        #expect(!Self.page().contains("Breakers"))
        let page = Self.page {
            $0.samples = [100, 1100, 2100, 9000, 9900].map { at in
                OperatorSample(
                    at: HistorySamples.at(at),
                    circuits: [
                        .init(
                            supplier: "linkrest", lane: "search",
                            state: at == 1100 ? "open" : "closed")
                    ])
            }
        }
        #expect(page.contains("linkrest \u{00B7} search"))
        #expect(page.contains(">open, 1.1 to 2.1 s</title>"))
        // Between two samples with nothing in between nobody knows.
        #expect(page.contains(">closed, 2.1 to 2.1 s</title>"))
        #expect(page.contains(">closed, 9 to 9.9 s</title>"))
    }

    @Test("A run without anything has a report too")
    func empty() {
        let page = ReportPage.text(ChaosReport(History(), ChaosSettings()))
        #expect(page.contains("nothing measured"))
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test("The exit status says whether a promise was broken", arguments: [false, true])
    func exitStatus(isBroken: Bool) throws {
        let path = FileManager.default.temporaryDirectory.path + "/chaos-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ChaosFolder(path: path)
        var history = HistorySamples.sound
        if isBroken { history.looks[0].status = 404 }
        var told = ""
        let status = try ChaosCommand.conclude(history, ChaosSettings(), folder) { told += $0 }
        #expect(status == (isBroken ? 1 : 0))
        #expect(told.contains(isBroken ? "BROKEN" : "all invariants held"))
        #expect(FileManager.default.fileExists(atPath: folder.page))
        #expect(FileManager.default.fileExists(atPath: folder.report))
    }

    @Test("A request to hold that a restart cut is told apart from one that nobody answered")
    func outcomes() {
        var history = HistorySamples.sound
        for (sent, received) in [(3500, 4000), (6000, 6100)] as [(Int64, Int64)] {
            var attempt = HistorySamples.attempt()
            attempt.hold = nil
            attempt.exchange = HistorySamples.exchange(
                .hold, HistorySamples.span(sent, received), end: .broken("reset"))
            history.attempts.append(attempt)
        }
        let outcomes = ChaosReport(history, ChaosSettings()).holdOutcomes
        #expect(outcomes.map(\.outcome) == [.granted, .interrupted, .lost])
        #expect(outcomes.map(\.count) == [1, 1, 1])
    }

    @Test("Offers are compared with what became of them, by where they came from")
    func accuracy() {
        var cached = HistorySamples.attempt(3000, key: "k2")
        cached.quote.source = "cache"
        var dearer = cached
        dearer.hold?.change = .init(old: cached.quote.total, new: cached.quote.total)
        var gone = HistorySamples.refusal(4000, "gone")
        gone.quote.source = "cache"
        var replay = gone
        replay.isReplay = true
        var lost = cached
        lost.exchange.end = .broken("reset")
        let found = QuoteAccuracy.of([HistorySamples.attempt(), cached, dearer, gone, replay, lost])
        #expect(
            found == [
                QuoteAccuracy(source: "cache", asQuoted: 1, priceChanged: 1, soldOut: 1),
                QuoteAccuracy(source: "unknown", asQuoted: 1),
            ])
    }

    @Test("The command repeats the run in any shell")
    func command() {
        var settings = ChaosSettings()
        settings.seed = 7
        settings.restarts = 2
        settings.out = "it's here"
        #expect(
            settings.command
                == "tributary chaos --scenario storm --seed 7 --duration 60 --clients 16 --restarts 2 "
                + "--out 'it'\\''s here'")
    }
}

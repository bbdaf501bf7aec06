import Synchronization
import Testing
import WireFormat

@testable import tributary

@Suite("Interruptions of the gateway and the progress of a run")
struct InterruptionTests {
    private static func plan(_ seed: UInt64, _ count: Int = 6) -> [Interruption] {
        ChaosSchedule.interruptions(seed: seed, milliseconds: 60_000, count: count)
    }

    @Test("The seed alone says what is done and when", arguments: 0..<20 as Range<UInt64>)
    func seeded(_ seed: UInt64) {
        let plan = Self.plan(seed)
        #expect(plan == Self.plan(seed))
        #expect(plan != Self.plan(seed + 1))
        #expect(plan.map(\.at) == plan.map(\.at).sorted())
        #expect(plan.allSatisfy { (0..<60_000).contains($0.at) })
        #expect(Set(plan.prefix(3).map(\.name)).count == 3)
        #expect(Set(plan.suffix(3).map(\.name)).count == 3)
    }

    @Test("None are made where none are wanted or nothing lasts")
    func none() {
        #expect(Self.plan(1, 0) == [])
        #expect(ChaosSchedule.interruptions(seed: 1, milliseconds: 0, count: 3) == [])
        #expect(ChaosSchedule.interruptions(seed: 1, milliseconds: 1, count: 3).count == 3)
    }

    private static func outages(_ kind: Interruption.Kind) -> Outages {
        Outages(records: [
            InterruptionRecord(
                interruption: Interruption(at: 4000, kind: kind), began: HistorySamples.at(4000),
                back: HistorySamples.at(5000))
        ])
    }

    @Test(
        "A restart excuses what it cut and what found nobody, and nothing else",
        arguments: [
            (.kill, 3000, 3999, false), (.kill, 3000, 4001, true), (.kill, 4500, 4501, true),
            (.kill, 5000, 5001, false), (.terminate, 3000, 4001, false),
            (.terminate, 3950, 4001, true), (.terminate, 4500, 4501, true),
            (.terminate, 5000, 5001, false), (.pause(1000), 3000, 4500, false),
            (.pause(1000), 4500, 4600, false),
        ] as [(Interruption.Kind, Int64, Int64, Bool)])
    func excuses(_ kind: Interruption.Kind, _ sent: Int64, _ received: Int64, _ isExcused: Bool) {
        #expect(
            Self.outages(kind).excuse(HistorySamples.span(sent, received)) == isExcused)
    }

    @Test("A gateway that did not come back excuses everything since")
    func neverBack() {
        var outages = Self.outages(.kill)
        outages.records[0].back = nil
        #expect(outages.excuse(HistorySamples.span(90_000, 90_001)))
        #expect(outages.restarts.isEmpty)
    }

    @Test(
        "Of a stop counts what lies behind the deadline, or all since a request that came in it",
        arguments: [
            (3000, 4200, 5010, 850), (3000, 4900, 5010, 150), (3000, 3500, 5010, 1000),
            (3000, 5500, 5510, 0), (4600, 5100, 5510, 400),
        ] as [(Int64, Int64, Int64, Double)])
    func stops(_ sent: Int64, _ deadline: Int64, _ end: Int64, _ expected: Double) {
        let stopped = Self.outages(.pause(1000)).stopped(
            sent: HistorySamples.at(sent), deadline: HistorySamples.at(deadline),
            until: HistorySamples.at(end), margin: 50)
        #expect(stopped == expected)
        #expect(
            Self.outages(.kill).stopped(
                sent: HistorySamples.at(sent), deadline: HistorySamples.at(deadline),
                until: HistorySamples.at(end), margin: 50) == 0)
    }

    @Test("Breaches are counted while the run lasts, each record once")
    func judge() {
        var judge = RunningJudge()
        judge.take(HistorySamples.sound)
        #expect(judge.broken == 0)
        var fresh = HistorySamples.sound
        fresh.exchanges[0].status = 500
        judge.take(fresh)
        judge.take(History())
        #expect(judge.broken == 1)
    }

    @Test("What clients post is counted, shared and taken once")
    func progress() {
        let progress = RunProgress()
        progress.post(HistorySamples.sound)
        progress.note(OperatorSample(at: HistorySamples.at(1), unsettled: ["pending": 3]))
        let figures = progress.figures
        #expect(figures.requests == 3)
        #expect(figures.holds == [.granted: 1])
        #expect(figures.pending == 3)
        #expect(progress.common.holds == ["h1"])
        #expect(progress.common.attempts.map(\.key) == ["k1"])
        #expect(progress.takeFresh().searches.count == 1)
        #expect(progress.takeFresh().searches.isEmpty)
    }

    @Test("What is known in common is bounded, the newest stays")
    func bounded() {
        var common = CommonKnowledge()
        for number in 0..<300 {
            var part = History()
            part.attempts = [HistorySamples.attempt(key: "k\(number)", hold: "h\(number)")]
            common.learn(part)
            common.offer([HistorySamples.quote])
        }
        #expect(common.holds.count == 64 && common.holds.last == "h299")
        #expect(common.attempts.count == 32)
        #expect(common.quotes.count == 64)
    }

    @Test("Only what was added is posted")
    func extent() {
        var history = HistorySamples.sound
        let before = history.extent
        #expect(history.after(before).exchanges.isEmpty)
        history.looks.append(HistorySamples.look(9900))
        #expect(history.after(before).looks.count == 1)
        #expect(history.after(History.Extent()).searches.count == 1)
    }

    @Test("The line of progress says all and fits its terminal")
    func line() {
        var figures = ProgressFigures()
        figures.requests = 1204
        figures.broken = 2
        figures.holds = [.granted: 84, .soldOut: 5]
        let line = ProgressLine.text(figures, seconds: 31, of: 60)
        #expect(
            line == "31/60 s | 2 broken promises | 1204 requests (0 lost) | ? holds pending | "
                + "hold requests: 84 granted, 5 sold out")
        let cut = ProgressLine.text(figures, seconds: 31, of: 60, width: 20)
        #expect(cut.count == 20 && cut.hasPrefix("31/60 s | 2 broken"))
        #expect(ProgressLine.text(figures, seconds: 31, of: 60, width: 0) == "\u{2026}")
    }

    @Test("A terminal has one line that is written again; a file has a line each time")
    func screen() {
        func written(_ width: Int?) -> String {
            let text = Collected()
            let screen = ProgressScreen(width: width) { text.add($0) }
            screen.show("one")
            screen.show("two")
            screen.tell("news")
            screen.tell("more")
            return text.all
        }
        #expect(written(nil) == "chaos: one\nchaos: two\nchaos: news\nchaos: more\n")
        #expect(
            written(80)
                == "\r\u{1B}[2Kone\r\u{1B}[2Ktwo\r\u{1B}[2Kchaos: news\nchaos: more\n")
    }

    @Test("Operators' routes are read as far as they are there")
    func operators() throws {
        let text = """
            {"suppliers":[{"supplier":"linkrest","state":"enabled","circuits":[
            {"lane":"search","breaker":"open"},{"lane":"deal","breaker":"closed"},{"lane":"x"}]},
            {"supplier":"otaxml","state":"disabled","circuits":[{"breaker":"closed"}]},{"name":"?"}]}
            """
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(
            OperatorReading.circuits(value) == [
                .init(supplier: "linkrest", lane: "search", state: "open"),
                .init(supplier: "linkrest", lane: "deal", state: "closed"),
                .init(supplier: "otaxml", lane: "", state: "disabled"),
            ])
        #expect(OperatorReading.circuits(nil) == [])
        let page = """
            # TYPE tributary_holds_unsettled gauge
            tributary_holds_unsettled{need="pending"} 4
            tributary_holds_unsettled{need="releasing"} NaN
            tributary_holds_unsettled{need="over
            other{need="pending"} 9
            """
        #expect(
            OperatorReading.gauge("tributary_holds_unsettled", by: "need", in: page) == [
                "pending": 4
            ])
    }
}

/// Texts in the order they came.
private final class Collected: Sendable {
    private let text = Mutex("")

    func add(_ part: String) { text.withLock { $0 += part } }

    var all: String { text.withLock { $0 } }
}

import Ledger

/// What came of a run: figures and verdicts, drawn from its history.
struct ChaosReport: Sendable {
    struct Row: Sendable {
        var name: String
        var quantiles: Quantiles
        /// Requests we left.
        var cut: Int
        /// Requests without a whole answer that we did not leave.
        var lost: Int
        /// By status, or `status CODE` where there is one; the most frequent first.
        var outcomes: [Count]
    }

    struct Count: Sendable, Equatable {
        var name: String
        var count: Int
    }

    struct Column: Sendable {
        var supplier: String
        var statuses: [Count]
    }

    let settings: ChaosSettings
    let verdicts: [Verdict]
    /// One row a kind of request.
    let requests: [Row]
    /// How each supplier ended in the searches.
    let suppliers: [Column]
    /// States of all holds at the end, by the ledger.
    let holds: [Count]
    /// Faults that the mocks put on calls, by `supplier step fault`.
    let faults: [Count]
    let calls: Int
    /// `done` after its deadline as clients saw it, by the gateway's clock, and the waits measured.
    let lateSeen: Quantiles
    let lateWritten: Quantiles
    let waits: Quantiles
    let gatewayWaitShare: Double
    let stillPending: Int
    let stillReleasing: Int
    /// `done` after its deadline less the waits measured, of the streams that took so long.
    let lateness: [Double]
    /// Streams that ended before their deadline.
    let early: Int
    let overTime: RunOverTime
    /// Requests to hold by what they came to, of those that occur.
    let holdOutcomes: [(outcome: ChaosHoldOutcome, count: Int)]
    let accuracy: [QuoteAccuracy]
    let interruptions: [Interrupted]
    /// When the load began.
    let began: RunTime?

    /// One interruption and what it cost.
    struct Interrupted: Sendable {
        var record: InterruptionRecord
        /// Seconds since the load began.
        var second: Double
        /// Requests without a whole answer that it excuses.
        var lost: Int
    }

    init(_ history: History, _ settings: ChaosSettings) {
        self.settings = settings
        verdicts = Invariants.verdicts(history)
        requests = Exchange.Kind.allCases.compactMap { Self.row($0, history) }
        suppliers = Self.columns(history)
        holds = Self.counts((history.ledger?.holds ?? []).map { "\($0.supplier) \($0.state)" })
        calls = history.calls.count
        faults = Self.counts(
            history.calls.compactMap { call in
                call.fault.map { "\(call.supplier) \(call.step) \($0)" }
            })
        let late = SearchInvariants.lateness(history)
        lateSeen = Quantiles(late.map { max(0, $0.seen) })
        lateWritten = Quantiles(late.compactMap { $0.written.map { max(0, $0) } })
        waits = Quantiles(late.filter { $0.seen > 0 }.map(\.waited))
        gatewayWaitShare = history.waits.gatewayShare
        stillPending = history.stillPending
        stillReleasing = history.stillReleasing
        lateness = late.filter { $0.seen > 0 }.map { max(0, $0.seen - $0.waited) }
        early = late.count - lateness.count
        overTime = RunOverTime(history)
        let outcomes = history.attempts.map { ChaosHoldOutcome($0.exchange, history.outages) }
        holdOutcomes = ChaosHoldOutcome.allCases.compactMap { outcome in
            let count = outcomes.count { $0 == outcome }
            return count > 0 ? (outcome, count) : nil
        }
        accuracy = QuoteAccuracy.of(history.attempts)
        began = history.load?.sent
        let lost = history.exchanges.filter {
            if case .broken = $0.end { true } else { false }
        }
        interruptions = history.outages.records.map { record in
            let alone = Outages(records: [record])
            return Interrupted(
                record: record,
                second: history.load.map { record.began.milliseconds(since: $0.sent) / 1000 } ?? 0,
                lost: lost.count { alone.excuse($0.span) })
        }
    }

    /// All requests of all kinds.
    var requestCount: Int { requests.reduce(0) { $0 + $1.quantiles.count + $1.cut + $1.lost } }

    /// Requests that a restart of ours left without a whole answer.
    var lost: Int { interruptions.reduce(0) { $0 + $1.lost } }

    var isSound: Bool { verdicts.allSatisfy(\.holds) }

    private static func row(_ kind: Exchange.Kind, _ history: History) -> Row? {
        let all = history.exchanges.filter { $0.kind == kind }
        guard !all.isEmpty else { return nil }
        let whole = all.filter { $0.end == .whole }
        let outcomes = all.map { exchange -> String in
            switch exchange.end {
            case .cut: "left"
            case .broken(let why): "broken: \(why)"
            case .whole: "\(exchange.status)" + (exchange.code.map { " \($0)" } ?? "")
            }
        }
        return Row(
            name: kind.rawValue, quantiles: Quantiles(whole.map(\.span.milliseconds)),
            cut: all.count { $0.end == .cut },
            lost: all.count { $0.end != .cut && $0.end != .whole }, outcomes: counts(outcomes))
    }

    private static func columns(_ history: History) -> [Column] {
        let statuses = history.searches.flatMap(\.ends)
        return Dictionary(grouping: statuses, by: \.supplier).sorted { $0.key < $1.key }.map {
            Column(supplier: $0.key, statuses: counts($0.value.map(\.status)))
        }
    }

    /// The most frequent first, then by name.
    static func counts(_ names: [String]) -> [Count] {
        Dictionary(grouping: names) { $0 }.map { Count(name: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

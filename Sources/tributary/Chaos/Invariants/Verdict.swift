/// One promise of the product, and how a run held it.
struct Verdict: Sendable {
    /// Examples kept; the rest is only counted.
    static let mostExamples = 5

    /// Short and stable, for `chaos.json`.
    let id: String
    /// The promise in a sentence.
    let promise: String
    /// How often it was put to the test.
    private(set) var checked = 0
    /// How often it was broken.
    private(set) var broken = 0
    /// The first breaches.
    private(set) var examples: [String] = []

    init(_ id: String, _ promise: String) {
        self.id = id
        self.promise = promise
    }

    var holds: Bool { broken == 0 }

    /// Counts one test; `breach` says what is wrong when it failed.
    mutating func check(_ passes: Bool, _ breach: @autoclosure () -> String) {
        checked += 1
        guard !passes else { return }
        broken += 1
        if examples.count < Self.mostExamples { examples.append(breach()) }
    }
}

/// Every promise that a run is judged by.
enum Invariants {
    /// In the order they are reported.
    static func verdicts(_ history: History) -> [Verdict] {
        [
            StockInvariants.supplierStock(history), StockInvariants.ownStock(history),
            StockInvariants.onePerReference(history), StockInvariants.onePerKey(history),
            StockInvariants.orphans(history), HoldInvariants.acknowledgedAreFound(history),
            HoldInvariants.forwardOnly(history), HoldInvariants.noEarlyEnd(history),
            HoldInvariants.withinSupplierTime(history), HoldInvariants.prices(history),
            HoldInvariants.onePerQuote(history), ReplayInvariants.sameHold(history),
            ReplayInvariants.sameBytes(history), SearchInvariants.endsWithDone(history),
            SearchInvariants.onTime(history), SearchInvariants.everySupplierOnce(history),
            ServiceInvariants.typedFailures(history), ServiceInvariants.legalTexts(history),
            ServiceInvariants.answered(history), ServiceInvariants.endsInOrder(history),
            RestartInvariants.comesBack(history), RestartInvariants.foundAfterRestart(history),
            RestartInvariants.timesKept(history), RestartInvariants.quotesLive(history),
            RestartInvariants.replayAfterRestart(history),
        ]
    }
}

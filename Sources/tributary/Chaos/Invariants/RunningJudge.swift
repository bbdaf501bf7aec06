/// Counts, while a run lasts, the breaches that records show by themselves.
///
/// Whatever needs the whole history, the suppliers' books or the ledger is judged at the end.
struct RunningJudge: Sendable {
    private(set) var broken = 0

    /// Judges records that were not judged before.
    mutating func take(_ fresh: History) {
        let verdicts = [
            SearchInvariants.endsWithDone(fresh), SearchInvariants.onTime(fresh),
            SearchInvariants.everySupplierOnce(fresh), HoldInvariants.prices(fresh),
            ServiceInvariants.typedFailures(fresh), ServiceInvariants.legalTexts(fresh),
            ServiceInvariants.answered(fresh), RestartInvariants.quotesLive(fresh),
        ]
        broken += verdicts.reduce(0) { $0 + $1.broken }
    }
}

import Ledger

/// Everything a run saw, from every side: what the invariants are checked against.
struct History: Sendable {
    var exchanges: [Exchange] = []
    var searches: [SearchRecord] = []
    var attempts: [HoldAttempt] = []
    var looks: [HoldLook] = []
    var releases: [HoldRelease] = []
    /// The mocks' books several times during the run, oldest first.
    var books: [[SupplierBook]] = []
    var calls: [SupplierCall] = []
    /// The gateway's ledger after its end.
    var ledger: LedgerAudit?
    /// The gateway's exit status after SIGTERM; `nil` when it did not end in time.
    var gatewayExit: Int32?
    /// Holds that were still undecided when the grace was over.
    var stillPending = 0
    /// Rooms still being given back when the grace was over.
    var stillReleasing = 0
    /// How long threads waited for a processor.
    var waits = ProcessorWaits()

    mutating func merge(_ other: History) {
        exchanges += other.exchanges
        searches += other.searches
        attempts += other.attempts
        looks += other.looks
        releases += other.releases
    }

    /// Every sight of a hold, in the order of the answers.
    var sights: [HoldSight] {
        (attempts.compactMap(\.hold) + looks.compactMap(\.sight))
            .sorted { ($0.span.received, $0.hold) < ($1.span.received, $1.hold) }
    }
}

import Ledger

/// Everything a run saw, from every side: what the invariants are checked against.
struct History: Sendable {
    var exchanges: [Exchange] = []
    var searches: [SearchRecord] = []
    var attempts: [HoldAttempt] = []
    var looks: [HoldLook] = []
    var releases: [HoldRelease] = []
    var quoteLooks: [QuoteLook] = []
    /// From the first action to the end of the load.
    var load: Span?
    /// What was done to the gateway meanwhile.
    var outages = Outages()
    /// What the operators' routes told, oldest first.
    var samples: [OperatorSample] = []
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
        quoteLooks += other.quoteLooks
    }

    /// How many records of each kind there are.
    struct Extent: Sendable {
        var exchanges = 0
        var searches = 0
        var attempts = 0
        var looks = 0
        var releases = 0
        var quoteLooks = 0
    }

    var extent: Extent {
        Extent(
            exchanges: exchanges.count, searches: searches.count, attempts: attempts.count,
            looks: looks.count, releases: releases.count, quoteLooks: quoteLooks.count)
    }

    /// What was added after `extent`.
    func after(_ extent: Extent) -> History {
        var part = History()
        part.exchanges = Array(exchanges.dropFirst(extent.exchanges))
        part.searches = Array(searches.dropFirst(extent.searches))
        part.attempts = Array(attempts.dropFirst(extent.attempts))
        part.looks = Array(looks.dropFirst(extent.looks))
        part.releases = Array(releases.dropFirst(extent.releases))
        part.quoteLooks = Array(quoteLooks.dropFirst(extent.quoteLooks))
        return part
    }

    /// Every sight of a hold, in the order of the answers.
    var sights: [HoldSight] {
        (attempts.compactMap(\.hold) + looks.compactMap(\.sight))
            .sorted { ($0.span.received, $0.hold) < ($1.span.received, $1.hold) }
    }
}

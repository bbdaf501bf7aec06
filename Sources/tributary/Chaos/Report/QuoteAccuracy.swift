/// How often what a search showed was still so when it was asked for, by where it had come from.
struct QuoteAccuracy: Sendable, Equatable {
    /// `live`, `cache` or `stale`.
    var source: String
    var asQuoted = 0
    /// Told by a refusal, or granted at another price within what was accepted.
    var priceChanged = 0
    var termsChanged = 0
    var soldOut = 0

    /// Requests to hold that were decided by the supplier's word.
    var decided: Int { asQuoted + priceChanged + termsChanged + soldOut }

    /// One for each source that occurs, the freshest first.
    static func of(_ attempts: [HoldAttempt]) -> [QuoteAccuracy] {
        var found: [String: QuoteAccuracy] = [:]
        for attempt in attempts where !attempt.isReplay {
            let source = attempt.quote.source
            var entry = found[source] ?? QuoteAccuracy(source: source)
            switch ChaosHoldOutcome(attempt.exchange) {
            case .granted:
                if attempt.hold?.change == nil {
                    entry.asQuoted += 1
                } else {
                    entry.priceChanged += 1
                }
            case .priceChanged: entry.priceChanged += 1
            case .termsChanged: entry.termsChanged += 1
            case .soldOut: entry.soldOut += 1
            case .pending, .conflict, .unavailable, .refused, .left, .interrupted, .lost: continue
            }
            found[source] = entry
        }
        let order = ["live", "cache", "stale"]
        return (order + found.keys.filter { !order.contains($0) }.sorted()).compactMap { found[$0] }
    }
}

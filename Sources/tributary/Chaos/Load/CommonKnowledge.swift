/// What one client learned and any other may rely on; bounded, the oldest make room.
struct CommonKnowledge: Sendable {
    private static let most = 64

    /// Quotes left for others, each with its announced end where it was told one.
    private(set) var quotes: [SeenQuote] = []
    /// Ids of acknowledged holds.
    private(set) var holds: [String] = []
    /// Attempts that were acknowledged, or refused for good.
    private(set) var attempts: [HoldAttempt] = []

    mutating func offer(_ new: ArraySlice<SeenQuote>) {
        quotes += new
        quotes.removeFirst(max(0, quotes.count - Self.most))
    }

    mutating func learn(_ part: History) {
        for attempt in part.attempts where attempt.hold != nil || attempt.storedRefusal != nil {
            attempts.append(attempt)
            if let hold = attempt.hold?.hold, !holds.contains(hold) { holds.append(hold) }
        }
        holds.removeFirst(max(0, holds.count - Self.most))
        attempts.removeFirst(max(0, attempts.count - Self.most / 2))
    }
}

internal import TravelModel

/// How much of what was kept of one hotel is still so, rate by rate.
///
/// Compared is what a client holds by: what it costs, meals, payment, rooms and cancellation. Tokens,
/// notes and the number of rooms left change without any harm to a quote.
struct RateComparison: Sendable, Hashable {
    /// Rates that were kept; for a hotel that had nothing, 1.
    let rates: Int
    /// Of those, how many are gone or differ; for a hotel that had nothing, 1 if it has something.
    let changed: Int

    init(kept: [AnsweredOffer], now: [AnsweredOffer]) {
        guard !kept.isEmpty else {
            (rates, changed) = (1, now.isEmpty ? 0 : 1)
            return
        }
        let current = Dictionary(now.map { ($0.offer.rateKey, $0.offer) }) { first, _ in first }
        rates = kept.count
        changed = kept.count { old in
            guard let new = current[old.offer.rateKey] else { return true }
            return !old.offer.isHeldAlike(new)
        }
    }
}

extension Offer {
    /// Whether a hold of either would be the same.
    func isHeldAlike(_ other: Offer) -> Bool {
        price == other.price && cancellation == other.cancellation && board == other.board
            && payment == other.payment && rooms == other.rooms
    }
}

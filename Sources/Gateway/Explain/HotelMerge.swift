internal import SupplierKit
public import TravelModel

/// How the offers of one hotel were put together, as it was told last.
public struct HotelMerge: Sendable {
    /// One thing to buy, and who else sells it.
    public struct Decision: Sendable {
        /// The offer that is shown.
        public let winner: Bid
        /// Those beside it, in their order; at most 3.
        public let others: [Bid]
        /// How many there are beyond them.
        public let othersLeftOut: Int
    }

    /// One offer of one supplier.
    public struct Bid: Sendable {
        /// Who.
        public let supplier: SupplierID
        /// What it costs, in the search's currency where that has a rate.
        public let total: Money
        /// Why it is not the one that is shown; empty for the one that is.
        public internal(set) var why = ""
    }

    /// Decisions of one hotel that are kept.
    static let mostDecisions = 5
    private static let mostOthers = 3

    /// Ours.
    public let hotel: HotelID
    /// Things to buy there.
    public let shown: Int
    /// Offers that are the same thing as one of those shown.
    public let alternates: Int
    /// Those where more than one offer was to be had, in the final order; at most 5.
    public let decisions: [Decision]

    init(_ result: HotelResult) {
        hotel = result.hotel.id
        shown = result.offers.count
        alternates = result.offers.reduce(0) { $0 + $1.alternates.count }
        decisions = result.offers.lazy.filter { !$0.alternates.isEmpty }
            .prefix(Self.mostDecisions).map(Self.decision)
    }

    /// By the order of the merge: ties end in ids.
    private static func decision(_ offer: PricedOffer) -> Decision {
        let others = offer.alternates.prefix(mostOthers).map { other in
            Bid(
                supplier: other.supplier, total: other.total,
                why: why(other, after: offer))
        }
        return Decision(
            winner: Bid(supplier: offer.supplier, total: offer.price.total), others: others,
            othersLeftOut: offer.alternates.count - others.count)
    }

    private static func why(_ other: OfferAlternate, after offer: PricedOffer) -> String {
        let total = offer.price.total
        guard other.total.currency == total.currency else {
            return "in a currency without a rate"
        }
        if let more = try? other.total.subtracting(total), more.minorUnits > 0 {
            return "dearer by \(more)"
        }
        return other.supplier == offer.supplier
            ? "the same total, a later id" : "the same total, a later supplier by name"
    }
}

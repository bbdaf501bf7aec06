public import TravelModel

/// What changed between an offer as quoted and as the supplier gives it now.
///
/// Totals are compared in the currency the quote was shown in, with the rates that made it, so that
/// no movement of a currency looks like a change of the supplier's price.
public struct OfferComparison: Sendable, Hashable {
    /// The shown total then and now; equal when the price did not change.
    public let old: Money
    /// See ``old``.
    public let new: Money
    /// Terms that differ, in a fixed order; a change of penalties that only follows the price is none, and
    /// neither is a way out of what was non-refundable.
    public let terms: [TermsChange]

    /// Compares; `total` gives the shown total of a price with the quote's own rates.
    init(quoted: Offer, current: Offer, total: (OfferPrice) -> Money) {
        old = total(quoted.price)
        new = total(current.price)
        var terms: [TermsChange] = []
        func compare(_ field: TermsChange.Field, _ a: String, _ b: String) {
            if a != b { terms.append(TermsChange(field: field, old: a, new: b)) }
        }
        compare(.board, quoted.board.rawValue, current.board.rawValue)
        compare(
            .payment, quoted.payment.timing.rawValue, current.payment.timing.rawValue)
        compare(.room, Self.rooms(quoted), Self.rooms(current))
        if !Self.sameCancellation(quoted, current) {
            terms.append(
                TermsChange(
                    field: .cancellation, old: Self.cancellation(quoted.cancellation),
                    new: Self.cancellation(current.cancellation)))
        }
        self.terms = terms
    }

    private static func rooms(_ offer: Offer) -> String {
        offer.rooms.map { "\($0.name) (\($0.occupancy))" }.joined(separator: ", ")
    }

    private static func sameCancellation(_ a: Offer, _ b: Offer) -> Bool {
        let (old, new) = (a.cancellation, b.cancellation)
        if old.kind == .nonRefundable, isNowRefundable(b) { return true }
        guard old.kind == new.kind, old.freeUntil == new.freeUntil,
            old.steps.count == new.steps.count
        else { return false }
        return zip(old.steps, new.steps).allSatisfy { was, now in
            was.from == now.from
                && follows(was.penalty, of: a.price.stayTotal, now.penalty, of: b.price.stayTotal)
        }
    }

    /// Whether an offer has a way out that never costs more than the whole price: who accepted to lose
    /// that at any time accepts it.
    private static func isNowRefundable(_ offer: Offer) -> Bool {
        guard [.freeUntil, .partiallyRefundable].contains(offer.cancellation.kind) else {
            return false
        }
        let whole = offer.price.stayTotal
        return offer.cancellation.steps.allSatisfy { step in
            step.penalty.currency == whole.currency && step.penalty.minorUnits <= whole.minorUnits
        }
    }

    /// Whether the new penalty is at most the same share of what the stay costs, within two minor units.
    private static func follows(
        _ was: Money, of before: Money, _ now: Money, of after: Money
    ) -> Bool {
        if was == now { return true }
        guard was.currency == now.currency, before.currency == after.currency,
            before.minorUnits > 0
        else { return false }
        let share =
            (Int128(was.minorUnits) * Int128(after.minorUnits)) / Int128(before.minorUnits)
        return Int128(now.minorUnits) <= share + 2
    }

    private static func cancellation(_ terms: CancellationTerms) -> String {
        func deadline(_ deadline: LocalDeadline) -> String {
            switch deadline {
            case .instant(let instant): instant.description
            case .hotelLocal(let local): "\(local) hotel time"
            }
        }
        let free = terms.freeUntil.map { " " + deadline($0) } ?? ""
        let steps = terms.steps.map { "; from \(deadline($0.from)) \($0.penalty)" }
        return terms.kind.rawValue + free + steps.joined()
    }
}

/// One term that differs, in words for people and logs.
public struct TermsChange: Sendable, Hashable {
    /// The terms that are compared.
    public enum Field: String, Sendable, CaseIterable {
        case board, payment, room, cancellation
    }

    /// Which.
    public let field: Field
    /// As quoted.
    public let old: String
    /// As it is now.
    public let new: String
}

extension GatewayPorts {
    /// Compares with the rates that made the quote; once those are no longer kept, with today's.
    func compare(_ quote: Quote, with offer: Offer) -> OfferComparison {
        let rates = self.rates.table(asOf: quote.shownIn.rateDate) ?? self.rates.current()
        let pricing = OfferPricing(rates: rates, currency: quote.shownIn.currency)
        return OfferComparison(quoted: quote.offer, current: offer) { pricing.price($0).total }
    }
}

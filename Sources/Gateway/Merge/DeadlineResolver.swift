internal import TravelModel

/// Makes the moments of a supplier's rules certain for a hotel.
struct DeadlineResolver: Sendable {
    let zones: any ZoneDatabase

    /// The rules as they stand at `now`, amounts beside `price`; `stayTotal` is that of the offer.
    func resolve(
        _ terms: CancellationTerms, zone: String?, price: DisplayPrice, stayTotal: Money,
        pricing: OfferPricing, now: Instant
    ) -> ResolvedCancellation {
        let known = zone.flatMap { name in
            zones.rules(of: name).map { (name: name, rules: $0) }
        }
        var steps = terms.steps.map { step -> ResolvedStep in
            let penalty = pricing.shown(step.penalty, beside: price.total)
            let isOver =
                penalty.currency == price.total.currency
                && penalty.minorUnits > price.total.minorUnits
            return ResolvedStep(
                from: step.from.resolved(zone: known), penalty: isOver ? price.total : penalty)
        }
        // A stable order: equal moments keep the supplier's order.
        steps = steps.enumerated().sorted {
            ($0.element.from.instant, $0.offset) < ($1.element.from.instant, $1.offset)
        }.map(\.element)
        let free = terms.freeUntil.map { $0.resolved(zone: known) }
        let isFree = free.map { now < $0.instant } ?? false
        return ResolvedCancellation(
            kind: terms.kind == .freeUntil && !isFree
                ? Self.kindAfterFree(
                    steps, atStake: pricing.shown(stayTotal, beside: price.total),
                    hasDeadline: free != nil, now: now)
                : terms.kind,
            freeUntil: isFree ? free : nil, steps: steps, timeZoneKnown: known != nil)
    }

    private static func kindAfterFree(
        _ steps: [ResolvedStep], atStake: Money, hasDeadline: Bool, now: Instant
    ) -> CancellationTerms.Kind {
        guard hasDeadline else { return .unknown }
        guard let due = steps.last(where: { $0.from.instant <= now }) else {
            return steps.isEmpty ? .nonRefundable : .partiallyRefundable
        }
        let isAll =
            due.penalty.currency == atStake.currency
            && due.penalty.minorUnits >= atStake.minorUnits
        return isAll ? .nonRefundable : .partiallyRefundable
    }
}

internal import TravelModel

/// Makes the moments of a supplier's rules certain for a hotel.
struct DeadlineResolver: Sendable {
    let zones: any ZoneDatabase
    /// The earliest reading of a local time anywhere: what stands in for an unknown zone.
    static let earliestOffset = 14 * 3600

    /// The rules as they stand at `now`, amounts beside `price`.
    func resolve(
        _ terms: CancellationTerms, zone: String?, price: DisplayPrice, pricing: OfferPricing,
        now: Instant
    ) -> ResolvedCancellation {
        let known = zone.flatMap { zones.offset(of: $0, at: now) == nil ? nil : $0 }
        var steps = terms.steps.compactMap { step -> ResolvedStep? in
            guard let from = moment(step.from, zone: known) else { return nil }
            let penalty = pricing.shown(step.penalty, beside: price.total)
            let isOver =
                penalty.currency == price.total.currency
                && penalty.minorUnits > price.total.minorUnits
            return ResolvedStep(from: from, penalty: isOver ? price.total : penalty)
        }
        // A stable order: equal moments keep the supplier's order.
        steps = steps.enumerated().sorted {
            ($0.element.from.instant, $0.offset) < ($1.element.from.instant, $1.offset)
        }.map(\.element)
        let free = terms.freeUntil.flatMap { moment($0, zone: known) }
        let isFree = free.map { now < $0.instant } ?? false
        return ResolvedCancellation(
            kind: terms.kind == .freeUntil && !isFree
                ? Self.kindAfterFree(steps, price, hasDeadline: free != nil, now: now)
                : terms.kind,
            freeUntil: isFree ? free : nil, steps: steps, timeZoneKnown: known != nil)
    }

    /// `nil` only outside the calendar's years.
    private func moment(_ deadline: LocalDeadline, zone: String?) -> ResolvedDeadline? {
        switch deadline {
        case .instant(let instant):
            let offset = zone.flatMap { zones.offset(of: $0, at: instant) } ?? 0
            return instant.civil(offsetSeconds: offset).map {
                ResolvedDeadline(instant: instant, local: $0, zone: zone ?? "UTC")
            }
        case .hotelLocal(let local):
            if let zone, let instant = zones.instant(of: local, in: zone) {
                return ResolvedDeadline(instant: instant, local: local, zone: zone)
            }
            let earliest = Instant(local, offsetSeconds: Self.earliestOffset)
            return ResolvedDeadline(instant: earliest, local: local, zone: "+14:00")
        }
    }

    private static func kindAfterFree(
        _ steps: [ResolvedStep], _ price: DisplayPrice, hasDeadline: Bool, now: Instant
    ) -> CancellationTerms.Kind {
        guard hasDeadline else { return .unknown }
        guard let due = steps.last(where: { $0.from.instant <= now }) else {
            return steps.isEmpty ? .nonRefundable : .partiallyRefundable
        }
        let isAll =
            due.penalty.currency == price.total.currency
            && due.penalty.minorUnits >= price.payNow.minorUnits
        return isAll ? .nonRefundable : .partiallyRefundable
    }
}

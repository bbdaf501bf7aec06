import SupplierKit
import TravelModel

/// Cancellation terms out of `refundable`, `cancel_penalties` and `nonrefundable_date_ranges`.
enum LinkrestTerms {
    /// `refundable:false` wins over everything; a penalty that cannot be read makes the whole
    /// unknown, which is not refundable.
    static func terms(
        of rate: LinkrestRate, price: LinkrestPrice, stay: StayDates, at now: Instant
    ) -> CancellationTerms {
        guard let isRefundable = rate.isRefundable else { return .unknown }
        var schedule = PenaltySchedule(
            price: price.atStake, nightly: price.nights, nights: stay.nights)
        do throws(RateFault) {
            for penalty in rate.penalties {
                let (what, moment) = try read(penalty, currency: price.atStake.currency)
                try schedule.add(what, from: moment)
            }
            for range in rate.lockedRanges {
                try schedule.keep(nights: try nights(of: range, in: stay))
            }
        } catch {
            return isRefundable ? .unknown : .nonRefundable()
        }
        return schedule.terms(isRefundable: isRefundable, at: now)
    }

    /// The quoted terms under a new price, for answers that repeat the price but not the terms: a
    /// step that took everything still does, others stay as they were within the new price.
    static func terms(_ quoted: CancellationTerms, from old: Money, to new: Money)
        -> CancellationTerms
    {
        guard old != new else { return quoted }
        let steps = quoted.steps.map { step in
            let wasAll = step.penalty.minorUnits >= old.minorUnits
            let units = wasAll ? new.minorUnits : min(step.penalty.minorUnits, new.minorUnits)
            return CancellationTerms.Step(
                from: step.from, penalty: Money(minorUnits: units, currency: new.currency))
        }
        switch quoted.kind {
        case .freeUntil:
            guard let deadline = quoted.freeUntil else { return .unknown }
            return .free(until: deadline, steps: steps)
        case .partiallyRefundable: return .partiallyRefundable(steps: steps)
        case .nonRefundable: return .nonRefundable(steps: steps)
        case .unknown: return .unknown
        }
    }

    private static func read(
        _ penalty: LinkrestPenalty, currency: CurrencyCode
    ) throws(RateFault) -> (PenaltySchedule.Penalty, LocalDeadline) {
        guard let text = penalty.start, let moment = moment(text) else {
            throw RateFault(.malformed, "penalty without a start")
        }
        switch (penalty.amount, penalty.nights, penalty.percent) {
        case (let amount?, nil, nil):
            return (.amount(try Money.reading(amount, penalty.currency ?? currency.text)), moment)
        case (nil, let nights?, nil):
            guard let count = Int(nights), (0...366).contains(count) else { break }
            return (.nights(count), moment)
        case (nil, nil, let percent?):
            guard let share = PenaltySchedule.Penalty.percent(percent) else { break }
            return (share, moment)
        default: break
        }
        throw RateFault(.malformed, "penalty is not exactly one of amount, nights, percent")
    }

    private static func moment(_ text: String) -> LocalDeadline? {
        if let instant = Instant(text) { return .instant(instant) }
        return CivilDateTime(text).map { .hotelLocal($0) }
    }

    /// Nights of the stay that the range names, both ends included.
    private static func nights(
        of range: LinkrestLockedRange, in stay: StayDates
    ) throws(RateFault) -> Range<Int> {
        guard let start = range.start.flatMap({ CivilDate($0.prefix(10)) }),
            let end = range.end.flatMap({ CivilDate($0.prefix(10)) }), start <= end
        else { throw RateFault(.malformed, "nonrefundable_date_ranges") }
        let first = max(stay.checkIn.days(until: start), 0)
        let last = min(stay.checkIn.days(until: end), stay.nights - 1)
        return first <= last ? first..<last + 1 : 0..<0
    }
}
